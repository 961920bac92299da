// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <cmath>
#include <random>

namespace pawl::oracle {

/// A source of random contact problems that do not come from a scene. Bodies and the ground touch at random, so that
/// some problems have no solution. In a quarter of the problems, normals are parallel to the axes, and each number of
/// an arm or bias has one of five values, so that some biases are 0 and some rows are equal.
class RandomContactProblems {
 public:
  explicit RandomContactProblems(unsigned seed) : engine_(seed) {}

  ContactProblem operator()(int most_contacts) {
    ContactProblem problem;
    const bool velocity = integer(0, 1) == 1;
    problem.level = velocity ? ContactProblem::Level::velocity : ContactProblem::Level::acceleration;
    problem.step = velocity ? .01 : 1;
    round_ = integer(0, 3) == 0;
    const int bodies = integer(1, 4);
    for (int k = 0; k < bodies; ++k) problem.bodies.push_back({real(.2, 2), real(.5, 20)});
    const int contacts = integer(1, most_contacts);
    for (int i = 0; i < contacts; ++i) problem.contacts.push_back(contact(bodies, velocity));
    if (contacts > 1 && integer(0, 5) == 0) problem.contacts.back() = problem.contacts.front();
    return problem;
  }

  /// Returns the same problem after a small change of its biases.
  ContactProblem nearby(ContactProblem problem) {
    for (auto& c : problem.contacts) {
      c.normal_bias *= real(.99, 1.01);
      c.tangent_bias *= real(.99, 1.01);
    }
    return problem;
  }

 private:
  int integer(int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine_); }
  double real(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  double number(double size) { return round_ ? std::round(2 * real(-1, 1)) * size / 2 : real(-size, size); }

  ContactProblem::Contact contact(int bodies, bool velocity) {
    ContactProblem::Contact c;
    c.a = integer(-1, bodies - 1);
    do c.b = integer(-1, bodies - 1);
    while (c.b == c.a);
    const double angle = real(0, 6.3);
    const int sign = integer(0, 1) == 1 ? 1 : -1;
    const bool upright = integer(0, 1) == 1;
    c.normal = !round_   ? Eigen::Vector2d(std::cos(angle), std::sin(angle))
               : upright ? Eigen::Vector2d(0, sign)
                         : Eigen::Vector2d(sign, 0);
    c.arm_a = {number(1), number(1)};
    c.arm_b = {number(1), number(1)};
    c.friction = integer(0, 3) * .4;
    if (!velocity && integer(0, 1) == 1) c.sliding = integer(0, 1) == 1 ? 1 : -1;
    c.normal_bias = number(10);
    c.tangent_bias = number(10);
    return c;
  }

  std::mt19937 engine_;
  bool round_ = false;
};

}  // namespace pawl::oracle
