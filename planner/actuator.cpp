// SPDX-License-Identifier: MIT
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "actuator_domain.h"
#include "contact/body_frame.h"
#include "exact/written.h"
#include "io/task_form.h"

namespace pawl {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

class Converter {
 public:
  Converter(const Eigen::Vector3d& pose, const ContactSet& set) : set_(set), frame_(pose) {}

  ActuatorDomain operator()(const FreeActuator&) const { return {}; }

  ActuatorDomain operator()(const TrayActuator&) const {
    return {{WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, kTurn}, set_.angle};
  }

  ActuatorDomain operator()(const PushActuator& push) const {
    const Eigen::Vector2d at = body_point(push.at);
    const double to = push.to < push.from ? push.to + kTurn : push.to;
    return {{WrenchDomain::Kind::circle, force_at(at, {1, 0}), force_at(at, {0, 1}), push.from - set_.angle,
             to - set_.angle},
            set_.angle};
  }

  ActuatorDomain operator()(const SpringActuator& spring) const {
    const Eigen::Vector2d line = internal::written_difference(spring.anchor, spring.at);
    const double length = line.norm();
    const double spread = std::asin(std::min(1., spring.anchor_tolerance / length));
    const Eigen::Vector2d at = body_point(spring.at);
    const Eigen::Vector2d along = frame_.direction(line);
    const Eigen::Vector2d across(-along.y(), along.x());
    return {{WrenchDomain::Kind::spread, force_at(at, along), force_at(at, across), -spread, spread},
            std::atan2(line.y(), line.x())};
  }

 private:
  /// From the centre of mass, in the contact set's frame.
  Eigen::Vector2d body_point(const Eigen::Vector2d& world) const {
    return internal::written_difference(frame_.point(world).at, set_.center_of_mass);
  }
  static Eigen::Vector3d force_at(const Eigen::Vector2d& at, const Eigen::Vector2d& force) {
    return {force.x(), force.y(), at.x() * force.y() - at.y() * force.x()};
  }

  const ContactSet& set_;
  internal::BodyFrame frame_;
};

}  // namespace

ActuatorDomain internal::domain_of(const Actuator& actuator, const Eigen::Vector3d& pose, const ContactSet& set) {
  return std::visit(Converter(pose, set), actuator);
}

ActuatorDomain actuator_domain(const Task& task, const ContactSet& set) {
  internal::Validator faults;
  internal::check_task_values(task, faults);
  internal::check_spring(task, faults);
  faults.finish();
  set.validate();
  return internal::domain_of(task.actuator.value_or(FreeActuator()), task.pose, set);
}

}  // namespace pawl
