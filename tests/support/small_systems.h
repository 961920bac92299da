// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "support/scene.h"

namespace pawl::oracle {

inline constexpr double kGravity = 9.81;

/// Returns a square block of side 1 and mass 1 on the floor. Its lower corners are at (-.5, 0) and (.5, 0). The
/// direction of gravity is such that the floor is a slope, which falls to the right at the angle `slope`, rad.
inline Scene block_on_slope(double slope, double mu, double speed = 0) {
  Scene scene;
  scene.system.gravity = {kGravity * std::sin(slope), -kGravity * std::cos(slope)};
  const Solid block = scene.add_body({1, 1.0 / 6}, {0, 0.5, 0}, {speed, 0, 0});
  for (const double x : {-0.5, 0.5}) {
    BodyContact contact;
    contact.b = block;
    contact.point = {x, 0};
    contact.friction = mu;
    scene.contacts.push_back(contact);
  }
  return scene;
}

/// Returns Painleve's rod, which is uniform and has the length 2 and the mass 1. Its lower end is on the floor at the
/// origin, and it points up to the right at the angle `angle`. The end slides left with the speed `speed` > 0, and the
/// rod turns with the angular velocity `spin`. Per unit of normal force, the normal acceleration of the end is 1 + 3
/// cos(angle) (cos(angle) - mu sin(angle)).
inline Scene painleve_rod(double angle, double mu, double speed, double spin = 0) {
  Scene scene;
  scene.system.gravity = {0, -kGravity};
  const Eigen::Vector2d center(std::cos(angle), std::sin(angle));
  // The end is at -center relative to the middle. With the velocity v of the middle, its velocity is v + spin *
  // (center.y, -center.x).
  const Eigen::Vector3d twist(-speed - spin * center.y(), spin * center.x(), spin);
  const Solid rod = scene.add_body({1, 1.0 / 3}, {center.x(), center.y(), 0}, twist);
  BodyContact contact;
  contact.b = rod;
  contact.friction = mu;
  scene.contacts = {contact};
  return scene;
}

/// Returns an arm of two links of length 1. It hangs from (0, 1 + sqrt 2), and both links are at 45 degrees. Its end is
/// at (0, 1), in the middle of the top of a block of side 1 on the floor. The torque `torque` of the second joint
/// presses the end onto the block.
inline Scene arm_on_block(double torque, double mu) {
  Scene scene = block_on_slope(0, mu);
  Joint shoulder;
  shoulder.anchor = {0, 1 + std::sqrt(2.0)};
  shoulder.mass = 0.5;
  shoulder.center_of_mass = {0.5, 0};
  shoulder.inertia = 0.05;
  Joint elbow = shoulder;
  elbow.parent = 0;
  elbow.anchor = {1, 0};
  scene.add_joint(shoulder, -std::acos(-1.0) / 4);
  const Solid forearm = scene.add_joint(elbow, -std::acos(-1.0) / 2, 0, torque);
  BodyContact tip;
  tip.a = Solid::body(0);
  tip.b = forearm;
  tip.point = {0, 1};
  tip.friction = mu;
  scene.contacts.push_back(tip);
  return scene;
}

}  // namespace pawl::oracle
