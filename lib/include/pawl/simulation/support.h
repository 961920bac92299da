// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>

namespace pawl {

/// Friction of a body on what lies below the plane, against its velocity v and spin omega about its centre of mass.
struct Support {
  enum class Law {
    none,
    viscous,   ///< force -strength v, moment -strength moment_radius^2 omega
    ellipsoid  ///< Coulomb over the footprint [Goyal, Ruina and Papadopoulos 1991; Howe and Cutkosky 1996]: force F and
               ///< moment m lie on or in |F|^2 + (m/moment_radius)^2 = strength^2; where the body moves, on it, along
               ///< -(v, moment_radius^2 omega)
  };
  Law law = Law::none;
  double strength = 0;       ///< viscous: N s/m; ellipsoid: coefficient of friction times normal force, N; >= 0
  double moment_radius = 0;  ///< m, >= 0
};

/// The mean distance of an outline's area from a point, m: the moment radius of Coulomb friction under even pressure,
/// of a disc about its centre 2/3 of its radius. Straight sides in closed form, arcs by quadrature to some 1e-12.
/// Throws InputError for an outline that is not valid, or a point that is not finite.
double mean_distance(const Outline& outline, const Eigen::Vector2d& point);

/// The root of its mean square: the moment radius of viscous friction.
double root_mean_square_distance(const Outline& outline, const Eigen::Vector2d& point);

}  // namespace pawl
