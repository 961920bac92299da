// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// Bounds on inputs. They are so small that squares and products of inputs do not overflow a double.
inline constexpr double kLargestLength = 1e9;        ///< largest coordinate or length, m: a million kilometres
inline constexpr double kLargestWrench = 1e100;      ///< largest entry of a wrench, N and N m
inline constexpr double kLargestTwist = 1e9;         ///< largest entry of a twist, m/s and rad/s
inline constexpr double kLargestAcceleration = 1e9;  ///< largest entry of an acceleration, m/s^2 and rad/s^2
inline constexpr double kLeastMass = 1e-60;          ///< least mass, density or inertia in an input; kg, kg/m^2, kg m^2
inline constexpr double kLargestMass = 1e60;
inline constexpr double kLargestFriction = 1e9;  ///< largest Coulomb coefficient

}  // namespace pawl
