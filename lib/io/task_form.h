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
#include "io/json.h"

namespace pawl::internal::inline io {

/// The keys of "part" that name a drawing as the source of the outline. The object has the part's own keys too.
struct PartDrawing {
  std::optional<std::string> drawing;  ///< path of a file, relative to the task's folder
  std::optional<Units::Length> unit;   ///< unit of its numbers, the task's; default: the one that the drawing states
  std::string layer, not_layer;        ///< layers to read and to leave out, separated by commas
  std::optional<double> join;  ///< largest gap that is joined, in the task's unit of length; default: DrawingOptions's
  double deviation = DrawingOptions().deviation;  ///< largest deviation of curves, in the task's unit of length
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
  field("loop", Need::optional, drawing.loop, AtLeast{0});
}

struct ReadDrawing {
  Warnings warnings;               ///< warnings about changes and omissions
  std::vector<std::string> files;  ///< path of the drawing, if the part has one
};

/// Sets the outline of a part from its drawing. If the drawing has holes, also sets the mass, inertia and centre of
/// mass of the part with these holes, unless the task states them. `folder` is the folder of the task's file, unset if
/// the task was not read from a file; a drawing is then a fault and is not opened. Faults are at /part/drawing and its
/// neighbouring keys.
ReadDrawing read_part_drawing(const PartDrawing& drawing, const std::optional<std::string>& folder, Task& task,
                              Validator& faults);

/// Reads a task from its document. Checks keys, types and bounds, as data/schema/task.schema.json does, and checks that
/// the fixels exist whose numbers occur. A drawing for the outline is stored in `drawing` and not opened.
Task read_task_form(const JsonValue& root, Validator& faults, PartDrawing* drawing = nullptr);

/// Checks each value of a task in memory by the same rules, and adds the faults that a file of the same content would
/// have. Keys and types need no check here, because the compiler has checked them. Linear in the size of the task.
void check_task_values(const Task& task, Validator& faults);

/// Results of the check of a task that are needed again later.
struct TaskMeaning {
  AreaProperties area;  ///< area properties of the part's outline, if it has one
  ContactSet contacts;  ///< result of find_contacts(task)
};

/// Checks conditions that involve several values: the outline is simple, the mass is within range, each fixel has a
/// unique normal, and the contacts allow the modes. Skips values that already have a fault. The result is valid only if
/// no fault was added. If the outline was checked before, `known_area` holds its properties, and the outline is not
/// checked again; otherwise `known_area` is null. O(n log n) in the vertices, plus vertices times fixels.
TaskMeaning check_task_meaning(const Task& task, Validator& faults, const AreaProperties* known_area = nullptr);

/// Checks that a spring's point and its anchor are farther apart than the anchor's tolerance, because the spring pulls
/// from the point toward the anchor. check_task_meaning calls this.
void check_spring(const Task& task, Validator& faults);

/// Reads the "fixture" of a task; read_task_form calls this.
void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options);

/// Checks options in memory, as check_task_values checks a task.
void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults);

/// Checks conditions that involve several values: edges exist, polygons are valid, the number of points is bounded, and
/// keys that require or exclude each other fit together. Skips values that already have a fault. O(v log v) in the
/// vertices.
void check_fixture_meaning(const Task& task, Validator& faults);

}  // namespace pawl::internal::inline io
