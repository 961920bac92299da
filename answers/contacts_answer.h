// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/contact_list.h>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl contacts` says.
Answer contacts_answer(const ContactList& list, const Units& units);

}  // namespace pawl::answers
