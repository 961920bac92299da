// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The units of a task or a scene, used for every quantity that involves a length (with units such as inertia kg
/// length^2, density kg/length^2, torque N length, speed length/s, gravity length/s^2, stiffness N/length, viscosity N
/// s/length). Mass is in kg, force in N, time in s.
///
/// Lengths are kept as written. They are not converted to metres, because multiplication by a factor would round them,
/// and edges that are parallel in the drawing would no longer be exactly parallel. Angles are converted: in memory,
/// they are in rad, whatever the file's unit is.
struct Units {
  enum class Length { m, mm, cm, in };
  enum class Angle { rad, deg };

  Length length = Length::m;
  Angle angle = Angle::rad;

  double metres() const;                  ///< metres per unit of length: .001 for millimetres
  const char* length_name() const;        ///< "m", "mm", "cm", "in"
  const char* angle_name() const;         ///< name of the unit of angle: "rad" or "deg"
  double angle_of(double radians) const;  ///< Returns an angle in radians in the unit of angles.

  bool operator==(const Units&) const = default;
};

/// Returns standard gravity, 9.81 m/s^2, in length/s^2.
double standard_gravity(const Units& units);

}  // namespace pawl
