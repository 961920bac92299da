// SPDX-License-Identifier: MIT
#include "lcp/contact_residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/places_in_z.h"

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

double one_norm(const Eigen::Vector2d& v) { return std::fabs(v.x()) + std::fabs(v.y()); }

double cross(const Eigen::Vector2d& r, double x, double y) { return r.x() * y - r.y() * x; }

}  // namespace

ContactResidual::Value ContactResidual::operator()(const PlanarContactProblem& problem, const Eigen::VectorXd& z) {
  const bool velocity = problem.level == PlanarContactProblem::Level::velocity;
  bodies_.assign(problem.bodies.size() + 1, {});
  PlacesInZ forces(problem);
  if (z.size() != forces.size()) return {std::numeric_limits<double>::infinity(), 0};
  for (const Contact& contact : problem.contacts) {
    const PlacesInZ::Places at = forces.next(contact);
    const double normal = z[at.normal];
    const double most = contact.friction * std::fabs(normal);
    if (contact.sliding != 0) {
      push(contact, {normal, -contact.sliding * contact.friction * normal, std::fabs(normal) + most});
    } else if (velocity) {
      push(contact,
           {normal, z[at.plus] - z[at.minus], std::fabs(normal) + std::fabs(z[at.plus]) + std::fabs(z[at.minus])});
    } else {
      push(contact, {normal, z[at.plus] - contact.friction * normal, std::fabs(normal) + most + std::fabs(z[at.plus])});
    }
  }
  move(problem);
  double worst = 0, size = 0, all = 0, scale = 1;
  const auto pair = [&](double a, double b) { worst = std::max(worst, std::fabs(std::min(a, b))); };
  const Body* ground = &bodies_.back();
  PlacesInZ places(problem);
  for (const Contact& contact : problem.contacts) {
    const PlacesInZ::Places at = places.next(contact);
    const Body& a = contact.a < 0 ? *ground : bodies_[static_cast<std::size_t>(contact.a)];
    const Body& b = contact.b < 0 ? *ground : bodies_[static_cast<std::size_t>(contact.b)];
    const double x = (b.x - b.turn * contact.arm_b.y()) - (a.x - a.turn * contact.arm_a.y());
    const double y = (b.y + b.turn * contact.arm_b.x()) - (a.y + a.turn * contact.arm_a.x());
    const double n = problem.step * (contact.normal.x() * x + contact.normal.y() * y) + contact.normal_bias;
    const double t = problem.step * (contact.normal.x() * y - contact.normal.y() * x) + contact.tangent_bias;
    double terms = problem.step * one_norm(contact.normal) *
                   (a.push + b.push + one_norm(contact.arm_a) * a.twist + one_norm(contact.arm_b) * b.twist);
    scale = std::max(scale, std::fabs(contact.normal_bias));
    terms += std::fabs(contact.normal_bias);
    pair(z[at.normal], n);
    if (contact.sliding == 0) {
      scale = std::max(scale, std::fabs(contact.tangent_bias));
      terms += std::fabs(contact.tangent_bias);
      if (velocity) {
        pair(z[at.plus], t + z[at.last]);
        pair(z[at.minus], z[at.last] - t);
        pair(z[at.last], contact.friction * z[at.normal] - z[at.plus] - z[at.minus]);
        terms += std::fabs(z[at.last]) + std::fabs(z[at.plus]) + std::fabs(z[at.minus]);
      } else {
        pair(z[at.plus], t + z[at.minus]);
        pair(z[at.minus], 2 * contact.friction * z[at.normal] - z[at.plus]);
        terms += std::fabs(z[at.minus]) + std::fabs(z[at.plus]);
      }
      terms += 2 * contact.friction * std::fabs(z[at.normal]);
    }
    size = std::max(size, terms);
    all += terms;
  }
  if (!std::isfinite(all)) return {std::numeric_limits<double>::infinity(), 0};
  // No sum has more than n + 8 terms, no term more than 16 roundings, here and in the matrix; twice that covers those
  // of the sizes.
  const double rounding =
      4 * static_cast<double>(problem.contacts.size() + 24) * std::numeric_limits<double>::epsilon();
  return {worst / scale, rounding * size / scale};
}

void ContactResidual::push(const Contact& contact, const Force& force) {
  if (force.size == 0) return;
  const double x = force.normal * contact.normal.x() - force.tangent * contact.normal.y();
  const double y = force.normal * contact.normal.y() + force.tangent * contact.normal.x();
  const double size = force.size * one_norm(contact.normal);
  const auto feel = [&](int body, const Eigen::Vector2d& arm, int sign) {
    if (body < 0) return;
    Body& b = bodies_[static_cast<std::size_t>(body)];
    b.x += sign * x;
    b.y += sign * y;
    b.turn += sign * cross(arm, x, y);
    b.push += size;
    b.twist += size * one_norm(arm);
  };
  feel(contact.a, contact.arm_a, -1);
  feel(contact.b, contact.arm_b, 1);
}

void ContactResidual::move(const PlanarContactProblem& problem) {
  for (std::size_t k = 0; k < problem.bodies.size(); ++k) {
    const PlanarContactProblem::Body& body = problem.bodies[k];
    bodies_[k].x *= body.inverse_mass;
    bodies_[k].y *= body.inverse_mass;
    bodies_[k].push *= body.inverse_mass;
    bodies_[k].turn *= body.inverse_inertia;
    bodies_[k].twist *= body.inverse_inertia;
  }
}

}  // namespace pawl
