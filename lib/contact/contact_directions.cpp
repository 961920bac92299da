// SPDX-License-Identifier: MIT
#include "contact/contact_directions.h"

#include <cmath>

namespace pawl::internal {
namespace {

// A leaf's name: 8 * contact + what.
enum Leaf { kNormal = 0, kTangent = 1, kEdge = 2 };  // kEdge + 2 * (sign < 0) + (high ? 1 : 0)

// Bounds on the error of the formulas below, that of the doubles against what they mean included, in units of roundoff
// of the magnitudes; generous.
constexpr double kRowUlps = 10;
constexpr double kEdgeUlps = 16;

/// A torque in doubles, and the sum of its terms' sizes.
struct Arm {
  double value, magnitude;
};

Arm cross_arm(const Eigen::Vector2d& p, const Eigen::Vector2d& centre, const Eigen::Vector2d& d) {
  const Eigen::Vector2d from = p - centre;
  const Eigen::Vector2d size = p.cwiseAbs() + centre.cwiseAbs();
  return {from.x() * d.y() - from.y() * d.x(), size.x() * std::fabs(d.y()) + size.y() * std::fabs(d.x())};
}

Approx direction(const Eigen::Vector2d& d, const Eigen::Vector2d& size, const Arm& arm, double ulps) {
  Approx row;
  row.value = {d.x(), d.y(), arm.value};
  row.magnitude = {size.x(), size.y(), arm.magnitude};
  row.ulps = ulps;
  return row;
}

}  // namespace

void ContactDirections::assign(const ContactSet& set) {
  set_ = &set;
  frames_.assign(set);
}

void ContactDirections::fill(DirectionPool& pool) {
  pool.reset(this);
  first_ = pool.size();
  for (std::size_t i = 0; i < set_->size(); ++i) {
    const Contact& contact = set_->contacts[i];
    const Eigen::Vector2d n = contact.normal;
    const Eigen::Vector2d t = contact.tangent();
    const Arm normal = cross_arm(normal_through(contact), set_->center_of_mass, n);
    const Arm tangent = cross_arm(tangent_through(contact), set_->center_of_mass, t);
    pool.add_leaf(static_cast<int>(8 * i) + kNormal, direction(n, n.cwiseAbs(), normal, kRowUlps));
    pool.add_leaf(static_cast<int>(8 * i) + kTangent, direction(t, t.cwiseAbs(), tangent, kRowUlps));
  }
  for (int row = first_, end = pool.size(); row < end; ++row) pool.add_negative(row);
}

int ContactDirections::add_force_edge(DirectionPool& pool, int contact, int sign, bool high) const {
  const Contact& c = set_->contacts[static_cast<std::size_t>(contact)];
  const double mu = high ? c.friction.high : c.friction.low;
  const Eigen::Vector2d d = -(c.normal + sign * mu * c.tangent());
  const Eigen::Vector2d size = c.normal.cwiseAbs() + mu * c.tangent().cwiseAbs();
  const Arm normal = cross_arm(normal_through(c), set_->center_of_mass, c.normal);
  const Arm tangent = cross_arm(tangent_through(c), set_->center_of_mass, c.tangent());
  const Arm arm{-(normal.value + sign * mu * tangent.value), normal.magnitude + mu * tangent.magnitude};
  const int name = 8 * contact + kEdge + (sign < 0 ? 2 : 0) + (high ? 1 : 0);
  return pool.add_leaf(name, direction(d, size, arm, kEdgeUlps));
}

IntegerVector ContactDirections::exact_leaf(int name) const {
  const auto contact = static_cast<std::size_t>(name / 8);
  const ExactFrame f = frames_.frame(contact);
  const int what = name % 8;
  if (what == kNormal) return {f.nx, f.ny, f.normal_arm};
  if (what == kTangent) return {-f.ny, f.nx, f.tangent_arm};
  const ExactFriction mu = frames_.friction(contact, (what - kEdge) % 2 != 0);
  const Integer slope = (what - kEdge) / 2 ? -mu.top : mu.top;
  return {slope * f.ny - mu.bottom * f.nx, -mu.bottom * f.ny - slope * f.nx,
          -mu.bottom * f.normal_arm - slope * f.tangent_arm};
}

}  // namespace pawl::internal
