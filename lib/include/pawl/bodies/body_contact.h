// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// A point where two solids touch, or may touch within a step, in one configuration: contacts are found or stated anew
/// for each State.
///
/// Near the contact each outline is a circle of its stated radius of curvature that moves with its solid: a corner, an
/// arc (hollow where negative) or a straight edge. The defaults are a corner of `b` on an edge of `a`. An edge that
/// lies on an edge is two contacts, a corner on an edge each.
struct BodyContact {
  Solid a;
  Solid b;
  Eigen::Vector2d point{0, 0};   ///< the place on `b`, world, m; that on `a` is point - gap * normal
  Eigen::Vector2d normal{0, 1};  ///< from `a` into `b`, world, any positive length
  double friction = 0;           ///< Coulomb coefficient, >= 0
  double gap = 0;                ///< signed distance between the two places along the normal, m; < 0 penetrates
  double radius_a = kFlat;       ///< m; not both corners, not both flat, the hollow one flatter than the other
  double radius_b = kCorner;
};

/// Throws InputError, with every fault, unless the system is valid, each contact is between two different solids of it,
/// numbers are finite, friction is at least 0, and radii fit together.
void validate(const System& system, const std::vector<BodyContact>& contacts);

}  // namespace pawl
