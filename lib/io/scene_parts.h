// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene_system.h>

#include "io/task_contacts.h"

namespace pawl::internal {

struct LinkInertia {
  double mass = 1;
  double inertia = 0;
  Eigen::Vector2d center_of_mass{0, 0};
};

/// Of a joint's link, whose outline, if it has one, must be valid.
LinkInertia inertia_of(const SceneJoint& joint);

/// system_of() a scene whose parts are known to be right; pins may be open.
SceneSystem unchecked_system_of(const Scene& scene);

}  // namespace pawl::internal
