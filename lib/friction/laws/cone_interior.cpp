// SPDX-License-Identifier: MIT
#include "friction/laws/cone_interior.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/laws/contact_velocities.h"
#include "friction/laws/mehrotra_step.h"

namespace pawl::internal {
namespace {

constexpr int kMostSteps = 60;
constexpr double kStart = 1;             // of all factors; forces and velocities are about 1
constexpr double kRegular = 1e-8;        // r
constexpr double kLeastProduct = 1e-24;  // below it steps are rounding
constexpr double kShort = .01;           // a step that leads nowhere
constexpr int kMostShort = 3;
constexpr double kLeastPivot = 1e-9;  // of the matrix, which has none below 1 but by rounding

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void clear_ground(std::vector<double>& motion) { std::fill(motion.end() - BodyContacts::kPlaces, motion.end(), 0.); }

}  // namespace

double ConeInterior::solve(const BodyContacts& contacts, double enough, std::vector<Force>& forces) {
  contacts_ = &contacts;
  factorizations_ = 0;
  start();
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0, short_steps = 0; k < kMostSteps && short_steps < kMostShort; ++k) {
    write(now_);
    const double now = error();
    if (now < best) {
      best = now;
      forces = now_;
    }
    if (best <= enough || product(0) <= kLeastProduct) break;
    const double step = mehrotra_step(*this);
    if (step == 0) break;
    short_steps += step < kShort;
  }
  return best;
}

void ConeInterior::start() {
  contacts_->find_pairs(pairs_);
  matrix_.set_pattern(contacts_->bodies(), pairs_);
  edges_.clear();
  for (int i = 0; i < contacts_->size(); ++i) {
    const double friction = (*contacts_)[i].friction, length = std::hypot(1, friction);
    add_edge(i, 1 / length, friction / length);
    if (friction > 0) add_edge(i, 1 / length, -friction / length);
  }
  find_motion();
}

void ConeInterior::add_edge(int contact, double normal, double tangent) {
  const BodyContacts::Contact& of = (*contacts_)[contact];
  Edge& edge = edges_.emplace_back();
  edge = {};
  edge.contact = contact;
  edge.normal = normal;
  edge.tangent = tangent;
  for (int k = 0; k < BodyContacts::kPlaces; ++k) {
    edge.row.a[k] = normal * of.row[0].a[k] + tangent * of.row[1].a[k];
    edge.row.b[k] = normal * of.row[0].b[k] + tangent * of.row[1].b[k];
  }
  edge.bias = normal * of.bias[0] + tangent * of.bias[1];
  edge.x = edge.y = kStart;
}

void ConeInterior::keep_predictor() {
  for (Edge& edge : edges_) {
    edge.first_dx = edge.dx;
    edge.first_dy = edge.dy;
  }
}

bool ConeInterior::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (const Edge& edge : edges_) add(edge, edge.x / (edge.y + kRegular * edge.x));
  return matrix_.factor(kLeastPivot, true);
}

/// matrix += response row'row
void ConeInterior::add(const Edge& edge, double response) {
  const auto add_product = [response](const double* r, const double* s, double* block) {
    for (int j = 0; j < BodyMatrix::kSize; ++j) {
      const double by = response * r[j];
      for (int k = 0; k < BodyMatrix::kSize; ++k) block[BodyMatrix::kSize * j + k] += by * s[k];
    }
  };
  const BodyContacts::Contact& contact = contact_of(edge);
  const bool on_a = contact.a != contacts_->ground(), on_b = contact.b != contacts_->ground();
  if (on_a) add_product(edge.row.a, edge.row.a, matrix_.diagonal(contact.a / BodyContacts::kPlaces));
  if (on_b) add_product(edge.row.b, edge.row.b, matrix_.diagonal(contact.b / BodyContacts::kPlaces));
  if (!on_a || !on_b) return;
  add_product(edge.row.a, edge.row.b, matrix_.of_pair(edge.contact, 0));
  add_product(edge.row.b, edge.row.a, matrix_.of_pair(edge.contact, 1));
}

/// Newton's step to where all products are `target`; `second`: with the products of the predictor's changes.
void ConeInterior::find_step(double target, bool second) {
  push_.assign(at(contacts_->motions()), 0);
  for (Edge& edge : edges_) {
    const double residual = BodyContacts::along(contact_of(edge), edge.row, motion_.data()) + edge.bias - edge.y;
    edge.wanted = target - edge.x * (edge.y + residual) - (second ? edge.first_dx * edge.first_dy : 0);
    edge.dy = residual;
    BodyContacts::push(contact_of(edge), edge.row, edge.wanted / (edge.y + kRegular * edge.x), push_.data());
  }
  clear_ground(push_);
  matrix_.solve(push_.data());
  for (Edge& edge : edges_) {
    const double along = BodyContacts::along(contact_of(edge), edge.row, push_.data());
    edge.dx = (edge.wanted - edge.x * along) / (edge.y + kRegular * edge.x);
    edge.dy += along + kRegular * edge.dx;
  }
}

/// The mean after a part of the change.
double ConeInterior::product(double part) const {
  double sum = 0;
  for (const Edge& edge : edges_) sum += (edge.x + part * edge.dx) * (edge.y + part * edge.dy);
  return edges_.empty() ? 0 : sum / static_cast<double>(edges_.size());
}

/// How far the factors may go until the first is 0; at most 1e3.
double ConeInterior::longest() const {
  double part = 1e3;
  for (const Edge& edge : edges_) {
    if (edge.dx < 0) part = std::min(part, -edge.x / edge.dx);
    if (edge.dy < 0) part = std::min(part, -edge.y / edge.dy);
  }
  return part;
}

void ConeInterior::go(double part) {
  for (Edge& edge : edges_) {
    edge.x += part * edge.dx;
    edge.y += part * edge.dy;
  }
  find_motion();
}

void ConeInterior::find_motion() {
  motion_.assign(at(contacts_->motions()), 0);
  for (const Edge& edge : edges_) BodyContacts::push(contact_of(edge), edge.row, edge.x, motion_.data());
  clear_ground(motion_);
}

/// By how much now_ misses the law, m/s.
double ConeInterior::error() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, motion_.data());
    const Force& force = now_[at(i)];
    worst = std::max(
        worst, contacts_->velocity_unit(i) * cone_error(contact.friction, force.normal, force.tangent, v[0], v[1]));
  }
  return worst;
}

void ConeInterior::write(std::vector<Force>& forces) const {
  forces.assign(at(contacts_->size()), {});
  for (const Edge& edge : edges_) {
    Force& force = forces[at(edge.contact)];
    force.normal += edge.x * edge.normal;
    force.tangent += edge.x * edge.tangent;
  }
}

}  // namespace pawl::internal
