// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_law.h>

#include "base/faults.h"
#include "friction/compliant.h"
#include "friction/cone_complementarity.h"
#include "friction/coulomb.h"
#include "friction/coulomb_viscous.h"
#include "friction/no_slip.h"
#include "friction/viscous.h"

namespace pawl {
namespace {

void require_level(const ContactProblem& problem) {
  problem.validate();
  if (problem.level != ContactProblem::Level::velocity) {
    throw InputError("/level", "acceleration", "must be the velocity level, because contact laws compute impulses");
  }
}

void check(const Coulomb&, internal::Validator&) {}
void check(const Viscous& law, internal::Validator& faults) { faults.not_negative("/viscosity", law.viscosity); }
void check(const CoulombViscous& law, internal::Validator& faults) {
  faults.not_negative("/viscosity", law.viscosity);
}
void check(const NoSlip&, internal::Validator&) {}
void check(const ConeComplementarity& law, internal::Validator& faults) {
  faults.positive("/tolerance", law.tolerance);
  if (law.max_push) faults.not_negative("/max_push", *law.max_push);
  if (law.coulomb_iterations < 0) faults.add("/coulomb_iterations", law.coulomb_iterations, "must not be negative");
}

void check(const Compliant& law, internal::Validator& faults) {
  faults.positive("/stiffness", law.stiffness);
  faults.not_negative("/damping", law.damping);
  faults.not_negative("/tangent_damping", law.tangent_damping);
  faults.not_negative("/modulus", law.modulus);
  faults.not_negative("/radius", law.radius);
  if (law.modulus > 0 && law.radius == 0) faults.add("/radius", law.radius, "must be greater than 0 with a modulus");
  if (law.radius > 0 && law.modulus == 0) faults.add("/modulus", law.modulus, "must be greater than 0 with a radius");
  if (law.modulus > 0 && law.route == LawRoute::published) {
    faults.add("/modulus", law.modulus, "must be 0 with LawRoute::published, which solves linear springs only");
  }
}

/// Throws InputError if a contact has a modulus and the law is Compliant with LawRoute::published.
void require_no_published_hertz(const ContactLaw& law, const ContactProblem& problem) {
  const Compliant* compliant = std::get_if<Compliant>(&law);
  if (compliant == nullptr || compliant->route != LawRoute::published) return;
  internal::Validator faults;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const std::optional<double>& modulus = problem.contacts[i].modulus;
    if (!modulus) continue;
    faults.add(fmt::format("/contacts/{}/modulus", i), *modulus,
               "must be absent with LawRoute::published, which solves linear springs only");
  }
  faults.finish();
}

}  // namespace

void validate(const ContactLaw& law) {
  internal::Validator faults;
  std::visit([&](const auto& one) { check(one, faults); }, law);
  faults.finish();
}

double verify(const ContactLaw& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  validate(law);
  require_level(problem);
  require_no_published_hertz(law, problem);
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  for (const Eigen::VectorXd* part : {&impulses.normal, &impulses.tangent}) {
    if (part->size() == count) continue;
    throw InputError(part == &impulses.normal ? "/normal" : "/tangent", fmt::format("{} entries", part->size()),
                     fmt::format("must have one entry per contact ({})", count));
  }
  return std::visit([&](const auto& one) { return internal::residual_of(one, problem, impulses); }, law);
}

struct ContactLawSolver::State {
  internal::CoulombSolver coulomb;
  internal::ViscousSolver viscous;
  internal::CoulombViscousSolver coulomb_viscous;
  internal::NoSlipSolver no_slip;
  internal::ConeComplementaritySolver cones;
  internal::CompliantSolver compliant;
  ContactImpulses answer;

  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start) {
    coulomb.solve(law, problem, start, answer);
  }
  void solve(const Viscous& law, const ContactProblem& problem, const ContactStart& start) {
    viscous.solve(law, problem, start, answer);
  }
  void solve(const CoulombViscous& law, const ContactProblem& problem, const ContactStart& start) {
    coulomb_viscous.solve(law, problem, start, answer);
  }
  void solve(const NoSlip& law, const ContactProblem& problem, const ContactStart& start) {
    no_slip.solve(law, problem, start, answer);
  }
  void solve(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start) {
    cones.solve(law, problem, start, answer);
  }
  void solve(const Compliant& law, const ContactProblem& problem, const ContactStart& start) {
    compliant.solve(law, problem, start, answer);
  }
};

ContactLawSolver::ContactLawSolver() : state_(std::make_unique<State>()) {}
ContactLawSolver::~ContactLawSolver() = default;
ContactLawSolver::ContactLawSolver(ContactLawSolver&&) noexcept = default;
ContactLawSolver& ContactLawSolver::operator=(ContactLawSolver&&) noexcept = default;

const ContactImpulses& ContactLawSolver::solve(const ContactLaw& law, const ContactProblem& problem,
                                               const ContactStart& start) {
  validate(law);
  require_level(problem);
  require_no_published_hertz(law, problem);
  return solve_unchecked(law, problem, start);
}

const ContactImpulses& ContactLawSolver::solve_unchecked(const ContactLaw& law, const ContactProblem& problem,
                                                         const ContactStart& start) {
  state_->answer.cone = {};
  std::visit([&](const auto& one) { state_->solve(one, problem, start); }, law);
  return state_->answer;
}

}  // namespace pawl
