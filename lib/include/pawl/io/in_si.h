// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/io/task.h>

namespace pawl {

/// The same task with its lengths in another unit. Numbers that mean decimals of up to 15 digits still do between m, cm
/// and mm, so that what is parallel as written stays so; others are rounded.
Task in_units(const Task& task, const Units& units);

/// The same task in metres, for what is computed in SI units (time stepping). Numbers that mean decimals of up to 15
/// digits still do (12 digits of inches), so that what is parallel as written stays so; others are rounded.
Task in_si(const Task& task);

/// The same scene in metres.
Scene in_si(const Scene& scene);

}  // namespace pawl
