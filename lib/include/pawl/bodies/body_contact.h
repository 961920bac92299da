// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// A contact point of two solids that touch, or may touch within a step. It is valid for one State only; a new State
/// needs new contacts.
///
/// Near the contact each outline is approximated by a circle with the stated radius of curvature that moves with its
/// solid: a corner, an arc (hollow if negative) or a straight edge. The default radii describe a corner of `b` on an
/// edge of `a`. Two edges that lie on each other give two contacts, each of a corner on an edge.
struct BodyContact {
  Solid a;
  Solid b;
  Eigen::Vector2d point{0, 0};   ///< contact point on `b`, world, m; the point on `a` is point - gap * normal
  Eigen::Vector2d normal{0, 1};  ///< direction from `a` into `b`, world, any positive length
  double friction = 0;           ///< Coulomb coefficient, >= 0
  double gap = 0;                ///< signed distance between the two points along the normal, m; < 0: penetration
  /// Radii of curvature, m. At most one of the two features is a corner, and at most one is straight. A hollow has the
  /// larger radius.
  double radius_a = kFlat;
  double radius_b = kCorner;
};

/// Throws InputError, with every fault, unless the system is valid and every contact is valid. A valid contact is
/// between two different solids of the system, has finite numbers and a friction coefficient of at least 0, and has
/// radii that fit together.
void validate(const System& system, const std::vector<BodyContact>& contacts);

}  // namespace pawl
