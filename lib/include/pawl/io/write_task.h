// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include <string>

namespace pawl {

/// Writes a task as the text of a task file, in the task's units. The text has one line per key, for every value that
/// differs from its default. read_task() reads exactly the same numbers from this text, except that an angle may differ
/// in its last digit if no decimal number of degrees represents it exactly. A part that was read from a drawing is
/// written with its outline. Throws InputError for a task with faults, as validate() does. Linear in the size of the
/// task.
std::string write_task(const Task& task);

/// Writes a task whose validity is already checked as the text of a task file.
std::string write_task(const ValidTask& task);

}  // namespace pawl
