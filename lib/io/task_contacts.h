// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl::internal::inline io {

/// Returns a ContactSet with a part's mass, inertia and centre of mass, and without contacts. If the part has an
/// outline, it must be valid. The results may be outside the range of doubles.
ContactSet inertia_of(const Part& part, const Units& units = {});
/// Does the same as the first inertia_of(), with the given area properties of the part's outline. If the part has no
/// outline, `area` is not used.
ContactSet inertia_of(const Part& part, const Units& units, const AreaProperties& area);

/// `part` is the pose (x, y, theta) of a task's part in the frame of the fixels, and `frame` the pose of that frame in
/// the world. At least one of the two poses is 0.
struct Placing {
  Eigen::Vector3d part, frame;
};
Placing placing_of(const Task& task);

/// Returns the world pose of an object. Its pose in a frame is `inner`, and the world pose of that frame is `frame`.
Eigen::Vector3d composed(const Eigen::Vector3d& frame, const Eigen::Vector3d& inner);

/// Returns find_contacts(task) for a task whose values were checked. `area` contains the area properties of the part's
/// outline. If `wall_contacts` is not null, sets *wall_contacts to the contacts with walls. Throws InputError in the
/// cases in which find_contacts() for an outline and find_wall_contacts() do.
ContactSet contacts_of(const Task& task, const AreaProperties& area, std::vector<WallContact>* wall_contacts = nullptr);

}  // namespace pawl::internal::inline io
