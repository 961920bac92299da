// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include "base/validator.h"
#include "io/json_value.h"
#include "io/object_reader.h"

namespace pawl::internal {

/// Reads the "fixture" of a task, as read_task_form does the rest.
void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options);

/// The same of options in memory, as check_task_values.
void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults);

/// What the values by themselves cannot say: edges that there are, polygons that are some, points that can be counted,
/// keys that only make sense beside others. Looks only at what has no fault so far. O(v log v) in the vertices.
void check_fixture_meaning(const Task& task, Validator& faults);

}  // namespace pawl::internal
