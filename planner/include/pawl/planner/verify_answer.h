// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>
#include <pawl/io/valid_task.h>
#include <pawl/verify/certificate.h>

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// The result of a check of a saved answer.
struct AnswerCheck {
  /// Items that were found correct, described in words or as JSON pointers to fields.
  std::vector<std::string> checked;
  std::vector<std::string> unchecked;  ///< JSON pointers to fields that were neither proved nor recomputed
  std::string refused;                 ///< first error and its location; "" if no error was found
};

/// The functions below check only those claims of an answer that can be proved. (`pawl verify` also recomputes the
/// other fields.)
///
/// verify_plan_answer() checks an answer of `pawl plan` to a task without searching for plans. The wrench of each step
/// is checked against the possible moves in every contact state. For the guarantee "energy", the wrench is instead
/// checked against the cones of wrenches under which a part can rest. If the answer is that no plan exists, the set of
/// beliefs that proves this (InsertionPlan::certificate) is checked against all cells of wrenches. Throws InputError if
/// the text is not an answer of `pawl plan`.
AnswerCheck verify_plan_answer(const ValidTask& task, std::string_view answer);

/// Checks an answer of `pawl check` to a task. For a wrench, the stated modes are compared with all solutions of the
/// forward problem. For a desired mode, all forward solutions under each stated safe wrench must have the desired mode.
/// Rivals and the verdict are checked against the wrench cones of all modes.
AnswerCheck verify_check_answer(const ValidTask& task, std::string_view answer);

/// Checks an answer of `pawl lcp` to one problem in exact arithmetic. Substitutes the solution z into the problem. If
/// the answer contains a proof that no solution exists (`--proof`), checks every leaf of this proof.
AnswerCheck verify_lcp_answer(const LcpFile& problem, std::string_view answer);

/// Checks a certificate (pawl/verify/certificate.h), and that it belongs to this task. It must state the same part, all
/// fixels and walls with at least the task's friction, and loads that the task's actuator can apply. An energy
/// certificate must also have the same goal. In a certificate of rest regions, the friction of the support must be at
/// least that of the task. Throws InputError for a task without an outline. For an energy certificate, also throws the
/// same InputErrors as plan_problem() and energy_problem().
CertificateCheck verify_certificate(std::string_view text, const ValidTask& task);

/// Returns whether a text is a certificate: a JSON document with the key `certificate`, which answers do not have.
/// Throws InputError for a text that is not valid JSON.
bool is_certificate(std::string_view text);

/// Returns the name of the command that printed an answer. Throws InputError for a text that is not an answer.
std::string command_of_answer(std::string_view answer);

}  // namespace pawl
