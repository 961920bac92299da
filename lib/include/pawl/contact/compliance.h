// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl {

/// A fixture whose contacts are springs without friction. The forces of such a fixture are unique, even if it has more
/// than three contacts. ([Drum19] leaves this problem to future work.)
///
/// The part is rigid and moves by a small displacement x = (dx, dy, dtheta) of a frame whose origin is the centre of
/// mass. With the row J_i = (n_i, p_i x n_i) of contact i, the stiffness k, and the compression s_i at x = 0, the
/// forces f_i along the normals, the displacement and the applied wrench w satisfy
///
///   f_i = k max(0, s_i - J_i x),   w + sum_i f_i J_i' = 0.
///
/// For a locator that touches, s_i is 0. For any other locator, s_i is minus the gap. A clamp first presses with the
/// force `clamp_force`, wherever the part is. Let x0 be the displacement of the part under the clamps alone. Each clamp
/// is then locked at x0 and acts as one more spring, with s_i = clamp_force/k + J_i x0. Without an applied wrench, the
/// clamps therefore keep their force.
struct CompliantFixture {
  ContactSet locators;
  std::vector<Contact> clamps;  ///< contacts of the clamps, in the frame of the locators
  double clamp_force = 0;       ///< force of each clamp while no wrench is applied, N, >= 0
  double stiffness = 1;         ///< stiffness k of each contact, N per unit of length, > 0
};

/// The forces and the displacement for one wrench.
struct [[nodiscard]] CompliantLoad {
  bool balanced = false;    ///< whether the normal forces below balance the wrench; false if no normal forces can
                            ///< balance it, or if `certain` is false
  bool certain = true;      ///< false if forces that balance the wrench seem to exist, but the solver found none that
                            ///< satisfy the equations
  Eigen::VectorXd forces;   ///< forces of the locators along their normals, N; an empty vector unless `balanced`
  Eigen::VectorXd clamps;   ///< forces of the clamps along their normals, N; an empty vector unless `balanced`
  /// Displacement (dx, dy, dtheta) of the centre of mass from its position under the clamps alone, in the frame of the
  /// locators. Not set if `balanced` is false, or if the displacement is not unique because the loaded contacts permit
  /// a motion.
  std::optional<Eigen::Vector3d> displacement;
};

/// The forces and displacements of a fixture: under the clamps alone, and under the clamps and each wrench.
struct CompliantLoads {
  CompliantLoad clamped;
  std::vector<CompliantLoad> loads;  ///< one entry per wrench; if `clamped` is not balanced (the clamps push the part
                                     ///< away), no entry is balanced
};

/// Returns the forces and displacements for a list of wrenches (fx, fy, tau about the centre of mass), in the frame of
/// the locators. The forces are unique, because the potential energy is convex. They minimise sum_i (f_i - k s_i)^2
/// over all f >= 0 that balance the wrench.
///
/// The method is nonnegative least squares, with a soft spring between the part and the ground. This method finds the
/// loaded contacts. Their equations are then solved without that spring. The result is accepted if it satisfies the
/// equations above to 1e-9 of the largest force. O(n^3) per wrench for n contacts. Throws InputError for an invalid
/// contact set, stiffness, clamp force or wrench, and for a negative gap of a locator that does not touch.
CompliantLoads compliant_loads(const CompliantFixture& fixture, const std::vector<Eigen::Vector3d>& wrenches);

}  // namespace pawl
