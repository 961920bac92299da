// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>

#include <string>

#include "answers/answer.h"

// Saved answers of all commands, checked field by field.
namespace pawl::answers {

/// Checks a saved answer to a task. First the claims that can be proved are proved (pawl/planner/verify_answer.h), then
/// every field of "results" is computed again from the task and what the answer says it was asked, and compared.
/// Plans are not looked for: the wrenches, margins and windows follow from the beliefs that the answer states. Fields
/// that only a search could find again are reported as unchecked: depths, ways out, friction limits, trials, fixtures.
/// An answer in other units is compared with the task turned into them.
///
/// Throws InputError for a text that is not an answer, and where the task cannot be asked what the answer says.
AnswerCheck recheck_answer(const ValidTask& task, const std::string& text, const StopToken& stop = {});

/// Checks a saved answer of `pawl lcp` to one problem: its solution or proof as verify_lcp_answer does, and what the
/// solver says of how it found them by solving again.
AnswerCheck recheck_answer(const LcpFile& problem, const std::string& text, const StopToken& stop = {});

/// What `pawl verify` says of a saved answer, or of a certificate (`of_task`: which was held against a task).
/// `partial`: an answer with fields that could not be checked is accepted, too.
Answer verify_answer(const AnswerCheck& check, bool partial);
Answer verify_answer(const CertificateCheck& check, bool of_task);

}  // namespace pawl::answers
