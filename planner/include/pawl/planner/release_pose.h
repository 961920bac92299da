// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_depth.h>

#include <Eigen/Core>
#include <optional>

namespace pawl {

/// A pose from which the part seats if it is put down there from above and released at rest.
struct ReleasePose {
  Eigen::Vector3d pose{0, 0, 0};  ///< pose of the part in the world
  double clearance = 0;           ///< least gap between the part and any fixel or wall in this pose, m, > 0
};

/// Finds a pose of the certificate's component C in which all gaps are large, so that a part can be put down there from
/// above. The energy certificate of `depth` proves that a part that is released at rest in a pose of C with U <= h comes
/// to rest only at the goal.
///
/// To first order, U = lambda . gaps with the goal's forces lambda, so a given least gap costs the least energy if all
/// three gaps are equal. The poses tried are therefore c J_n^-1 (1, 1, 1), for 64 values of c up to the depth. A pose is
/// accepted if its box of the certificate belongs to C and an upper bound of U there is at most the depth; the clearance
/// is the least gap in that pose, minus the tolerances of the certificate. Returns the accepted pose with the largest
/// clearance; another pose may have a larger one. Returns nothing if every pose is rejected or no depth is proved.
std::optional<ReleasePose> release_pose(const PlanProblem& problem, const PlanDepth& depth);

}  // namespace pawl
