// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/certificate_file.h>
#include <pawl/certify/verify_answer.h>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl verify` says of a saved answer, or of a certificate (`of_task`: which was held against a task).
/// `partial`: an answer with fields that could not be checked is accepted, too.
Answer verify_answer(const AnswerCheck& check, bool partial);
Answer verify_answer(const CertificateCheck& check, bool of_task);

}  // namespace pawl::answers
