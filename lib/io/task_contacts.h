// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl::internal::inline io {

/// A part's mass, inertia and centre of mass, without contacts. Its outline, if it has one, must be valid; what follows
/// from it may be beyond the range of doubles.
ContactSet inertia_of(const Part& part, const Units& units = {});

/// Where a task's part is in the frame of its fixels, and where that frame is in the world: poses (x, y, theta). One of
/// them is 0.
struct Placing {
  Eigen::Vector3d part, frame;
};
Placing placing_of(const Task& task);

/// The pose in the world of what has pose `inner` in a frame that has pose `frame` in the world.
Eigen::Vector3d composed(const Eigen::Vector3d& frame, const Eigen::Vector3d& inner);

/// find_contacts(task) of a task whose values were checked; throws InputError as find_contacts for outlines does.
ContactSet contacts_of(const Task& task);

}  // namespace pawl::internal::inline io
