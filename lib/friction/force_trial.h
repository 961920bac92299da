// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include "friction/constrained_inertia.h"
#include "friction/contact_scales.h"

namespace pawl::internal {

/// The motion x of a problem under given contact forces, M x = r + J'c + B'l with B x = t, and how well both keep its
/// laws, for any number of forces: the inertia is factored once, O(n^3) in the coordinates of its largest block.
///
/// The caller has validated the problem, which must outlive the trial; forces and motions have the sizes that it asks
/// for. Throws InputError, pointer `/bilateral/i`, when the joints' equations contradict each other.
class ForceTrial {
 public:
  explicit ForceTrial(const MotionProblem& problem);

  /// Contacts that the forces hold are held: what is left of their motion by rounding is taken away.
  SystemMotion motion(const SystemForces& forces);
  MotionResiduals residuals(const SystemMotion& motion);

 private:
  const MotionProblem& problem_;
  ConstrainedInertia inertia_;
  ContactScales scales_;
  Eigen::VectorXd particular_;
};

}  // namespace pawl::internal
