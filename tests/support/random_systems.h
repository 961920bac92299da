// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/multi_body.h>

#include <numbers>
#include <random>

namespace pawl::oracle {

/// Random free bodies and trees of joints, in any configuration and motion.
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

  FreeBody body() {
    FreeBody body;
    body.mass = real(0.1, 3);
    body.inertia = real(0.1, 3);
    body.pose << vector(1), real(-3, 3);
    body.twist << vector(1), real(-2, 2);
    body.wrench << vector(5), real(-3, 3);
    return body;
  }

  Joint joint(int index) {
    Joint joint;
    joint.kind = integer(0, 2) == 0 ? Joint::Kind::prismatic : Joint::Kind::revolute;
    joint.parent = integer(-1, index - 1);
    joint.anchor = vector(1);
    joint.angle = real(-3, 3);
    joint.position = real(-1, 1);
    joint.velocity = real(-1, 1);
    joint.effort = real(-5, 5);
    joint.mass = real(0.2, 2);
    joint.inertia = real(0.1, 1);
    joint.center_of_mass = vector(1);
    joint.wrench << vector(2), real(-1, 1);
    return joint;
  }

  MultiBody system(int bodies, int joints) {
    MultiBody system;
    for (int i = 0; i < bodies; ++i) system.bodies.push_back(body());
    for (int i = 0; i < joints; ++i) system.joints.push_back(joint(i));
    system.gravity = vector(10);
    return system;
  }

  /// Any solid but `other`; the ground too.
  Solid solid(const MultiBody& system, Solid other) {
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
