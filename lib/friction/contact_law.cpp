// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_law.h>

#include "friction/laws/coulomb.h"

namespace pawl {
namespace {

void require_level(const ContactProblem& problem) {
  problem.validate();
  if (problem.level != ContactProblem::Level::velocity) {
    throw InputError("/level", "acceleration", "must be the velocity level: laws give impulses");
  }
}

}  // namespace

double verify(const ContactLaw& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  require_level(problem);
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  for (const Eigen::VectorXd* part : {&impulses.normal, &impulses.tangent}) {
    if (part->size() == count) continue;
    throw InputError(part == &impulses.normal ? "/normal" : "/tangent", fmt::format("{} entries", part->size()),
                     fmt::format("must have one a contact, {}", count));
  }
  return std::visit([&](const auto& one) { return internal::residual_of(one, problem, impulses); }, law);
}

struct ContactLawSolver::State {
  internal::CoulombSolver coulomb;
  ContactImpulses answer;

  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start) {
    coulomb.solve(law, problem, start, answer);
  }
};

ContactLawSolver::ContactLawSolver() : state_(std::make_unique<State>()) {}
ContactLawSolver::~ContactLawSolver() = default;
ContactLawSolver::ContactLawSolver(ContactLawSolver&&) noexcept = default;
ContactLawSolver& ContactLawSolver::operator=(ContactLawSolver&&) noexcept = default;

const ContactImpulses& ContactLawSolver::solve(const ContactLaw& law, const ContactProblem& problem,
                                               const ContactStart& start) {
  require_level(problem);
  return solve_unchecked(law, problem, start);
}

const ContactImpulses& ContactLawSolver::solve_unchecked(const ContactLaw& law, const ContactProblem& problem,
                                                         const ContactStart& start) {
  std::visit([&](const auto& one) { state_->solve(one, problem, start); }, law);
  return state_->answer;
}

}  // namespace pawl
