// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/io/units.h>
#include <pawl/io/valid_task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl modes` says of a task's contacts, written while it is found.
StreamedAnswer::End write_modes(const ContactSet& set, const Units& units, const StopToken& stop, JsonStream& json);
/// The same of their number alone.
StreamedAnswer::End write_mode_count(const ContactSet& set, const StopToken& stop, JsonStream& json);

/// The answer of `pawl modes`, or with `count` of their number alone; the task must outlive it.
StreamedAnswer answer_modes(const ValidTask& task, bool count, const StopToken& stop);

}  // namespace pawl::answers
