// SPDX-License-Identifier: MIT
#include <pawl/io/part_contacts.h>

namespace pawl {

ContactSet find_contacts(const Part& part, const Eigen::Vector3d& pose, std::vector<Fixel> fixels,
                         const Friction& friction, double contact_tolerance) {
  Task task;
  task.part = part;
  task.pose = pose;
  task.friction = friction;
  task.fixels = std::move(fixels);
  task.contact_tolerance = contact_tolerance;
  return find_contacts(task);
}

}  // namespace pawl
