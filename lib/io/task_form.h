// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include <optional>
#include <string>
#include <vector>

#include "base/faults.h"
#include "io/form_reader.h"
#include "io/json.h"
#include "io/part_drawing.h"
#include "io/task_fields.h"

namespace pawl::internal::inline io {

/// Reads a task from its document. Checks keys, types and bounds, as data/schema/task.schema.json does. Also checks
/// that the numbers of fixels in the document refer to existing fixels. References to drawings are stored in
/// `drawings`; the drawings are not opened.
Task read_task_form(const JsonValue& root, Validator& faults, TaskDrawings* drawings = nullptr);

/// Reads a start region in the units of a task. The text is either "T,R" or "T,R,E" (the half-widths and the kinetic
/// energy), or a JSON object like the value of the key start.region of a task. Throws InputError with all faults.
StartRegion read_start_region(const std::string& text, const Units& units);

/// Checks each value of a task in memory by the rules that read_task_form applies to a file. Adds the faults that a
/// file of the same content would have. Keys and types need no check in memory. Linear in the size of the task.
void check_task_values(const Task& task, Validator& faults);

/// Results that the check of a task computes and that are needed again later.
struct TaskMeaning {
  AreaProperties area;  ///< area properties of the part's outline, if it has one
  ContactSet contacts;  ///< result of find_contacts(task)
  std::vector<WallContact> wall_contacts;
};

/// Checks conditions on several values together: the outline is simple, the mass is within range, each fixel has a
/// unique normal, and the contacts allow the modes. Skips values that already have a fault. The result is valid only if
/// no fault was added. If the outline was checked before, `known_area` contains its properties, and the outline is not
/// checked again. Otherwise `known_area` is null. The time is O(n log n) for n vertices, plus O(vertices * fixels).
TaskMeaning check_task_meaning(const Task& task, Validator& faults, const AreaProperties* known_area = nullptr);

/// Checks that a spring's point and its anchor are farther apart than the anchor's tolerance. Otherwise the direction
/// of the pull would be undefined. check_task_meaning() calls this function.
void check_spring(const Task& task, Validator& faults);

/// Reads the key "fixture" of a task. read_task_form() calls this function.
void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options);

/// Checks options in memory, as check_task_values checks a task.
void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults);

/// Checks conditions on several values together: edges exist, polygons are valid, the number of points is bounded, and
/// keys that require or exclude each other fit together. Skips values that already have a fault. O(v log v) in the
/// vertices.
void check_fixture_meaning(const Task& task, Validator& faults);

}  // namespace pawl::internal::inline io
