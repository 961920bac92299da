// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// A contact point of two solids that touch, or may touch within a step. A contact is valid for one State only; a new
/// State needs new contacts.
///
/// Near the contact, each outline is approximated by a circle that moves with its solid. The radius of this circle is
/// the radius of curvature: 0 for a corner, negative for a concave arc, infinite for a straight edge. The default radii
/// describe a corner of `b` on an edge of `a`. Two edges that lie on each other have two contacts, each of a corner on
/// an edge.
struct BodyContact {
  Solid a;
  Solid b;
  Eigen::Vector2d point{0, 0};   ///< contact point on `b`, world, m; the point on `a` is point - gap * normal
  Eigen::Vector2d normal{0, 1};  ///< direction from `a` into `b`, world, any positive length
  double friction = 0;           ///< Coulomb coefficient, >= 0
  double gap = 0;                ///< signed distance between the two points along the normal, m; negative if the solids
                                 ///< penetrate each other
  /// Radii of curvature, m. At most one of the two touching features is a corner, and at most one is straight. The
  /// radius of a concave arc must have a larger magnitude than the radius of the feature that touches it.
  double radius_a = kFlat;
  double radius_b = kCorner;
};

/// Throws InputError, which lists all faults, unless the system and every contact are valid. A valid contact connects
/// two different solids of the system, has finite numbers (except for at most one infinite radius), a nonzero normal
/// and a friction coefficient of at least 0, and has radii that satisfy the rules above.
void validate(const System& system, const std::vector<BodyContact>& contacts);

}  // namespace pawl
