// SPDX-License-Identifier: MIT
#include "simulation/forces.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

}  // namespace

Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place) {
  const std::size_t index = static_cast<std::size_t>(body);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  force.head<2>() = system.bodies[index].mass * system.gravity;
  if (!actuation.loads.body_wrenches.empty()) force += actuation.loads.body_wrenches[index];
  const auto add = [&](const Vector& arm, const Vector& part, double torque) {
    force += Eigen::Vector3d(part.x(), part.y(), moment(arm, part) + torque);
  };
  for (const PointForce& one : actuation.forces) {
    if (one.body == index) add(place.direction(one.at), one.force, one.torque);
  }
  for (const SpringPull& one : actuation.springs) {
    if (one.body != index) continue;
    const Vector way = one.anchor - place.point(one.at);
    const double length = way.norm();
    if (length > 0) add(place.direction(one.at), (one.tension / length + one.stiffness) * way, 0);
  }
  return force;
}

}  // namespace pawl::internal
