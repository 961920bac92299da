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

/// Reads a task from its document. Checks keys, types and bounds, as data/schema/task.schema.json does. If the task has
/// no walls, also checks that fixels exist to which the document refers by number. Stores references to drawings in
/// `drawings`, but does not open the drawings.
Task read_task_form(const JsonValue& root, Validator& faults, TaskDrawings* drawings = nullptr);

/// Reads a start region in the units of a task. The text is either "T,R" or "T,R,E", the values of the keys
/// translation, rotation and energy, or a JSON object like the value of the key start.region of a task. Throws
/// InputError with all faults.
StartRegion read_start_region(const std::string& text, const Units& units);

/// Checks each value of a task in memory by the rules of read_task_form(). Adds the faults that a file with the same
/// content would have. Keys and types need no check in memory. Linear in the size of the task.
void check_task_values(const Task& task, Validator& faults);

/// Results of the check of a task that are needed again later.
struct TaskMeaning {
  AreaProperties area;  ///< area properties of the part, without its holes, if it has an outline
  ContactSet contacts;  ///< result of find_contacts(task)
  std::vector<WallContact> wall_contacts;
};

/// Checks conditions that involve several values: the outline is simple, the mass is within range, each fixel has a
/// unique normal, and the contacts permit the modes. Skips values that already have a fault. The result is valid only
/// if no fault was added. If the outline was checked before, `known_area` points to its properties, and the outline is
/// not checked again; otherwise `known_area` is null. The time is O(n log n) for n vertices, plus O(vertices * fixels).
TaskMeaning check_task_meaning(const Task& task, Validator& faults, const AreaProperties* known_area = nullptr);

/// Checks that the distance between a spring's point and its anchor exceeds the anchor's tolerance. Otherwise the
/// direction of the pull would be undefined. check_task_meaning() calls this function.
void check_spring(const Task& task, Validator& faults);

/// Reads the key "fixture" of a task. read_task_form() calls this function.
void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options);

/// Checks options in memory, as check_task_values() checks a task.
void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults);

/// Checks conditions that involve several values: edges exist, polygons are valid, the number of points is bounded, and
/// keys that require or exclude each other are consistent. Skips values that already have a fault. O(v log v) for v
/// vertices.
void check_fixture_meaning(const Task& task, Validator& faults);

}  // namespace pawl::internal::inline io
