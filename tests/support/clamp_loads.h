// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/fixture_clamps.h>

namespace pawl::oracle {

/// Returns the wrench, about the center of mass, of a unit force in `direction` that acts at a contact.
inline Eigen::Vector3d wrench_of(const ContactSet& set, const Contact& contact, const Eigen::Vector2d& direction) {
  const Eigen::Vector2d arm = contact.point - set.center_of_mass;
  return {direction.x(), direction.y(), arm.x() * direction.y() - arm.y() * direction.x()};
}

/// Returns whether a frictionless clamp loads all contacts. The clamp's wrench must be inside the cone of the
/// frictionless contact forces.
inline bool loads_all(const ContactSet& set, const Contact& clamp) {
  ContactSet smooth = set;
  for (Contact& contact : smooth.contacts) contact.friction = 0;
  return rest_cone(smooth).contains_inside(wrench_of(set, clamp, clamp.normal));
}

}  // namespace pawl::oracle
