// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>
#include <pawl/io/task.h>

#include <optional>
#include <string>

#include "answers/json.h"

namespace pawl::answers {

/// An outline as a task file has it.
Json outline_json(const Outline& outline);

/// "part" of a task: the outline, and mass, inertia and centre of mass where it states them.
Json part_json(const Part& part);

/// What was read, what was done to it, and the loops that there are.
Json drawing_report(const Drawing& drawing, const DrawnPart& part);

/// What people ask of a drawing, as the options of `pawl part` say it.
struct PartOptions {
  std::string layer;                      ///< only this one
  std::optional<std::string> unit;        ///< "m", "mm", "cm" or "in"
  std::optional<double> join, deviation;  ///< lengths, in it
  long loop = 0;                          ///< which is the part, from 1; 0: the outer one
};
/// Throws InputError at /unit.
DrawingOptions drawing_options(const PartOptions& options);

/// The document that `pawl part` prints, without its time.
Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn);

/// JSON as people write it: what fits stands on one line, members one a line else, entries of lists as many as fit.
std::string readable(const Json& value);

}  // namespace pawl::answers
