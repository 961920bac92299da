// SPDX-License-Identifier: MIT
#include <pawl/io/task.h>

namespace pawl {
namespace {

void set_inertia(const Part& part, ContactSet& set) {
  set.mass = part.mass.value_or(1);
  set.inertia = part.inertia.value_or(1);
  set.center_of_mass = part.center_of_mass.value_or(Eigen::Vector2d(0, 0));
  if (!part.outline) return;
  const AreaProperties area = area_properties(*part.outline);
  set.mass = part.mass.value_or(part.density * area.area);
  set.inertia = part.inertia.value_or(set.mass * area.gyration_squared);
  set.center_of_mass = part.center_of_mass.value_or(area.centroid);
}

}  // namespace

ContactSet find_contacts(const Task& task) {
  ContactSet set;
  set_inertia(task.part, set);
  if (!task.part.outline) {
    set.contacts = task.contacts;
    return set;
  }
  set.angle = task.pose.z();
  set.contacts = find_contacts(*task.part.outline, task.pose, task.fixels, task.friction, task.contact_tolerance);
  return set;
}

}  // namespace pawl
