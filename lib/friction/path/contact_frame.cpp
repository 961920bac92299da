// SPDX-License-Identifier: MIT
#include "friction/path/contact_frame.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace pawl {
namespace {

double square(const double (&v)[4]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

void set(double (&to)[4], const Eigen::Vector2d& arm, double x, double y, const double* roots, double sign) {
  to[0] = sign * roots[0] * x;
  to[1] = sign * roots[0] * y;
  to[2] = sign * roots[1] * (arm.x() * y - arm.y() * x);
  to[3] = 0;
}

void scale(ContactFrame::Row& row, double factor) {
  for (double& x : row.a) x *= factor;
  for (double& x : row.b) x *= factor;
}

}  // namespace

void ContactFrame::assign(const PlanarContactProblem& problem) {
  const std::size_t bodies = problem.bodies.size();
  motions_ = static_cast<int>(4 * bodies + 4);
  roots_.resize(2 * bodies + 2);
  for (std::size_t k = 0; k < bodies; ++k) {
    roots_[2 * k] = std::sqrt(problem.step * problem.bodies[k].inverse_mass);
    roots_[2 * k + 1] = std::sqrt(problem.step * problem.bodies[k].inverse_inertia);
  }
  roots_[2 * bodies] = roots_[2 * bodies + 1] = 0;
  contacts_.resize(problem.contacts.size());
  double largest = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    assign(contacts_[i], problem.contacts[i]);
    largest = std::max({largest, std::fabs(contacts_[i].bias[0]), std::fabs(contacts_[i].bias[1])});
  }
  force_unit_ = largest > 0 && std::isfinite(1 / largest) ? largest : 1;
  const double inverse = 1 / force_unit_;
  for (Contact& contact : contacts_) {
    contact.bias[0] *= inverse;
    contact.bias[1] *= inverse;
  }
}

void ContactFrame::perturb(double most, unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  for (Contact& contact : contacts_) {
    contact.bias[0] += most * random();
    contact.bias[1] += most * (2 * random() - 1);
  }
}

void ContactFrame::assign(Contact& to, const PlanarContactProblem::Contact& from) const {
  const int ground = motions_ / 4 - 1;
  const int a = from.a < 0 ? ground : from.a;
  const int b = from.b < 0 ? ground : from.b;
  to.a = 4 * a;
  to.b = 4 * b;
  const double x = from.normal.x();
  const double y = from.normal.y();
  set(to.row[0].a, from.arm_a, x, y, &roots_[static_cast<std::size_t>(2 * a)], -1);
  set(to.row[0].b, from.arm_b, x, y, &roots_[static_cast<std::size_t>(2 * b)], 1);
  set(to.row[1].a, from.arm_a, -y, x, &roots_[static_cast<std::size_t>(2 * a)], -1);
  set(to.row[1].b, from.arm_b, -y, x, &roots_[static_cast<std::size_t>(2 * b)], 1);
  const double diagonal = square(to.row[0].a) + square(to.row[0].b) + square(to.row[1].a) + square(to.row[1].b);
  const double unit = 1 / std::sqrt(diagonal);
  to.unit = diagonal > 0 && std::isfinite(unit) ? unit : 1;
  scale(to.row[0], to.unit);
  scale(to.row[1], to.unit);
  to.bias[0] = from.normal_bias * to.unit;
  to.bias[1] = from.tangent_bias * to.unit;
  to.rolls = from.sliding == 0 && from.friction > 0;
  to.share[0] = to.rolls ? from.friction : -from.sliding * from.friction;
  to.share[1] = -from.friction;
  for (const int g : {0, 1}) {
    for (int k = 0; k < 4; ++k) {
      to.generator[g].a[k] = to.row[0].a[k] + to.share[g] * to.row[1].a[k];
      to.generator[g].b[k] = to.row[0].b[k] + to.share[g] * to.row[1].b[k];
    }
  }
}

}  // namespace pawl
