// SPDX-License-Identifier: MIT
#include "friction/laws/body_contacts.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

double square(const double (&v)[BodyContacts::kPlaces]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

}  // namespace

void BodyContacts::assign(const ContactProblem& problem) {
  roots_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    roots_.push_back({std::sqrt(problem.step * body.inverse_mass), std::sqrt(problem.step * body.inverse_inertia)});
  }
  contacts_.resize(problem.contacts.size());
  double largest = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    assign(contacts_[i], problem.contacts[i]);
    largest = std::max({largest, std::fabs(contacts_[i].bias[0]), std::fabs(contacts_[i].bias[1])});
  }
  force_unit_ = largest > 0 && std::isfinite(1 / largest) ? largest : 1;
  for (Contact& contact : contacts_) {
    contact.bias[0] /= force_unit_;
    contact.bias[1] /= force_unit_;
  }
}

void BodyContacts::find_pairs(std::vector<std::pair<int, int>>& pairs) const {
  pairs.clear();
  for (const Contact& contact : contacts_) {
    pairs.emplace_back(contact.a == ground() ? -1 : contact.a / kPlaces,
                       contact.b == ground() ? -1 : contact.b / kPlaces);
  }
}

void BodyContacts::find_motion(const std::vector<Force>& forces, std::vector<double>& motion) const {
  motion.assign(static_cast<std::size_t>(motions()), 0);
  for (int i = 0; i < size(); ++i) {
    const Contact& contact = (*this)[i];
    const Force& force = forces[static_cast<std::size_t>(i)];
    if (force.normal != 0) push(contact, contact.row[0], force.normal, motion.data());
    if (force.tangent != 0) push(contact, contact.row[1], force.tangent, motion.data());
  }
  std::fill(motion.end() - kPlaces, motion.end(), 0.);
}

void BodyContacts::set_row(double (&row)[kPlaces], int body, const Eigen::Vector2d& arm,
                           const Eigen::Vector2d& direction, double sign) const {
  const Root root = body < 0 ? Root{0, 0} : roots_[static_cast<std::size_t>(body)];
  row[0] = sign * root.mass * direction.x();
  row[1] = sign * root.mass * direction.y();
  row[2] = sign * root.inertia * (arm.x() * direction.y() - arm.y() * direction.x());
}

void BodyContacts::assign(Contact& to, const ContactProblem::Contact& from) const {
  to.a = from.a < 0 ? ground() : kPlaces * from.a;
  to.b = from.b < 0 ? ground() : kPlaces * from.b;
  double diagonal = 0;
  for (const int k : {0, 1}) {
    const Eigen::Vector2d direction = k == 0 ? from.normal : Eigen::Vector2d(-from.normal.y(), from.normal.x());
    set_row(to.row[k].a, from.a, from.arm_a, direction, -1);
    set_row(to.row[k].b, from.b, from.arm_b, direction, 1);
    diagonal += square(to.row[k].a) + square(to.row[k].b);
  }
  const double unit = 1 / std::sqrt(diagonal);
  to.unit = diagonal > 0 && std::isnormal(unit) ? unit : 1;
  for (Row& row : to.row) {
    for (double& x : row.a) x *= to.unit;
    for (double& x : row.b) x *= to.unit;
  }
  to.bias[0] = from.normal_bias * to.unit;
  to.bias[1] = from.tangent_bias * to.unit;
  to.friction = from.friction;
}

void BodyContacts::add(int i, const double (&response)[3], BodyMatrix& matrix) const {
  static_assert(kPlaces == BodyMatrix::kSize);
  const Contact& contact = (*this)[i];
  const Row &n = contact.row[0], &t = contact.row[1];
  const auto add_products = [&](const double* n1, const double* t1, const double* n2, const double* t2, double* block) {
    for (int j = 0; j < kPlaces; ++j) {
      const double by_n = n1[j] * response[0] + t1[j] * response[1], by_t = t1[j] * response[2];
      for (int k = 0; k < kPlaces; ++k) block[kPlaces * j + k] += by_n * n2[k] + by_t * t2[k];
    }
  };
  if (contact.a != ground()) add_products(n.a, t.a, n.a, t.a, matrix.diagonal(contact.a / kPlaces));
  if (contact.b != ground()) add_products(n.b, t.b, n.b, t.b, matrix.diagonal(contact.b / kPlaces));
  if (contact.a == ground() || contact.b == ground()) return;
  add_products(n.a, t.a, n.b, t.b, matrix.of_pair(i, 0));
  add_products(n.b, t.b, n.a, t.a, matrix.of_pair(i, 1));
}

}  // namespace pawl::internal
