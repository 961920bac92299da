// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>

#include "io/json.h"

namespace pawl::internal::inline io {

/// Returns value * (metres per unit of length)^power, power from -2 to 2. A number of few digits counts as a decimal,
/// and the result is the double nearest to the exact product: 12.7 mm is .0127 m, 2.5 in is .0635 m. The result is less
/// accurate for numbers with more digits, and for negative powers of inches.
double in_metres(double value, Units::Length length, int power = 1);

/// Returns the units of a document, before the rest of it is read. Ignores invalid units; their faults are added when
/// the units are read.
Units units_of(const JsonValue& root);

/// Returns the units of an answer, a task or a scene. Throws InputError if they are not valid.
Units stated_units(const JsonValue& root);

/// Converts defaults to the units of a file; other values keep theirs. Must be called before the file is read.
void set_defaults(Task& task, const Units& units);
void set_defaults(Scene& scene, const Units& units);
double default_density(const Units& units);

/// Converts the angles of a file to rad. Must be called after the file was read.
void turn_to_radians(Task& task);
void turn_to_radians(Scene& scene);

/// Converts the angles of a task from rad to the unit of its file; the inverse of turn_to_radians. Chooses the number
/// of degrees with the fewest digits that gives the same angle in rad. If no number gives exactly that angle, chooses
/// the nearest.
void turn_to_file_angles(Task& task);

}  // namespace pawl::internal::inline io
