// SPDX-License-Identifier: MIT
#include "friction/coulomb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {
namespace {

/// Largest number of contacts for which a path is followed. The memory of a path grows with the square of the number of
/// contacts, and is 130 MB for kMostOnPaths contacts.
constexpr std::size_t kMostOnPaths = 2000;
/// Largest number of contacts for which a path is followed after all methods that start from an initial guess have
/// failed. For more contacts, a path takes a second or more; it costs less if the caller halves its time step and tries
/// again.
constexpr std::size_t kMostAfterAll = 250;

}  // namespace

double residual_of(const Coulomb&, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const double normal = impulses.normal[i], friction = problem.contacts[i].friction;
    worst = std::max(
        {worst, complementarity_error(normal, v.normal[i], v.normal_response[i]),
         friction_error(friction * std::max(normal, 0.), impulses.tangent[i], v.tangent[i], v.tangent_response[i])});
  }
  return worst / v.scale;
}

bool CoulombSolver::solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer) {
  if (problem.contacts.size() < 2 || !problem.blocks.empty()) return false;
  bodies_.assign(problem);
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(Coulomb{}, problem, impulses); };
  return bodies_.solve(start, residual, BodyContactSolver::Check::only_if_doubtful, answer);
}

void CoulombSolver::solve(const Coulomb&, const ContactProblem& problem, const ContactStart& start,
                          ContactImpulses& answer) {
  const bool near = start.near != nullptr && problem.blocks.empty();
  const bool large = problem.contacts.size() > (near ? kMostAfterAll : kMostOnPaths);
  answer.pivots = 0;
  answer.solved = (near || large) && solve_near(problem, start, answer);
  if (!answer.solved) large ? give_up(problem, answer) : solve_on_paths(problem, start.again, answer);
}

void CoulombSolver::give_up(const ContactProblem& problem, ContactImpulses& answer) {
  answer.normal.setZero(static_cast<Eigen::Index>(problem.contacts.size()));
  answer.tangent.setZero(answer.normal.size());
  answer.residual = std::numeric_limits<double>::infinity();
}

void CoulombSolver::solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer) {
  LcpLimits limits;
  limits.nodes = 0;
  const long count = static_cast<long>(problem.contacts.size());
  // For many contacts, the limit is only a little more than the number of pivots of one path.
  limits.pivots = std::min(200 + 40 * count, 1000 + 8 * count);
  const LcpAnswer& found = solver_.solve_unchecked(
      problem, limits, again ? ContactProblemSolver::Start::last : ContactProblemSolver::Start::cold);
  give_up(problem, answer);
  answer.pivots += found.pivots;
  answer.solved = found.status == LcpAnswer::Status::solved;
  answer.residual = found.residual;
  if (!answer.solved) return;
  layout_.assign(problem, ContactLayout::form_of(problem));
  for (int i = 0; i < static_cast<int>(problem.contacts.size()); ++i) {
    answer.normal[i] = std::max(0., found.z[layout_.normal(i)]);
    answer.tangent[i] = found.z[layout_.plus(i)] - found.z[layout_.minus(i)];
  }
  // The residual is computed again, because a negligible impulse may cause a large velocity if a body is light.
  answer.residual = residual_of(Coulomb{}, problem, answer);
  answer.solved = answer.residual <= kLcpResidual || (problem.blocks.empty() && improve(problem, answer));
}

/// Improves the answer by Newton's method. Returns whether the improved answer is a solution.
bool CoulombSolver::improve(const ContactProblem& problem, ContactImpulses& answer) {
  bodies_.assign(problem);
  return bodies_.improve([&](const ContactImpulses& impulses) { return residual_of(Coulomb{}, problem, impulses); },
                         answer);
}

}  // namespace pawl::internal::inline friction
