// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include <string>

namespace pawl {

/// Writes a task as the text of a task file, with one line per key: every value that differs from its default, in the
/// task's units. read_task() reads the same task from this text, number by number; only an angle that no decimal number
/// of degrees represents exactly may differ in its last digit. A part that was read from a drawing is written with its
/// outline. Throws InputError for a task with faults, as validate() does. Linear in the size of the task.
std::string write_task(const Task& task);

/// Writes a task that was already checked as the text of a task file.
std::string write_task(const ValidTask& task);

}  // namespace pawl
