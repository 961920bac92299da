// SPDX-License-Identifier: MIT
// Makes contact problems from bytes, for every contact law. The result `solved` must have finite impulses that obey the
// law. For the complementarity problem, the result `none` must have a proof.
#include <pawl/friction/contact_law.h>

#include "fuzz_input.h"

namespace {

using pawl::ContactProblem;
using pawl::fuzz::Bytes;
using pawl::fuzz::require;

constexpr std::array<double, 6> kFriction{0, .1, .5, 1, 10, 1000};

Eigen::Vector2d arm_of(Bytes& bytes) { return {bytes.number(), bytes.number()}; }

ContactProblem problem_of(Bytes& bytes) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = bytes.one_of<4>({1e-3, .01, .1, 1});
  const int bodies = bytes.whole(1, 3), contacts = bytes.whole(1, 6);
  for (int i = 0; i < bodies; ++i) {
    problem.bodies.push_back({bytes.one_of<4>({1, .1, 10, 1e-6}), bytes.one_of<5>({1, .1, 10, 1e-6, 0})});
  }
  for (int i = 0; i < contacts; ++i) {
    ContactProblem::Contact contact;
    contact.b = bytes.whole(0, bodies - 1);
    contact.a = bytes.whole(-1, bodies - 1);
    if (contact.a == contact.b) contact.a = -1;
    const double angle = bytes.flag() ? bytes.whole(0, 7) * .78539816339744831 : bytes.between(0, 6.2831853071795862);
    contact.normal = {std::cos(angle), std::sin(angle)};
    contact.arm_b = arm_of(bytes);
    if (contact.a >= 0) contact.arm_a = arm_of(bytes);
    contact.friction = bytes.one_of(kFriction);
    contact.touches = bytes.flag();
    contact.gap = contact.touches ? 0 : bytes.between(0, 1e-3);
    contact.normal_bias = bytes.number() + contact.gap / problem.duration;
    contact.tangent_bias = bytes.number();
    problem.contacts.push_back(contact);
  }
  return problem;
}

pawl::ContactLaw law_of(Bytes& bytes) {
  const pawl::LawRoute route = bytes.byte() % 4 == 3 ? pawl::LawRoute::published : pawl::LawRoute::law;
  switch (bytes.byte() % 6) {
    case 1:
      return pawl::Viscous{bytes.one_of<4>({0, 1, 100, 1e6}), route};
    case 2:
      return pawl::NoSlip{route};
    case 3: {
      pawl::ConeComplementarity law;
      law.method = static_cast<pawl::ConeComplementarity::Method>(bytes.whole(0, 4));
      return law;
    }
    case 4:
      return pawl::Compliant{bytes.one_of<4>({1, 1e3, 1e5, 1e9}), bytes.one_of<4>({0, 1, 1e2, 1e6}),
                             bytes.one_of<4>({0, 1, 1e2, 1e6}), route};
    case 5:
      return pawl::CoulombViscous{bytes.one_of<4>({0, 1, 100, 1e6})};
    default:
      return pawl::Coulomb{};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const pawl::ContactLaw law = law_of(bytes);
  const ContactProblem problem = problem_of(bytes);
  problem.validate();
  pawl::ContactLawSolver solver;
  const auto check = [&](const pawl::ContactImpulses& found) {
    if (!found.solved) return;
    require(found.normal.allFinite() && found.tangent.allFinite());
    const auto* cones = std::get_if<pawl::ConeComplementarity>(&law);
    require(pawl::verify(law, problem, found) <= (cones == nullptr ? pawl::kLcpResidual : cones->tolerance));
  };
  const pawl::ContactImpulses cold = solver.solve(law, problem);
  check(cold);
  check(solver.solve(law, problem, {true, &cold, 0}));
  if (!std::holds_alternative<pawl::Coulomb>(law) || problem.contacts.size() > 4) return 0;
  pawl::LcpLimits limits;
  limits.pivots = 3000;
  limits.nodes = 300;
  const pawl::LcpAnswer answer = pawl::solve_contact_problem(problem, limits);
  if (answer.status == pawl::LcpAnswer::Status::solved) {
    require(pawl::lcp_residual(problem.lcp(), answer.z) <= pawl::kLcpResidual);
  }
  if (answer.status == pawl::LcpAnswer::Status::none) {
    require(pawl::proves_no_solution(problem, answer.refutation));
  }
  return 0;
}
