// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/task.h>

#include <cmath>

namespace pawl {
namespace {

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  if (angle == 0) return v;  // nothing is rounded in a part that is not turned
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

Eigen::Vector2d to_body(const Eigen::Vector3d& pose, const Eigen::Vector2d& world) {
  return turned(world - pose.head<2>(), -pose.z());
}

void set_inertia(const Task& task, ContactSet& set) {
  if (!task.part.outline) {
    set.mass = task.part.mass.value_or(1);
    set.inertia = task.part.inertia.value_or(1);
    set.center_of_mass = task.part.center_of_mass.value_or(Eigen::Vector2d(0, 0));
    return;
  }
  const AreaProperties area = area_properties(*task.part.outline);
  set.mass = task.part.mass.value_or(task.part.density * area.area);
  set.inertia = task.part.inertia.value_or(set.mass * area.gyration_squared);
  set.center_of_mass = task.part.center_of_mass.value_or(area.centroid);
}

class FixelReader {
 public:
  FixelReader(const Task& task, std::vector<Fault>& faults) : task_(task), faults_(faults) {}

  Contact contact(std::size_t index) {
    const Fixel& fixel = task_.fixels[index];
    const ClosestPoint closest = closest_point(*task_.part.outline, to_body(task_.pose, fixel.at));
    Contact contact;
    contact.point = closest.point;
    contact.normal = fixel.normal ? turned(*fixel.normal, -task_.pose.z()) : closest.normal;
    contact.friction = fixel.friction.value_or(task_.friction);
    contact.gap = closest.distance - fixel.radius;
    contact.touching = std::fabs(contact.gap) <= task_.contact_tolerance;
    if (contact.gap < -task_.contact_tolerance) {
      fault(index, fmt::format("the fixel is {:.6g} m inside the part, deeper than the contact tolerance of {:.6g} m",
                               -contact.gap, task_.contact_tolerance));
    } else if (!fixel.normal) {
      check_normal(index, fixel, closest, contact.touching);
    }
    return contact;
  }

 private:
  void check_normal(std::size_t index, const Fixel& fixel, const ClosestPoint& closest, bool touching) {
    if (!closest.unique) {
      fault(index, "two points of the outline are closest to the fixel, so it has no unique normal; give \"normal\"");
    } else if (fixel.radius == 0 && touching && closest.corner_distance <= task_.contact_tolerance) {
      fault(index, "the fixel touches a vertex of the outline, where there is no unique normal; give \"normal\"");
    }
  }

  void fault(std::size_t index, std::string message) {
    const Eigen::Vector2d& at = task_.fixels[index].at;
    faults_.push_back({fmt::format("/fixels/{}", index), fmt::format("[{},{}]", at.x(), at.y()), std::move(message)});
  }

  const Task& task_;
  std::vector<Fault>& faults_;
};

}  // namespace

ContactSet find_contacts(const Task& task) {
  ContactSet set;
  set_inertia(task, set);
  if (!task.part.outline) {
    set.contacts = task.contacts;
    return set;
  }
  set.angle = task.pose.z();
  std::vector<Fault> faults;
  FixelReader reader(task, faults);
  for (std::size_t i = 0; i < task.fixels.size(); ++i) set.contacts.push_back(reader.contact(i));
  if (!faults.empty()) throw InputError(std::move(faults));
  return set;
}

}  // namespace pawl
