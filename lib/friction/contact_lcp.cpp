// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_lcp.h>

#include "friction/constrained_inertia.h"
#include "friction/contact_layout.h"
#include "friction/contact_scales.h"
#include "friction/shape_validator.h"
#include "friction/unchecked.h"

namespace pawl {
namespace {

using internal::ConstrainedInertia;
using internal::ContactLayout;
using internal::sliding_direction;

std::vector<Eigen::Index> closed_contacts(const MotionProblem& problem) {
  std::vector<Eigen::Index> closed;
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] != ContactState::open) closed.push_back(static_cast<Eigen::Index>(i));
  }
  return closed;
}

ContactLayout layout_of(const MotionProblem& problem) {
  std::vector<char> slides;
  for (const ContactState state : problem.states) {
    if (state != ContactState::open) slides.push_back(state == ContactState::sliding);
  }
  return {slides, static_cast<int>(problem.equations.tangents.size())};
}

/// Variables of layout_of(problem).
Eigen::Index variables_of(const MotionProblem& problem) {
  const Eigen::Index tangents = static_cast<Eigen::Index>(problem.equations.tangents.size());
  Eigen::Index count = 0;
  for (const ContactState state : problem.states) {
    if (state != ContactState::open) count += state == ContactState::sliding ? 1 : 1 + 2 * tangents;
  }
  return count;
}

/// The sizes of what forces are made of: the friction of contacts, and the velocities of those that slide.
void check_forces(const MotionProblem& problem, const Eigen::VectorXd& z) {
  const ContactEquations& e = problem.equations;
  internal::ShapeValidator check;
  check.count("/states", problem.states.size(), static_cast<std::size_t>(e.contacts()));
  check.shape("/equations/friction", e.friction, e.contacts(), 1);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.shape(internal::EntryOf{"/equations/tangents", k}, e.tangents[k], e.contacts(), e.velocity.size());
  }
  check.shape("/z", z, variables_of(problem), 1);
  check.finish();
}

}  // namespace

namespace internal {

ContactSpace unchecked_contact_space(const MotionProblem& problem) {
  const ContactEquations& e = problem.equations;
  ContactSpace space;
  space.contacts = closed_contacts(problem);
  const Eigen::Index n = static_cast<Eigen::Index>(space.contacts.size());
  Eigen::MatrixXd rows(n * static_cast<Eigen::Index>(1 + e.tangents.size()), e.degrees());
  Eigen::VectorXd offsets(rows.rows());
  rows.topRows(n) = e.normals(space.contacts, Eigen::all);
  offsets.head(n) = problem.normal_offset(space.contacts);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    const Eigen::Index first = n * static_cast<Eigen::Index>(k + 1);
    rows.middleRows(first, n) = e.tangents[k](space.contacts, Eigen::all);
    offsets.segment(first, n) = problem.tangent_offset[k](space.contacts);
  }
  const ConstrainedInertia inertia(e.mass, e.bilateral);
  space.half = inertia.half(rows);
  const Eigen::VectorXd unforced =
      inertia.motion(problem.impetus, inertia.particular(problem.bilateral_target, problem.bilateral_slack));
  space.free = rows * unforced + offsets;
  // What cancels is 0: a contact that nothing can move must not approach by rounding.
  const Eigen::VectorXd sums = rows.cwiseAbs() * unforced.cwiseAbs() + offsets.cwiseAbs();
  space.free = (space.free.array().abs() <= tolerance::kCancelled * sums.array()).select(0, space.free);
  return space;
}

SystemForces unchecked_forces_of(const MotionProblem& problem, const Eigen::VectorXd& z) {
  const ContactEquations& e = problem.equations;
  const std::vector<Eigen::Index> closed = closed_contacts(problem);
  const ContactLayout at = layout_of(problem);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(e.contacts());
  SystemForces forces{none, std::vector<Eigen::VectorXd>(e.tangents.size(), none)};
  for (int i = 0; i < static_cast<int>(closed.size()); ++i) {
    const Eigen::Index contact = closed[static_cast<std::size_t>(i)];
    const double normal = z[at.normal(i)];
    forces.normal[contact] = normal;
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      const double bound = e.friction[contact] * normal;
      forces.tangent[k][contact] =
          at.rolls(i) ? z[at.plus(i, static_cast<int>(k))] - bound : -bound * sliding_direction(e, contact, k);
    }
  }
  return forces;
}

}  // namespace internal

ContactSpace contact_space(const MotionProblem& problem) {
  problem.validate();
  return internal::unchecked_contact_space(problem);
}

ContactLcp contact_lcp(const MotionProblem& problem) {
  Lcp dense = contact_problem(problem).lcp();
  ContactLcp lcp{std::move(dense.M), std::move(dense.q), {}, {}};
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] == ContactState::sliding) lcp.sliding.push_back(static_cast<Eigen::Index>(i));
    if (problem.states[i] == ContactState::rolling) lcp.rolling.push_back(static_cast<Eigen::Index>(i));
  }
  return lcp;
}

SystemForces forces_of(const MotionProblem& problem, const Eigen::VectorXd& z) {
  check_forces(problem, z);
  return internal::unchecked_forces_of(problem, z);
}

}  // namespace pawl
