// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/actuation.h>

#include <Eigen/Core>

#include "geometry/feature_pair.h"

namespace pawl::internal {

/// Of a force about the origin of its arm, N m.
inline double moment(const Eigen::Vector2d& arm, const Eigen::Vector2d& force) {
  return arm.x() * force.y() - arm.y() * force.x();
}

/// (fx, fy, tau) on a body about its centre of mass at a pose, gravity included, N and N m.
Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place);

}  // namespace pawl::internal
