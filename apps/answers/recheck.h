// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>

#include <string>

#include "answers/answer.h"

// Checks of saved answers of all commands, field by field.
namespace pawl::answers {

/// Checks a saved answer to a task. First checks the claims that can be proved (pawl/planner/verify_answer.h). Then
/// computes the fields of "results" again from the task and from the question that the answer states, and compares them
/// with the saved fields. The plan of an insertion is not searched for again: its wrenches, margins and windows follow
/// from the beliefs in the answer. Reports a field as unchecked if it is a depth, a way out, a friction limit, a trial
/// or a fixture, because only a long search could recompute it. If the answer has other units than the task, the task
/// is converted to the answer's units.
///
/// Throws InputError for a text that is not an answer, and for an answer whose question does not apply to the task.
AnswerCheck recheck_answer(const ValidTask& task, const std::string& text, const StopToken& stop = {});

/// Checks a saved answer of `pawl lcp` to one problem. Checks the solution or the proof in the same way as
/// verify_lcp_answer(). Then solves the problem again to check the statements about the search.
AnswerCheck recheck_answer(const LcpFile& problem, const std::string& text, const StopToken& stop = {});

/// Both functions return the answer of `pawl verify`, for a saved answer or for a certificate. If `partial` is true, an
/// answer is accepted even if some of its fields could not be checked. `of_task` is true if the certificate was checked
/// against a task.
Answer verify_answer(const AnswerCheck& check, bool partial);
Answer verify_answer(const CertificateCheck& check, bool of_task);

}  // namespace pawl::answers
