// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl {

/// Finds the contacts of a part with fixels, without a task. Returns and throws the same as find_contacts(task) for a
/// task with these arguments (pawl/io/task.h).
///
/// Frames: `part` is in body coordinates; `pose` (x, y, theta) is the pose of the body frame in the world; `fixels` and
/// their normals are in the world. The contact set, including the centre of mass, is in the body frame, with set.angle
/// = theta. set.to_world(v) converts its wrenches (fx, fy, tau) and twists (vx, vy, omega), which are about the centre
/// of mass, to world axes. set.from_world(v) converts from world axes to the body frame. Contact i belongs to
/// fixels[i].
ContactSet find_contacts(const Part& part, const Eigen::Vector3d& pose, std::vector<Fixel> fixels,
                         const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

}  // namespace pawl
