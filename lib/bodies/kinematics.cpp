// SPDX-License-Identifier: MIT
#include "bodies/kinematics.h"

#include <cmath>

namespace pawl::internal {
namespace {

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

}  // namespace

Eigen::Vector2d SolidMotion::direction(const Eigen::Vector2d& local) const {
  return angle == 0 ? local : turned(local, angle);
}

Eigen::Vector2d SolidMotion::world(const Eigen::Vector2d& local) const { return origin + direction(local); }

Eigen::Vector2d SolidMotion::velocity_at(const Eigen::Vector2d& place) const {
  return velocity + spin * turned_left(place - origin);
}

Eigen::Vector2d SolidMotion::bias_at(const Eigen::Vector2d& place) const {
  return bias - spin * spin * (place - origin);
}

Kinematics::Kinematics(const System& system, const State& state) : system_(system) {
  motions_.reserve(system.bodies.size() + system.joints.size());
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const auto pose = state.pose(i);
    const auto twist = state.twist(i);
    motions_.push_back({pose.head<2>(), pose.z(), twist.head<2>(), twist.z(), {0, 0}});
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    motions_.push_back(link_motion(system.joints[i], state.position(i), state.velocity(i)));
  }
}

SolidMotion Kinematics::link_motion(const Joint& joint, double position, double velocity) const {
  const SolidMotion& parent = joint.parent < 0 ? ground_ : motion(Solid::link(static_cast<std::size_t>(joint.parent)));
  const bool slides = joint.kind == Joint::Kind::prismatic;
  SolidMotion link;
  link.angle = parent.angle + joint.angle + (slides ? 0 : position);
  link.spin = parent.spin + (slides ? 0 : velocity);
  link.origin = parent.world(joint.anchor);
  const Eigen::Vector2d axis = slides ? link.direction({1, 0}) : Eigen::Vector2d(0, 0);
  if (slides) link.origin += position * axis;
  link.velocity = parent.velocity_at(link.origin) + velocity * axis;
  link.bias = parent.bias_at(link.origin) + 2 * parent.spin * velocity * turned_left(axis);
  return link;
}

const SolidMotion& Kinematics::motion(Solid solid) const {
  if (solid.kind == Solid::Kind::ground) return ground_;
  return motions_[solid.kind == Solid::Kind::body ? solid.index : system_.bodies.size() + solid.index];
}

Eigen::Vector2d Kinematics::center_of_mass(std::size_t link) const {
  return motion(Solid::link(link)).world(system_.joints[link].center_of_mass);
}

Eigen::Vector2d Kinematics::point_column(int joint, const Eigen::Vector2d& place) const {
  const SolidMotion& link = motion(Solid::link(static_cast<std::size_t>(joint)));
  if (spin_column(joint) == 0) return link.direction({1, 0});
  return turned_left(place - link.origin);
}

double Kinematics::spin_column(int joint) const {
  return system_.joints[static_cast<std::size_t>(joint)].kind == Joint::Kind::revolute ? 1 : 0;
}

}  // namespace pawl::internal
