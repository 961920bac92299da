// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/io/drawing.h>
#include <pawl/io/task.h>

#include <optional>
#include <string>
#include <vector>

#include "base/validator.h"
#include "io/field_rules.h"

namespace pawl::internal {

/// Beside the outline's own keys in "part": the drawing that the outline is read from.
struct PartDrawing {
  std::optional<std::string> drawing;  ///< a file, its path from the task's folder
  std::string layer;
  double join = DrawingOptions().join;            ///< in the task's unit of length
  double deviation = DrawingOptions().deviation;  ///< the same
  int loop = DrawingOptions().loop;
};

template <Is<PartDrawing> D, class Field>
void fields_of(D& drawing, const Field& field) {
  field("drawing", Need::optional, drawing.drawing, Text());
  field("layer", Need::optional, drawing.layer, Text());
  field("join", Need::optional, drawing.join, Bound::length);
  field("deviation", Need::optional, drawing.deviation, Bound::positive_length);
  field("loop", Need::optional, drawing.loop, AtLeast{0});
}

struct ReadDrawing {
  Warnings warnings;               ///< what was changed or left out
  std::vector<std::string> files;  ///< the drawing's path, if the part has one
};

/// Sets the outline of a part from its drawing, and if that has holes the mass, inertia and centre of mass that they
/// leave, unless the task states these. `folder`: that of the task's file; none: the text is of no file, and no drawing
/// is opened. Faults stand at /part/drawing and the keys beside it.
ReadDrawing read_part_drawing(const PartDrawing& drawing, const std::optional<std::string>& folder, Task& task,
                              Validator& faults);

}  // namespace pawl::internal
