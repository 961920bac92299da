// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb_gradient.h"

#include <algorithm>
#include <cmath>

#include "friction/laws/cones.h"

namespace pawl::internal {
namespace {

constexpr int kLook = 10;        ///< steps between looks at the residuals
constexpr double kSolved = .5;   ///< of the law's residual: a program that is solved so well has told enough
constexpr double kFollows = .5;  ///< of the way to |v_t|: all of it would overshoot

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

CoulombGradient::Program::Local CoulombGradient::Program::velocity(int i, const Eigen::VectorXd& x) const {
  Local v = BodyContacts::velocity((*rows)[i], x.data());
  v[0] += added[at(i)];
  return v;
}

CoulombGradient::Program::Local CoulombGradient::Program::project(int i, const Local& c) const {
  return Wedge::project((*rows)[i].friction, c);
}

void CoulombGradient::Program::find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const {
  x.setZero(rows->motions());
  for (int i = 0; i < contacts(); ++i) {
    const BodyContacts::Contact& contact = (*rows)[i];
    if (c[2 * i] == 0) continue;
    BodyContacts::push(contact, contact.row[0], c[2 * i], x.data());
    BodyContacts::push(contact, contact.row[1], c[2 * i + 1], x.data());
  }
  x.tail<BodyContacts::kPlaces>().setZero();
}

void CoulombGradient::begin(const BodyContacts& contacts, const std::vector<Force>& near) {
  program_.rows = &contacts;
  program_.added.assign(at(contacts.size()), 0);
  Eigen::VectorXd c(2 * contacts.size());
  for (int i = 0; i < contacts.size(); ++i) {
    c.segment<2>(2 * i) = program_.project(i, {near[at(i)].normal, near[at(i)].tangent});
  }
  method_.emplace(program_, c);
  for (int i = 0; i < contacts.size(); ++i) program_.added[at(i)] = wanted(i);
  steps_ = 0;
}

void CoulombGradient::advance(int steps) {
  for (int k = 0; k < steps; ++k) {
    method_->step();
    if (++steps_ % kLook == 0) follow();
  }
}

double CoulombGradient::off() const {
  double worst = 0;
  for (int i = 0; i < program_.contacts(); ++i) {
    const BodyContacts::Contact& contact = (*program_.rows)[i];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, method_->motion().data());
    worst = std::max(worst, coulomb_projection_error(contact.friction, method_->impulses().segment<2>(2 * i), v));
  }
  return worst;
}

/// What is added to a normal velocity, at the speed with which the contact slides.
double CoulombGradient::wanted(int i) const {
  const BodyContacts::Contact& contact = (*program_.rows)[i];
  return contact.friction * std::fabs(BodyContacts::velocity(contact, method_->motion().data())[1]);
}

/// Speeds go on to those that the contacts slide with, where the program is solved well enough for that.
void CoulombGradient::follow() {
  double of_program = 0;
  for (int i = 0; i < program_.contacts(); ++i) {
    const Eigen::Vector2d c = method_->impulses().segment<2>(2 * i);
    of_program = std::max(
        of_program, projection_error<Wedge>((*program_.rows)[i].friction, c, program_.velocity(i, method_->motion())));
  }
  if (of_program > kSolved * off()) return;
  for (int i = 0; i < program_.contacts(); ++i) {
    program_.added[at(i)] += kFollows * (wanted(i) - program_.added[at(i)]);
  }
}

void CoulombGradient::write(std::vector<Force>& forces) const {
  forces.resize(at(program_.contacts()));
  for (int i = 0; i < program_.contacts(); ++i) {
    forces[at(i)] = {method_->impulses()[2 * i], method_->impulses()[2 * i + 1]};
  }
}

}  // namespace pawl::internal
