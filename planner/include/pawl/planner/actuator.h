// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/io/task.h>
#include <pawl/planner/wrench_cells.h>

namespace pawl {

/// The wrenches of a task's actuator in the frame of its contact set (find_contacts(task)). `angle` is added to the
/// domain's parameter to give the force's direction in the world, rad.
///
/// free (also no actuator): any wrench. tray: forces through the centre of mass, the azimuth of the tilt. push: forces
/// at a point, within directions. spring: the force along the line from a point of the part to the anchor, of which
/// only the tolerance's disc is known: the directions it may have are a spread.
struct ActuatorDomain {
  WrenchDomain domain;
  double angle = 0;
};

/// Throws InputError for a task whose values have faults (pawl/io/valid_task.h), a spring among them whose anchor is no
/// further from its point than the tolerance, and for a contact set that is not valid. The task's own contacts and
/// modes are not looked at: the set stands for them.
ActuatorDomain actuator_domain(const Task& task, const ContactSet& set);

namespace internal::inline planner {
/// actuator_domain() of an actuator without faults, for a part at a pose: (0, 0, 0) where the contacts are stated.
ActuatorDomain domain_of(const Actuator& actuator, const Eigen::Vector3d& pose, const ContactSet& set);
}  // namespace internal::inline planner

}  // namespace pawl
