// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include "io/fault_list.h"
#include "io/json_value.h"

namespace pawl {

/// Reads a task out of its document: keys, types, bounds, and numbers of fixels that exist. Everything but the last is
/// said by data/schema/task.schema.json too.
Task read_task_form(const JsonValue& root, FaultList& faults);

/// What the form cannot say: a simple outline, a mass that can be, a unique normal at each fixel, modes that the
/// contacts allow. Looks only at what has no fault of form.
void check_task_meaning(const Task& task, FaultList& faults);

}  // namespace pawl
