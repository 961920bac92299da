// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/contact_list.h>
#include <pawl/planner/fixture_check.h>

#include <optional>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl contacts` says.
Answer contacts_answer(const ContactList& list, const Units& units);

/// The same of a task, and what is asked of its fixture.
Answer answer_contacts(const ValidTask& task, const std::optional<FixtureQuestion>& fixture);

}  // namespace pawl::answers
