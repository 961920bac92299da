// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/simulation/step.h>

#include <cmath>
#include <numbers>

namespace pawl::oracle {

/// A system, its state and its loads. Functions add one body after another. The center of mass of each body is the
/// origin of its outline.
struct MovingScene {
  System system;
  State state;
  Actuation actuation;

  static Outline box(double half_x, double half_y) {
    return Polygon{{{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}}};
  }

  void add_ground(const Outline& outline, const Eigen::Vector3d& pose, double friction, double restitution = 0) {
    system.shapes.push_back({Solid::ground(), outline, pose, friction, restitution});
  }

  std::size_t add(const Outline& outline, double mass, double inertia, const Eigen::Vector3d& pose, double friction,
                  const Eigen::Vector3d& twist = {0, 0, 0}, const Eigen::Vector3d& wrench = {0, 0, 0},
                  double restitution = 0) {
    const State before = state;
    const std::size_t index = system.bodies.size();
    system.bodies.push_back({mass, inertia});
    system.shapes.push_back({Solid::body(index), outline, {0, 0, 0}, friction, restitution});
    state = State(system);
    state.q.head(before.q.size()) = before.q;
    state.u.head(before.u.size()) = before.u;
    state.pose(index) = pose;
    state.twist(index) = twist;
    actuation.loads.body_wrenches.push_back(wrench);
    return index;
  }
  std::size_t add_box(double half_x, double half_y, double mass, const Eigen::Vector3d& pose, double friction,
                      const Eigen::Vector3d& twist = {0, 0, 0}, const Eigen::Vector3d& wrench = {0, 0, 0},
                      double restitution = 0) {
    return add(box(half_x, half_y), mass, mass * (half_x * half_x + half_y * half_y) / 3, pose, friction, twist, wrench,
               restitution);
  }
  std::size_t add_disc(double radius, double mass, const Eigen::Vector3d& pose, double friction,
                       const Eigen::Vector3d& twist = {0, 0, 0}, double restitution = 0) {
    return add(Disc{{0, 0}, radius}, mass, mass * radius * radius / 2, pose, friction, twist, {0, 0, 0}, restitution);
  }

  double energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
      const Body& body = system.bodies[i];
      const Eigen::Vector3d twist = state.twist(i);
      sum += (body.mass * twist.head<2>().squaredNorm() + body.inertia * twist[2] * twist[2]) / 2 -
             body.mass * system.gravity.dot(Eigen::Vector2d(state.pose(i).head<2>())) -
             actuation.loads.body_wrenches[i].dot(Eigen::Vector3d(state.pose(i)));
    }
    return sum;
  }
};

/// Returns a fixed plane through the origin, which falls to the right at the angle `angle`. Bodies stand on its upper
/// side.
inline MovingScene incline(double angle, double friction) {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(MovingScene::box(20, .5), {-.5 * std::sin(angle), -.5 * std::cos(angle), -angle}, friction);
  return scene;
}

/// Returns a revolute joint without a drive and without limits. `center` is the center of mass of its link, in the
/// frame of the link.
inline Joint revolute(const Eigen::Vector2d& anchor, double mass, double inertia, const Eigen::Vector2d& center,
                      int parent = -1) {
  Joint joint;
  joint.parent = parent;
  joint.anchor = anchor;
  joint.mass = mass;
  joint.inertia = inertia;
  joint.center_of_mass = center;
  return joint;
}

}  // namespace pawl::oracle
