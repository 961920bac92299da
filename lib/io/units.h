// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>

#include "io/json.h"

namespace pawl::internal::inline io {

/// value times (metres to the length)^power. A number of few digits means a decimal, and stays exactly the decimal that
/// it should be: 12.7 mm are .0127 m, 2.5 in are .0635 m. Numbers of more digits, and inches to negative powers, are
/// rounded. power from -2 to 2.
double in_metres(double value, Units::Length length, int power = 1);

/// The units of a document, before anything else of it is read; what is wrong with them is said when they are read.
Units units_of(const JsonValue& root);

/// Those of an answer, a task or a scene by itself: throws InputError for units that there are not.
Units stated_units(const JsonValue& root);

/// What a file leaves out, in its units; the rest keeps its default. To be called before the file is read.
void set_defaults(Task& task, const Units& units);
void set_defaults(Scene& scene, const Units& units);
double default_density(const Units& units);

/// Angles as they stand in the file in rad: to be called after.
void turn_to_radians(Task& task);
void turn_to_radians(Scene& scene);

/// The inverse of turn_to_radians: the angles of a task in rad as they stand in its file. Of the numbers of degrees
/// that are the same angle in rad the one with the fewest digits; the nearest where there is none.
void turn_to_file_angles(Task& task);

}  // namespace pawl::internal::inline io
