// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_depth.h>

#include <Eigen/Core>
#include <optional>

namespace pawl {

/// A pose at which a part can be put down from above: if the part is released there at rest, it moves to its seat.
struct ReleasePose {
  Eigen::Vector3d pose{0, 0, 0};  ///< pose of the part in the world frame
  double clearance = 0;           ///< smallest gap between the part and any fixel or wall at this pose, m, > 0
};

/// Finds a pose of the certificate's component C (EnergyCertificate) in which all gaps are large, so that a part can be
/// put down there from above. The energy certificate of `depth` proves that a part that is released at rest in a pose
/// of C comes to rest only at the goal.
///
/// To first order, the potential energy is U = lambda . gaps, where lambda are the contact forces at the goal. For a
/// given smallest gap, U is therefore smallest if all three gaps are equal. The poses tried are c J_n^-1 (1, 1, 1), for
/// 64 values of c up to the value at which U is the depth. A pose is accepted if its box of the certificate belongs to
/// C and an upper bound on U at the pose is at most the depth. Its clearance is the smallest gap at this pose, minus
/// the tolerances of the certificate, and must be positive. Returns the accepted pose with the largest clearance; a
/// pose that was not tried may have a larger one. Returns nothing if every pose is rejected or no depth is proved.
std::optional<ReleasePose> release_pose(const PlanProblem& problem, const PlanDepth& depth);

}  // namespace pawl
