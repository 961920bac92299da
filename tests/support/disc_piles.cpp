// SPDX-License-Identifier: MIT
#include "support/disc_piles.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace pawl::oracle {
namespace {

using Contact = ContactProblem::Contact;
using Vector = Eigen::Vector2d;

constexpr double kGravity = 9.81;
constexpr double kMargin = 1e-4;  ///< m

double inertia(const DiscPile::Disc& disc) { return disc.mass * disc.radius * disc.radius / 2; }

/// Returns the component of a contact's velocity along d. This velocity is that of b minus that of a.
double along(const std::vector<Eigen::Vector3d>& velocity, const Contact& contact, const Vector& d) {
  const auto at = [&](int body, const Vector& arm) {
    if (body < 0) return 0.;
    const Eigen::Vector3d& v = velocity[static_cast<std::size_t>(body)];
    return d.dot(v.head<2>()) + (arm.x() * d.y() - arm.y() * d.x()) * v.z();
  };
  return at(contact.b, contact.arm_b) - at(contact.a, contact.arm_a);
}

void push(const DiscPile& pile, const Contact& contact, const Vector& impulse, std::vector<Eigen::Vector3d>& velocity) {
  const auto on = [&](int body, const Vector& arm, int sign) {
    if (body < 0) return;
    const DiscPile::Disc& disc = pile.discs[static_cast<std::size_t>(body)];
    Eigen::Vector3d& v = velocity[static_cast<std::size_t>(body)];
    v.head<2>() += sign * impulse / disc.mass;
    v.z() += sign * (arm.x() * impulse.y() - arm.y() * impulse.x()) / inertia(disc);
  };
  on(contact.a, contact.arm_a, -1);
  on(contact.b, contact.arm_b, 1);
}

Vector tangent(const Contact& contact) { return {-contact.normal.y(), contact.normal.x()}; }

std::vector<Eigen::Vector3d> falling(const DiscPile& pile, double h) {
  std::vector<Eigen::Vector3d> velocity;
  for (const DiscPile::Disc& disc : pile.discs) velocity.push_back(disc.velocity - h * Eigen::Vector3d(0, kGravity, 0));
  return velocity;
}

/// Returns all contacts with gaps of at most `margin`. Their member normal_bias contains the gap.
std::vector<Contact> touching(const DiscPile& pile, double margin, double friction) {
  std::vector<Contact> contacts;
  const auto add = [&](int a, int b, const Vector& normal, double radius_a, double gap) {
    if (gap > margin) return;
    Contact contact;
    contact.a = a;
    contact.b = b;
    contact.normal = normal;
    if (a >= 0) contact.arm_a = radius_a * normal;
    contact.arm_b = -pile.discs[static_cast<std::size_t>(b)].radius * normal;
    contact.friction = friction;
    contact.normal_bias = gap;
    contacts.push_back(contact);
  };
  for (int i = 0; i < static_cast<int>(pile.discs.size()); ++i) {
    const DiscPile::Disc& disc = pile.discs[static_cast<std::size_t>(i)];
    add(-1, i, {0, 1}, 0, disc.center.y() - disc.radius);
    add(-1, i, {1, 0}, 0, disc.center.x() - disc.radius);
    add(-1, i, {-1, 0}, 0, pile.width - disc.center.x() - disc.radius);
    for (int k = 0; k < i; ++k) {
      const DiscPile::Disc& other = pile.discs[static_cast<std::size_t>(k)];
      const Vector between = disc.center - other.center;
      const double distance = between.norm();
      add(k, i, between / distance, other.radius, distance - disc.radius - other.radius);
    }
  }
  return contacts;
}

void move(DiscPile& pile, const std::vector<Eigen::Vector3d>& velocity, double h) {
  for (std::size_t i = 0; i < pile.discs.size(); ++i) {
    pile.discs[i].velocity = velocity[i];
    pile.discs[i].center += h * velocity[i].head<2>();
  }
}

/// Makes one step by projected Gauss-Seidel iteration. The iteration may end before it converges.
void step_roughly(DiscPile& pile, double h, double friction) {
  std::vector<Eigen::Vector3d> velocity = falling(pile, h);
  const std::vector<Contact> contacts = touching(pile, .02, friction);
  std::vector<Vector> impulses(contacts.size(), Vector::Zero());
  for (int round = 0; round < 40; ++round) {
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const Contact& contact = contacts[k];
      const Vector t = tangent(contact);
      double mobility = 0;
      for (const int body : {contact.a, contact.b}) {
        if (body >= 0) mobility += 1 / pile.discs[static_cast<std::size_t>(body)].mass;
      }
      const double gap = contact.normal_bias;
      const double bias = gap > 0 ? gap / h : .1 * gap / h;
      Vector next;  // new normal and tangential impulse
      next.x() = std::max(0., impulses[k].x() - (along(velocity, contact, contact.normal) + bias) / mobility);
      const double bound = friction * next.x();
      next.y() = std::clamp(impulses[k].y() - along(velocity, contact, t) / (3 * mobility), -bound, bound);
      const Vector change = next - impulses[k];
      push(pile, contact, change.x() * contact.normal + change.y() * t, velocity);
      impulses[k] = next;
    }
  }
  move(pile, velocity, h);
}

}  // namespace

DiscPile hexagonal_pile(int columns, int rows) {
  constexpr double kRadius = .1;
  DiscPile pile;
  pile.width = 2 * kRadius * columns;
  for (int row = 0; row < rows; ++row) {
    const int shift = row % 2;
    for (int k = 0; k < columns - shift; ++k) {
      const Vector center(kRadius * (1 + shift + 2 * k), kRadius * (1 + std::sqrt(3.) * row));
      pile.discs.push_back({center, kRadius, 1});
    }
  }
  return pile;
}

DiscPile fallen_pile(int discs, unsigned seed) {
  constexpr double kStep = .01, kFriction = .5, kCell = .34;
  constexpr int kColumns = 5, kSteps = 150;
  std::mt19937 engine(seed);
  const auto real = [&](double from, double to) { return from + (to - from) * (engine() * 0x1p-32); };
  DiscPile pile;
  pile.width = kCell * kColumns;
  for (int i = 0; i < discs; ++i) {
    const double radius = real(.08, .16);
    const Vector cell(i % kColumns + .5, static_cast<double>(i / kColumns) + .5);
    const Vector jitter(real(-.01, .01), real(-.01, .01));
    pile.discs.push_back({kCell * cell + jitter, radius, 100 * radius * radius});
  }
  for (int k = 0; k < kSteps; ++k) step_roughly(pile, kStep, kFriction);
  return pile;
}

ContactProblem step_problem(const DiscPile& pile, double h, double friction) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  for (const DiscPile::Disc& disc : pile.discs) problem.bodies.push_back({1 / disc.mass, 1 / inertia(disc)});
  problem.contacts = touching(pile, kMargin, friction);
  const std::vector<Eigen::Vector3d> velocity = falling(pile, h);
  for (Contact& contact : problem.contacts) {
    contact.normal_bias = std::max(0., contact.normal_bias) / h + along(velocity, contact, contact.normal);
    contact.tangent_bias = along(velocity, contact, tangent(contact));
  }
  return problem;
}

DiscPile after_step(const DiscPile& pile, double h, const ContactProblem& problem, const Eigen::VectorXd& z) {
  std::vector<Eigen::Vector3d> velocity = falling(pile, h);
  const auto n = static_cast<Eigen::Index>(problem.contacts.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    push(pile, contact, z[i] * contact.normal + (z[n + i] - z[2 * n + i]) * tangent(contact), velocity);
  }
  DiscPile next = pile;
  move(next, velocity, h);
  return next;
}

}  // namespace pawl::oracle
