// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/motion_problem.h>

// The functions of pawl/friction without their checks, for loops over many forces of the same problem: the caller has
// validated these (problem.validate()), and forces and motions have the sizes that they ask for.

namespace pawl::internal {

ContactProblem unchecked_contact_problem(const MotionProblem& problem);
ContactSpace unchecked_contact_space(const MotionProblem& problem);
SystemForces unchecked_forces_of(const MotionProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::internal
