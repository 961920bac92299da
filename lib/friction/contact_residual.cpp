// SPDX-License-Identifier: MIT
#include "friction/contact_residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

double one_norm(const Eigen::Vector2d& v) { return std::fabs(v.x()) + std::fabs(v.y()); }

double cross(const Eigen::Vector2d& r, double x, double y) { return r.x() * y - r.y() * x; }

/// The worst of the pairs seen so far, and the largest sum of the magnitudes of a contact's terms.
struct Worst {
  double residual = 0, terms = 0, all_terms = 0, scale = 1;

  double hidden = 0, largest_response = 0;

  void pair(double a, double b) { residual = std::max(residual, std::fabs(std::min(a, b))); }
  /// A force and its w; a unit of the force does at most `response` (root) times that of another contact.
  void force(double z, double w, double response) {
    pair(z, w);
    if (std::fabs(z) < w) hidden = std::max(hidden, std::fabs(z) * response);
  }
  void add_terms(double sum) {
    terms = std::max(terms, sum);
    all_terms += sum;
  }
};

}  // namespace

ContactResidual::Value ContactResidual::operator()(const PlanarContactProblem& problem, const Eigen::VectorXd& z) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  PlacesInZ places(problem);
  if (z.size() != places.size()) return {kInfinity, 0};
  bodies_.assign(problem.bodies.size() + 1, {});
  for (const Contact& contact : problem.contacts) push(problem, contact, places.next(contact), z.data());
  move(problem);
  places.restart();
  Worst worst;
  for (const Contact& contact : problem.contacts) {
    const PlacesInZ::Places at = places.next(contact);
    const Motion motion = motion_at(contact, problem.step);
    worst.scale = std::max(worst.scale, std::fabs(contact.normal_bias));
    const double root = response(problem, contact);
    worst.largest_response = std::max(worst.largest_response, root);
    const double edge = root * (1 + contact.friction);
    worst.force(z[at.normal], motion.normal, edge);
    double terms = motion.terms + std::fabs(contact.normal_bias);
    if (contact.sliding == 0) {
      const double bound = contact.friction * z[at.normal];
      worst.scale = std::max(worst.scale, std::fabs(contact.tangent_bias));
      terms += std::fabs(contact.tangent_bias) + 2 * std::fabs(bound) + std::fabs(z[at.plus]) + std::fabs(z[at.minus]);
      if (at.last >= 0) {
        worst.force(z[at.plus], motion.tangent + z[at.last], root);
        worst.force(z[at.minus], z[at.last] - motion.tangent, root);
        worst.pair(z[at.last], bound - z[at.plus] - z[at.minus]);
        terms += std::fabs(z[at.last]);
      } else {
        worst.force(z[at.plus], motion.tangent + z[at.minus], root);
        worst.pair(z[at.minus], 2 * bound - z[at.plus]);
      }
    }
    worst.add_terms(terms);
  }
  if (!std::isfinite(worst.all_terms)) return {kInfinity, 0};
  // No sum has more than n + 8 terms, no term more than 16 roundings, here and in the matrix; twice that covers those
  // of the sizes.
  const double rounding =
      4 * static_cast<double>(problem.contacts.size() + 24) * std::numeric_limits<double>::epsilon();
  return {worst.residual / worst.scale, rounding * worst.terms / worst.scale,
          worst.hidden * worst.largest_response / worst.scale};
}

/// The root of at least what a unit force at the contact does there, along any direction.
double ContactResidual::response(const PlanarContactProblem& problem, const Contact& contact) {
  const auto of = [&](int body, const Eigen::Vector2d& arm) {
    if (body < 0) return 0.;
    const PlanarContactProblem::Body& b = problem.bodies[static_cast<std::size_t>(body)];
    return b.inverse_mass + b.inverse_inertia * arm.squaredNorm();
  };
  return std::sqrt(problem.step * contact.normal.squaredNorm() *
                   (of(contact.a, contact.arm_a) + of(contact.b, contact.arm_b)));
}

double lcp_residual(const PlanarContactProblem& problem, const Eigen::VectorXd& z) {
  problem.validate();
  return ContactResidual()(problem, z).residual;
}

/// What a contact's variables do to its bodies.
void ContactResidual::push(const PlanarContactProblem& problem, const Contact& contact, const PlacesInZ::Places& at,
                           const double* z) {
  const double normal = z[at.normal];
  if (contact.sliding != 0) {
    const double tangent = -contact.sliding * contact.friction * normal;
    push(contact, {normal, tangent, std::fabs(normal) + std::fabs(tangent)});
  } else if (problem.level == PlanarContactProblem::Level::velocity) {
    push(contact,
         {normal, z[at.plus] - z[at.minus], std::fabs(normal) + std::fabs(z[at.plus]) + std::fabs(z[at.minus])});
  } else {
    const double bound = contact.friction * normal;
    push(contact, {normal, z[at.plus] - bound, std::fabs(normal) + std::fabs(bound) + std::fabs(z[at.plus])});
  }
}

ContactResidual::Motion ContactResidual::motion_at(const Contact& contact, double step) const {
  const Body& a = contact.a < 0 ? bodies_.back() : bodies_[static_cast<std::size_t>(contact.a)];
  const Body& b = contact.b < 0 ? bodies_.back() : bodies_[static_cast<std::size_t>(contact.b)];
  const double x = (b.x - b.turn * contact.arm_b.y()) - (a.x - a.turn * contact.arm_a.y());
  const double y = (b.y + b.turn * contact.arm_b.x()) - (a.y + a.turn * contact.arm_a.x());
  const double size = a.push + b.push + one_norm(contact.arm_a) * a.twist + one_norm(contact.arm_b) * b.twist;
  return {step * (contact.normal.x() * x + contact.normal.y() * y) + contact.normal_bias,
          step * (contact.normal.x() * y - contact.normal.y() * x) + contact.tangent_bias,
          step * one_norm(contact.normal) * size};
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
