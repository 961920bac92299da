// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_laws.h>
#include <pawl/friction/contact_lcp.h>

// The functions of pawl/friction without their checks, for loops over many forces of the same laws: the caller has
// validated these (laws.validate()), and forces and motions have the sizes that they ask for.

namespace pawl::internal {

ContactProblem unchecked_contact_problem(const ContactLaws& laws);
ContactSpace unchecked_contact_space(const ContactLaws& laws);
SystemForces unchecked_forces_of(const ContactLaws& laws, const Eigen::VectorXd& z);
SystemMotion unchecked_motion_of(const ContactLaws& laws, const SystemForces& forces);
MotionResiduals unchecked_verify(const ContactLaws& laws, const SystemMotion& motion);

}  // namespace pawl::internal
