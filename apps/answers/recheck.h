// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>

#include <string>

#include "answers/answer.h"

// Field-by-field checks of saved answers of all commands.
namespace pawl::answers {

/// Checks a saved answer to a task. First checks the claims that can be proved (pawl/planner/verify_answer.h). Then
/// computes every field of "results" again, from the task and the question stated in the answer, and compares it. Does
/// not search for plans: wrenches, margins and windows follow from the beliefs that the answer states. Fields that only
/// a search could recompute are reported as unchecked: depths, ways out, friction limits, trials, fixtures. If the
/// answer has other units than the task, the task is converted to these units.
///
/// Throws InputError for a text that is not an answer, and for an answer whose question does not apply to the task.
AnswerCheck recheck_answer(const ValidTask& task, const std::string& text, const StopToken& stop = {});

/// Checks a saved answer of `pawl lcp` to one problem. Checks the solution or proof as verify_lcp_answer does. To check
/// the data about the search, solves the problem again.
AnswerCheck recheck_answer(const LcpFile& problem, const std::string& text, const StopToken& stop = {});

/// The two verify_answer() return the answer of `pawl verify` for a saved answer or a certificate. `of_task` is true if
/// the certificate was checked against a task. If `partial` is true, an answer is accepted even if some of its fields
/// could not be checked.
Answer verify_answer(const AnswerCheck& check, bool partial);
Answer verify_answer(const CertificateCheck& check, bool of_task);

}  // namespace pawl::answers
