// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>
#include <pawl/io/task.h>

#include <string>

#include "answers/json.h"

namespace pawl::answers {

/// An outline as a task file has it.
Json outline_json(const Outline& outline);

/// "part" of a task: the outline, and mass, inertia and centre of mass where it states them.
Json part_json(const Part& part);

/// What was read, what was done to it, and the loops that there are.
Json drawing_report(const Drawing& drawing, const DrawnPart& part);

/// The document that `pawl part` prints, without its time.
Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn);

/// JSON as people write it: what fits stands on one line, members one a line else, entries of lists as many as fit.
std::string readable(const Json& value);

}  // namespace pawl::answers
