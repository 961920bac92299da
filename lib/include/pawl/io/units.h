// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The units of a task or a scene. The unit of length applies to every quantity that involves a length: inertia is in
/// kg length^2, density in kg/length^2, torque in N length, speed in length/s, gravity in length/s^2, stiffness in
/// N/length, viscosity in N s/length. Mass is in kg, force in N, time in s.
///
/// Lengths are kept as written. A conversion to metres would round them, and edges that are parallel in the drawing
/// would no longer be exactly parallel. Angles are converted: in memory, they are in rad, whatever the file's unit is.
struct Units {
  enum class Length { m, mm, cm, in };
  enum class Angle { rad, deg };

  Length length = Length::m;
  Angle angle = Angle::rad;

  double metres() const;                  ///< Returns the metres per unit of length: .001 for millimetres.
  const char* length_name() const;        ///< Returns the name of the unit of length: "m", "mm", "cm" or "in".
  const char* angle_name() const;         ///< Returns the name of the unit of angle: "rad" or "deg".
  double angle_of(double radians) const;  ///< Converts an angle from radians to the unit of angles.

  bool operator==(const Units&) const = default;
};

/// Returns standard gravity, 9.81 m/s^2, in units of length per s^2.
double standard_gravity(const Units& units);

}  // namespace pawl
