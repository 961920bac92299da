// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/io/task.h>

namespace pawl {

/// Returns the same task with its lengths in another unit. Between m, cm and mm, decimals of up to 15 digits are
/// converted exactly, so edges that are parallel in decimals stay parallel. Other numbers are rounded.
Task in_units(const Task& task, const Units& units);

/// Returns the same task in metres, for computations in SI units (time stepping). Decimals of up to 15 digits (12
/// digits for inches) are converted exactly, so edges that are parallel in decimals stay parallel. Other numbers are
/// rounded.
Task in_si(const Task& task);

/// Returns the same scene in metres, as in_si() above does for a task.
Scene in_si(const Scene& scene);

}  // namespace pawl
