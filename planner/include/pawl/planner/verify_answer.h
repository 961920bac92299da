// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>
#include <pawl/io/valid_task.h>
#include <pawl/verify/certificate.h>

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// The outcome of a check of a saved answer.
struct AnswerCheck {
  std::vector<std::string> checked;    ///< what was found right, in words or by pointers to fields
  std::vector<std::string> unchecked;  ///< pointers to fields that were neither proved nor computed again
  std::string refused;                 ///< the first thing that is wrong, and where; empty: nothing
};

/// These check the claims of an answer that can be proved, and no other fields: pawl verify also computes those again.
///
/// Checks an answer of `pawl plan` to a task without looking for plans: the wrenches of each step against what may
/// happen in every contact state, or against the cones in which a part can rest where the promise is "energy"; the
/// family of beliefs of a plan that there is none against all cells of wrenches. Throws InputError for a text that is
/// no such answer.
AnswerCheck verify_plan_answer(const ValidTask& task, std::string_view answer);

/// Checks an answer of `pawl check` to a task: the modes of a wrench against all solutions of the forward problem, the
/// wrenches of a mode's safe set against its solutions there, which must all be of that mode. Rivals and the verdict
/// are held against the cones of all modes.
AnswerCheck verify_check_answer(const ValidTask& task, std::string_view answer);

/// Checks an answer of `pawl lcp` to one problem: z put into it, and the proof that there is none (`--proof`) leaf by
/// leaf, in exact numbers.
AnswerCheck verify_lcp_answer(const LcpFile& problem, std::string_view answer);

/// Checks an energy certificate (pawl/verify/certificate.h), and that it is of this task: its outline, all its fixels
/// with no less friction, its goal, and a load that its actuator can give. Throws as plan_problem and energy_problem
/// do.
CertificateCheck verify_certificate(std::string_view text, const ValidTask& task);

/// Whether a text is an energy certificate, no answer. Throws InputError for what is no JSON.
bool is_certificate(std::string_view text);

/// The command whose answer a text is. Throws InputError for a text that is no answer.
std::string command_of_answer(std::string_view answer);

}  // namespace pawl
