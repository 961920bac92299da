// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/io/task.h>
#include <pawl/planner/wrench_cells.h>

namespace pawl {

/// The wrenches that a task's actuator can apply, in the frame of the task's contact set (find_contacts(task)). The
/// direction of the force in the world is the domain's parameter plus `angle`, rad.
///
/// - free, or no actuator: any wrench.
/// - tray: forces through the centre of mass; the parameter is the azimuth of the tilt.
/// - push: forces at a point, within a range of directions.
/// - spring: a force along the line from a point of the part to the anchor. The anchor may be anywhere in a disc whose
///   radius is the anchor's tolerance. The possible directions form a spread (WrenchDomain).
struct ActuatorDomain {
  WrenchDomain domain;
  double angle = 0;
};

/// Returns the domain of a task's actuator. Uses `set` instead of the task's own contacts, and ignores the task's
/// modes. Throws InputError if the contact set is not valid or the task's values have faults (pawl/io/valid_task.h).
/// One such fault is a spring whose anchor may coincide with the spring's point, because the distance between them is
/// within the anchor's tolerance.
ActuatorDomain actuator_domain(const Task& task, const ContactSet& set);

namespace internal::inline planner {
/// Returns the domain of a given actuator, in the same way as actuator_domain(), but does not check the actuator.
/// `pose` is the part's pose. If the task states its contacts, `pose` must be (0, 0, 0).
ActuatorDomain domain_of(const Actuator& actuator, const Eigen::Vector3d& pose, const ContactSet& set);
}  // namespace internal::inline planner

}  // namespace pawl
