// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>
#include <random>

#include "support/scene.h"

namespace pawl::oracle {

/// A source of random free bodies and trees of joints, with random positions and velocities.
class RandomSystems {
 public:
  explicit RandomSystems(unsigned seed) : engine_(seed) {}

  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Eigen::Vector2d vector(double size) { return {real(-size, size), real(-size, size)}; }
  Eigen::Vector2d unit() {
    const double angle = real(-std::numbers::pi, std::numbers::pi);
    return {std::cos(angle), std::sin(angle)};
  }

  void add_body(Scene& scene) {
    Body body;
    body.mass = real(0.1, 3);
    body.inertia = real(0.1, 3);
    Eigen::Vector3d pose, twist, wrench;
    pose << vector(1), real(-3, 3);
    twist << vector(1), real(-2, 2);
    wrench << vector(5), real(-3, 3);
    scene.add_body(body, pose, twist, wrench);
  }

  void add_joint(Scene& scene) {
    Joint joint;
    const int index = static_cast<int>(scene.system.joints.size());
    joint.kind = integer(0, 2) == 0 ? Joint::Kind::prismatic : Joint::Kind::revolute;
    joint.parent = integer(-1, index - 1);
    joint.anchor = vector(1);
    joint.angle = real(-3, 3);
    const double position = real(-1, 1);
    const double velocity = real(-1, 1);
    const double effort = real(-5, 5);
    joint.mass = real(0.2, 2);
    joint.inertia = real(0.1, 1);
    joint.center_of_mass = vector(1);
    Eigen::Vector3d wrench;
    wrench << vector(2), real(-1, 1);
    scene.add_joint(joint, position, velocity, effort, wrench);
  }

  Scene scene(int bodies, int joints) {
    Scene scene;
    for (int i = 0; i < bodies; ++i) add_body(scene);
    for (int i = 0; i < joints; ++i) add_joint(scene);
    scene.system.gravity = vector(10);
    return scene;
  }

  /// Returns a random body or link, or the ground, but not `other`.
  Solid solid(const System& system, Solid other) {
    for (;;) {
      const int last = static_cast<int>(system.bodies.size() + system.joints.size()) - 1;
      const int pick = integer(-1, last);
      const std::size_t index = static_cast<std::size_t>(pick);
      const Solid chosen = pick < 0                       ? Solid::ground()
                           : index < system.bodies.size() ? Solid::body(index)
                                                          : Solid::link(index - system.bodies.size());
      if (chosen != other) return chosen;
    }
  }

 private:
  std::mt19937 engine_;
};

}  // namespace pawl::oracle
