// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/actuator.h>

namespace pawl::internal {

/// actuator_domain() of an actuator without faults, for a part at a pose: (0, 0, 0) where the contacts are stated.
ActuatorDomain domain_of(const Actuator& actuator, const Eigen::Vector3d& pose, const ContactSet& set);

}  // namespace pawl::internal
