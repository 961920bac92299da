// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>

namespace pawl {

/// Friction of a body on the surface below it. It opposes the body's velocity v (of the centre of mass) and its angular
/// velocity omega.
struct Support {
  enum class Law {
    none,
    viscous,   ///< the force is -strength v, and the moment is -strength moment_radius^2 omega
    /// Coulomb friction over the footprint [Goyal, Ruina and Papadopoulos 1991; Howe and Cutkosky 1996]. The force F
    /// and the moment m satisfy |F|^2 + (m/moment_radius)^2 <= strength^2. If the body moves, equality holds and (F, m)
    /// has the direction of -(v, moment_radius^2 omega).
    ellipsoid
  };
  Law law = Law::none;
  double strength = 0;       ///< for `viscous`, the viscosity, N s/m; for `ellipsoid`, the friction coefficient times
                             ///< the normal force, N; >= 0
  double moment_radius = 0;  ///< moment radius, m, >= 0: relates friction moments to friction forces, as in the two
                             ///< laws above
};

/// Returns the mean distance of a body's area from a point, m: the moment radius of Coulomb friction if the pressure on
/// the support is uniform. For a disc about its centre it is 2/3 of the radius. For straight edges the integral is
/// computed in closed form, for arcs by quadrature to about 1e-12. Throws InputError for invalid loops or a non-finite
/// point.
double mean_distance(const Loops& loops, const Eigen::Vector2d& point);

/// Returns the root mean square distance of a body's area from a point, m: the moment radius of viscous friction if the
/// pressure on the support is uniform.
double root_mean_square_distance(const Loops& loops, const Eigen::Vector2d& point);

// Returns the mean distance of the area of a body without holes from a point, m.
inline double mean_distance(const Outline& outline, const Eigen::Vector2d& point) {
  return mean_distance(Loops(outline), point);
}
inline double root_mean_square_distance(const Outline& outline, const Eigen::Vector2d& point) {
  return root_mean_square_distance(Loops(outline), point);
}

}  // namespace pawl
