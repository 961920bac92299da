// SPDX-License-Identifier: MIT
#include "contact/contact_directions.h"

#include <algorithm>
#include <cmath>

namespace pawl {
namespace {

// A leaf's name: 8 * contact + what.
enum Leaf { kNormal = 0, kTangent = 1, kEdge = 2 };  // kEdge + 2 * (sign < 0) + (high ? 1 : 0)

// Bounds on the rounding of the formulas below, in units of roundoff of the magnitudes; generous.
constexpr double kRowUlps = 6;
constexpr double kEdgeUlps = 12;

/// [d; p x d] for d with entries of magnitude `size`.
Approx wrench_along(const Eigen::Vector2d& p, const Eigen::Vector2d& d, const Eigen::Vector2d& size, double ulps) {
  Approx row;
  row.value = {d.x(), d.y(), p.x() * d.y() - p.y() * d.x()};
  row.magnitude = {size.x(), size.y(), std::fabs(p.x()) * size.y() + std::fabs(p.y()) * size.x()};
  row.ulps = ulps;
  return row;
}

}  // namespace

struct ContactDirections::Frame {
  Integer px, py, nx, ny;
};

void ContactDirections::assign(const ContactSet& set) {
  set_ = &set;
  point_shift_ = common_shift(set.center_of_mass.data(), 2);
  for (const Contact& contact : set.contacts) {
    point_shift_ = std::max(point_shift_, common_shift(contact.point.data(), 2));
  }
}

void ContactDirections::fill(DirectionPool& pool) {
  pool.reset(this, point_shift_);
  first_ = pool.size();
  for (std::size_t i = 0; i < set_->size(); ++i) {
    const Contact& contact = set_->contacts[i];
    const Eigen::Vector2d p = contact.point - set_->center_of_mass;
    const Eigen::Vector2d n = contact.normal;
    const Eigen::Vector2d t = contact.tangent();
    pool.add_leaf(static_cast<int>(8 * i) + kNormal, wrench_along(p, n, n.cwiseAbs(), kRowUlps));
    pool.add_leaf(static_cast<int>(8 * i) + kTangent, wrench_along(p, t, t.cwiseAbs(), kRowUlps));
  }
  for (int row = first_, end = pool.size(); row < end; ++row) pool.add_negative(row);
}

int ContactDirections::add_force_edge(DirectionPool& pool, int contact, int sign, bool high) const {
  const Contact& c = set_->contacts[static_cast<std::size_t>(contact)];
  const double mu = high ? c.friction.high : c.friction.low;
  const Eigen::Vector2d p = c.point - set_->center_of_mass;
  const Eigen::Vector2d d = -(c.normal + sign * mu * c.tangent());
  const Eigen::Vector2d size = c.normal.cwiseAbs() + mu * c.tangent().cwiseAbs();
  const int name = 8 * contact + kEdge + (sign < 0 ? 2 : 0) + (high ? 1 : 0);
  return pool.add_leaf(name, wrench_along(p, d, size, kEdgeUlps));
}

ContactDirections::Frame ContactDirections::exact_frame(int contact) const {
  const Contact& c = set_->contacts[static_cast<std::size_t>(contact)];
  const int normal_shift = common_shift(c.normal.data(), 2);
  const Eigen::Vector2d& com = set_->center_of_mass;
  return {scaled_integer(c.point.x(), point_shift_) - scaled_integer(com.x(), point_shift_),
          scaled_integer(c.point.y(), point_shift_) - scaled_integer(com.y(), point_shift_),
          scaled_integer(c.normal.x(), normal_shift), scaled_integer(c.normal.y(), normal_shift)};
}

IntegerVector ContactDirections::exact_leaf(int name) const {
  const Frame f = exact_frame(name / 8);
  const int what = name % 8;
  Integer dx = f.nx;
  Integer dy = f.ny;
  if (what == kTangent) {
    dx = -f.ny;
    dy = f.nx;
  } else if (what >= kEdge) {
    const Friction& friction = set_->contacts[static_cast<std::size_t>(name / 8)].friction;
    const double mu = (what - kEdge) % 2 ? friction.high : friction.low;
    const int shift = common_shift(&mu, 1);
    const Integer one = Integer(1) << static_cast<unsigned>(shift);
    const Integer signed_mu = (what - kEdge) / 2 ? Integer(-scaled_integer(mu, shift)) : scaled_integer(mu, shift);
    dx = -(one * f.nx - signed_mu * f.ny);
    dy = -(one * f.ny + signed_mu * f.nx);
  }
  return {dx, dy, f.px * dy - f.py * dx};
}

}  // namespace pawl
