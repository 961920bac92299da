// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>

#include <optional>
#include <string_view>

#include "io/json.h"

namespace pawl::internal::inline io {

/// The quantities whose numbers may be written with a unit, as a text.
enum class Quantity { length, angle, mass };

/// Returns the number of a text that consists of a number and a unit, such as "6 mm", "15 deg" or "240 g", converted to
/// `units` (masses to kg). The number is rounded as in_metres() describes. Returns nothing for any other text, and for
/// a unit of another quantity. Units are m, mm, cm, in; rad, deg, °; kg, g.
std::optional<double> measured(std::string_view text, Quantity quantity, const Units& units);

/// Returns the density of a material in kg/m^3 from a text such as "7.85 g/cm3". Returns nothing for any other text.
/// Units are g/cm3, kg/dm3 and kg/m3; the exponent may also be written ^3 or as a superscript.
std::optional<double> measured_density(std::string_view text);

/// Returns the mass per area, in kg / (unit of length)^2, of a plate with a density in kg/m^3 and a thickness in
/// `units`, rounded to 12 digits.
double density_of_plate(double density, double thickness, const Units& units);

/// Returns a description of a text with a unit, for messages: "6 mm" (m, mm, cm or in).
const char* measured_form(Quantity quantity);

/// Returns value * (metres per unit of length)^power, for a power from -2 to 2. If the number has at most 15 digits, it
/// counts as a decimal, and the result is the double nearest to the exact product: 12.7 mm is .0127 m, and 2.5 in is
/// .0635 m. For numbers with more digits, for products with more than 19 digits, and for negative powers of inches, the
/// result is less accurate.
double in_metres(double value, Units::Length length, int power = 1);

/// Returns the units of a document. Must be called before the other keys are read. Ignores invalid units; the reader
/// adds a fault for them later, when it reads their keys.
Units units_of(const JsonValue& root);

/// Returns the units of an answer, a task or a scene. Throws InputError if the units are not valid.
Units stated_units(const JsonValue& root);

/// Converts default values from metres to the units of a file. Does not change other values. Must be called before the
/// file is read.
void set_defaults(Task& task, const Units& units);
void set_defaults(Scene& scene, const Units& units);
double default_density(const Units& units);

/// Converts the angles of a file to rad. Must be called after the file was read.
void turn_to_radians(Task& task);
void turn_to_radians(Scene& scene);

/// Converts the angles of a task from rad to the unit of its file: the inverse of turn_to_radians(). Several numbers of
/// degrees may give the same angle in rad; the one with the fewest digits is chosen. If no number of degrees gives
/// exactly this angle, the nearest one is chosen.
void turn_to_file_angles(Task& task);

}  // namespace pawl::internal::inline io
