// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/io/drawing.h>
#include <pawl/io/task.h>

#include <optional>
#include <string>
#include <vector>

#include "base/faults.h"
#include "io/form_reader.h"
#include "io/task_fields.h"

namespace pawl::internal::inline io {

/// The keys of a part or a wall that name a drawing as the source of its outline, and the options for reading it. In
/// the file, they are members of the part or wall.
struct PartDrawing {
  std::optional<std::string> drawing;  ///< path of a file, relative to the task's folder
  std::optional<Units::Length> unit;   ///< unit of the drawing's numbers, which must be the task's unit; default: the
                                       ///< unit that the drawing states
  std::string layer, not_layer;        ///< layers to read, and layers to leave out; names are separated by commas
  std::optional<double> join;          ///< largest gap between ends that are joined, in the task's unit of length;
                                       ///< default: that of DrawingOptions
  double deviation = DrawingOptions().deviation;  ///< largest distance between a chord and the curve that it
                                                  ///< approximates, in the task's unit of length
  int loop = DrawingOptions().loop;
};

template <Is<PartDrawing> D, class Field>
void fields_of(D& drawing, const Field& field) {
  field("drawing", Need::optional, drawing.drawing, Text());
  field("unit", Need::optional, drawing.unit, length_words());
  field("layer", Need::optional, drawing.layer, Text());
  field("not_layer", Need::optional, drawing.not_layer, Text());
  field("join", Need::optional, drawing.join, Bound::length);
  field("deviation", Need::optional, drawing.deviation, Bound::positive_length);
  field("loop", Need::optional, drawing.loop, Whole{0});
}

/// The drawings that a task refers to.
struct TaskDrawings {
  PartDrawing part;
  std::vector<PartDrawing> walls;  ///< drawings of the walls, one entry per wall
};

/// Results of reading drawings, in addition to the outlines and holes.
struct ReadDrawing {
  Warnings warnings;               ///< warnings about changes to the drawings and about parts that were left out
  std::vector<std::string> files;  ///< paths of the drawings
};

/// Sets the outlines and the holes of the part and the walls from their drawings. `folder` is the folder of the task's
/// file. It is not set if the task was not read from a file; a reference to a drawing is then a fault, and the drawing
/// is not opened. Faults are at /part/drawing, /walls/k/drawing, and the other keys that refer to the drawing.
ReadDrawing read_drawings(const TaskDrawings& drawings, const std::optional<std::string>& folder, Task& task,
                          Validator& faults);

}  // namespace pawl::internal::inline io
