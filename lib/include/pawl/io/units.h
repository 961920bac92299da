// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The units of a task or a scene: every number with a length in it is in them (inertia kg length^2, density
/// kg/length^2, torques N length, speeds length/s, gravity length/s^2, stiffness N/length, viscosity N s/length). Mass
/// is in kg, force in N, time in s.
///
/// Lengths stay as they are written: a factor would be rounded, and what is parallel in the drawing no longer be
/// exactly parallel. Angles are in rad in memory, whatever the file's unit.
struct Units {
  enum class Length { m, mm, cm, in };
  enum class Angle { rad, deg };

  Length length = Length::m;
  Angle angle = Angle::rad;

  double metres() const;                  ///< to the length: .001 of millimetres
  const char* length_name() const;        ///< "m", "mm", "cm", "in"
  const char* angle_name() const;         ///< "rad", "deg"
  double angle_of(double radians) const;  ///< in the unit of angles

  bool operator==(const Units&) const = default;
};

/// Standard gravity, 9.81 m/s^2, in lengths/s^2.
double standard_gravity(const Units& units);

}  // namespace pawl
