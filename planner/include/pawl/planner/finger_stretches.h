// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>
#include <pawl/planner/fixture_clamps.h>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pawl {

/// The property that a fixture should have with one more finger.
struct FingerGoal {
  enum class Kind {
    force_closure,  ///< the contact forces can balance every wrench (Closure::force)
    form_closure,   ///< the contact forces can balance every wrench even without friction (Closure::form)
    only_mode       ///< each of `wrenches` is consistent with `mode` and with no other mode
  };
  Kind kind = Kind::force_closure;
  Friction friction = 0;  ///< friction coefficient of the finger
  /// The mode for Kind::only_mode, with one letter or `*` per contact. The letter of the finger is the last one.
  /// strongly_stable_mode() returns the mode without motion.
  std::string mode = {};
  std::vector<Eigen::Vector3d> wrenches = {};  ///< wrenches for Kind::only_mode, in the frame of the contact set
};

/// Returns the mode in which the part rests on all touching contacts: `n` for each contact that touches, `s` for each
/// contact with a gap, and a final `n` for the finger.
std::string strongly_stable_mode(const ContactSet& seated);

/// Finds the stretches of the outline where one more finger gives the fixture the property `goal` [BTG02, figure 4b].
/// The finger is a point contact whose normal is the inward normal of an edge. It does not move the part, and corners
/// are excluded. The intervals have the same form as in the result of clamp_edges(). A disc has two edges, the lower
/// and the upper half circle.
///
/// Method: as the finger moves along an edge, the result can only change where a determinant of three directions is 0.
/// The directions are contact forces, rows of the contact Jacobian, wrenches M v' that cause accelerations v' (M is the
/// mass matrix), and the given wrench. On a straight edge these determinants are polynomials of degree at most 2 in the
/// finger's position. On an arc they are polynomials in the tangent of half the angle from an end of the arc. Their
/// real roots divide the edge into cells in which the result is constant, and one test per cell decides. For closures,
/// the test is exact, and rational roots are tested too. For modes, the class Ambiguity decides.
///
/// The ends of intervals are exact fractions (`from_exact`, `to_exact`) if the edge is straight and the end is
/// rational. All other ends are accurate to 1e-9 of the edge's length. For closures, rational ends and rational points
/// between two cells are tested. All other ends inside an edge are reported as open, and a point that is not tested
/// between two cells with the property counts as having the property. A single point with the property between two
/// cells without it is not reported.
///
/// If the number of intervals on an edge changes when contacts move within their errors, the edge is not certain and
/// has no intervals. Throws InputError for a set, an outline, a friction coefficient or a mode that is not valid
/// (`/mode`), and at `/wrenches` for Kind::only_mode without wrenches.
ClampEdges finger_stretches(const ContactSet& seated, const Outline& outline, const FingerGoal& goal);

}  // namespace pawl
