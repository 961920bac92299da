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
#include "io/json.h"

namespace pawl::internal::inline io {

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

/// Reads a task out of its document: keys, types, bounds, and numbers of fixels that exist. Everything but the last is
/// said by data/schema/task.schema.json too. A drawing that the outline is read from is named in `drawing`, not opened.
Task read_task_form(const JsonValue& root, Validator& faults, PartDrawing* drawing = nullptr);

/// The same of a task in memory, whose keys and types the compiler has seen to: each value, by the same rules, with the
/// faults that its file would have. Linear in the size of the task.
void check_task_values(const Task& task, Validator& faults);

/// What values by themselves cannot say: a simple outline, a mass that can be, a unique normal at each fixel, modes
/// that the contacts allow. Looks only at what has no fault so far. Returns the contacts, which it has to find; they
/// are worth something only when no fault was added. O(n log n) in the vertices, and vertices times fixels.
ContactSet check_task_meaning(const Task& task, Validator& faults);

/// A spring pulls from its point toward the anchor: they must be apart by more than the anchor may be off. One of the
/// meanings.
void check_spring(const Task& task, Validator& faults);

/// Reads the "fixture" of a task, as read_task_form does the rest.
void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options);

/// The same of options in memory, as check_task_values.
void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults);

/// What the values by themselves cannot say: edges that there are, polygons that are some, points that can be counted,
/// keys that only make sense beside others. Looks only at what has no fault so far. O(v log v) in the vertices.
void check_fixture_meaning(const Task& task, Validator& faults);

}  // namespace pawl::internal::inline io
