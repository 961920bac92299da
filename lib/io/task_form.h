// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include "base/validator.h"
#include "io/json_value.h"
#include "io/part_drawing.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
