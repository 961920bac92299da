// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl {

/// The contacts of a part against fixels, in one call: what find_contacts(task) gives for the task with these, and
/// throws (pawl/io/task.h).
///
/// Frames: `part` is in the body's own coordinates; `pose` (x, y, theta) places them in the world; `fixels` are in the
/// world, their normals too. The contact set is in the body's frame again, centre of mass included, with set.angle =
/// theta: set.to_world(v) turns its wrenches (fx, fy, tau) and twists (vx, vy, omega), all about the centre of mass,
/// into the world's axes, set.from_world(v) back. Contact i is fixels[i].
ContactSet find_contacts(const Part& part, const Eigen::Vector3d& pose, std::vector<Fixel> fixels,
                         const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

}  // namespace pawl
