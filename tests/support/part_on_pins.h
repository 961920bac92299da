// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <cmath>
#include <numbers>
#include <random>

namespace pawl::oracle {

/// Returns a part with a random motion among pins at random positions. Each pin touches the part with probability 1/2.
/// The other gaps are `gap` times the absolute value of a standard normal number. The step is 1 s. The velocity 0
/// satisfies the inequalities of the law, so a solution exists.
inline pawl::ContactProblem part_on_pins(std::mt19937& random, int pins, double gap) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  const auto normal = [&] { return std::normal_distribution<>()(random); };
  pawl::ContactProblem problem;
  problem.level = pawl::ContactProblem::Level::velocity;
  problem.bodies.push_back({uniform(.5, 2), uniform(.5, 4)});
  const Eigen::Vector3d velocity(normal(), normal(), normal());
  for (int i = 0; i < pins; ++i) {
    pawl::ContactProblem::Contact contact;
    contact.b = 0;
    const double angle = uniform(-std::numbers::pi, std::numbers::pi);
    contact.normal = {std::cos(angle), std::sin(angle)};
    contact.arm_b = {uniform(-1, 1), uniform(-1, 1)};
    contact.touches = random() % 2 == 0;
    contact.gap = contact.touches ? 0 : gap * std::fabs(normal());
    const auto along = [&](const Eigen::Vector2d& d) {
      return velocity.head<2>().dot(d) + velocity[2] * (contact.arm_b.x() * d.y() - contact.arm_b.y() * d.x());
    };
    contact.normal_bias = along(contact.normal) + contact.gap;
    contact.tangent_bias = along({-contact.normal.y(), contact.normal.x()});
    problem.contacts.push_back(contact);
  }
  return problem;
}

}  // namespace pawl::oracle
