// SPDX-License-Identifier: MIT
// Tests initial guesses of any quality, and problems of extreme size. Every answer with the status `solved` must obey
// the law.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_law.h>

#include <cmath>
#include <limits>

#include "support/disc_piles.h"

using namespace pawl;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ContactProblem fallen(int discs, unsigned seed, double friction) {
  return oracle::step_problem(oracle::fallen_pile(discs, seed), .01, friction);
}

ContactImpulses none_of(const ContactProblem& problem) {
  ContactImpulses impulses;
  impulses.normal.setZero(static_cast<Eigen::Index>(problem.contacts.size()));
  impulses.tangent = impulses.normal;
  return impulses;
}

double tolerance_of(const ContactLaw& law) {
  const auto* cones = std::get_if<ConeComplementarity>(&law);
  return cones != nullptr ? cones->tolerance : kLcpResidual;
}

using Method = ConeComplementarity::Method;
const ContactLaw kLaws[] = {Coulomb{}, ConeComplementarity{}, ConeComplementarity{1e-6, {}, Method::interior_point},
                            ConeComplementarity{1e-3, {}, Method::projected_gradient}};

}  // namespace

TEST_CASE("an initial guess that is infinite, NaN or enormous does not prevent an answer") {
  for (const int discs : {10, 160}) {
    const ContactProblem problem = fallen(discs, 2, .2);
    for (const ContactLaw& law : kLaws) {
      ContactLawSolver solver;
      for (const double bad : {kNaN, kInfinity, -kInfinity, 1e300, -1e300, 1e20}) {
        CAPTURE(discs);
        CAPTURE(law.index());
        CAPTURE(bad);
        ContactImpulses near = none_of(problem);
        near.normal[3] = near.tangent[5] = bad;
        const ContactImpulses& found = solver.solve(law, problem, {false, &near, 0});
        CHECK(found.solved);
        CHECK(verify(law, problem, found) <= tolerance_of(law));
      }
    }
  }
}

TEST_CASE("an initial guess for another number of contacts is ignored") {
  const ContactProblem problem = fallen(10, 2, .2);
  for (const ContactLaw& law : kLaws) {
    ContactImpulses near = none_of(problem);
    near.tangent.resize(0);
    ContactLawSolver solver;
    CHECK(solver.solve(law, problem, {false, &near, 0}).solved);
    near.normal.resize(1000);
    CHECK(solver.solve(law, problem, {false, &near, 0}).solved);
  }
}

TEST_CASE("if velocities overflow, no impulses obey a law") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies = {{1, 1}};
  ContactProblem::Contact contact;
  contact.b = 0;
  contact.arm_b = {1e200, 0};  // a unit impulse at this contact causes a velocity beyond the range of doubles
  contact.friction = .5;
  contact.normal_bias = -1;
  problem.contacts = {contact, contact};
  ContactImpulses near = none_of(problem);
  for (const ContactLaw& law : kLaws) {
    CHECK(verify(law, problem, near) == kInfinity);
    bool solved = false;
    try {
      solved = ContactLawSolver().solve(law, problem, {false, &near, 0}).solved;
    } catch (const InputError&) {  // the complementarity problem has an infinite matrix, and therefore throws
    }
    CHECK_FALSE(solved);
  }
  for (ContactProblem::Contact& one : problem.contacts) one.arm_b = {1e9, 1};
  near.normal[0] = 1e300;
  near.tangent[1] = -1e300;
  for (const ContactLaw& law : kLaws) CHECK(verify(law, problem, near) > 1);
}

// In the complementarity problem, an impulse of 1e-10 N s counts as zero. But it changes the velocity of a microgram by
// a tenth of a metre per second.
TEST_CASE("light bodies obey the law as accurately as heavy ones") {
  for (const double mass : {1e-12, 1e-9, 1e-6, 1., 1e9}) {
    for (const unsigned seed : {5U, 64U, 70U}) {
      ContactProblem problem = fallen(90, seed, 1);
      for (ContactProblem::Body& body : problem.bodies) {
        body.inverse_mass /= mass;
        body.inverse_inertia /= mass;
      }
      const ContactImpulses near = none_of(problem);
      for (const ContactImpulses* start : {static_cast<const ContactImpulses*>(nullptr), &near}) {
        CAPTURE(mass);
        CAPTURE(seed);
        const ContactImpulses found = ContactLawSolver().solve(Coulomb{}, problem, {false, start, 0});
        if (found.solved) CHECK(verify(Coulomb{}, problem, found) <= kLcpResidual);
      }
    }
  }
}

TEST_CASE("a solution is found whichever rounding error of the biases is stated, also for infinity and NaN") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const ContactProblem problem = fallen(160, seed, .2);
    REQUIRE(problem.contacts.size() > 250);  // with more than 250 contacts and an initial guess, the solver does not
                                             // try Lemke's paths
    ContactLawSolver solver;
    ContactImpulses near = none_of(problem);
    for (const double rounding : {0., 1e-12, 1e-7, 1e-3, kInfinity, kNaN}) {
      CAPTURE(seed);
      CAPTURE(rounding);
      const ContactImpulses found = solver.solve(Coulomb{}, problem, {false, &near, rounding});
      CHECK(found.solved);
      CHECK(verify(Coulomb{}, problem, found) <= kLcpResidual);
      near = found;
      near.normal *= 1 + 1e-8;  // perturbs the guess by an amount that is typical of rounding
    }
  }
}

TEST_CASE("verify measures by how much impulses violate each condition of a law") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies = {{1, 0}};
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.normal = {0, 1};
  contact.friction = .5;
  const auto off = [&](const ContactLaw& law, double normal, double tangent, double parting, double sliding) {
    contact.normal_bias = parting - normal;  // with this bias, the impulses make the contact separate and slide with
                                             // the given velocities
    contact.tangent_bias = sliding - tangent;
    ContactImpulses impulses;
    impulses.normal = Eigen::VectorXd::Constant(1, normal);
    impulses.tangent = Eigen::VectorXd::Constant(1, tangent);
    return verify(law, problem, impulses);
  };
  const ContactLaw coulomb = Coulomb{}, cones = ConeComplementarity{};
  for (const double side : {1., -1.}) {
    CHECK(off(coulomb, .4, .2 * side, 0, 0) < 1e-15);
    CHECK(off(coulomb, .4, .2 * side, 0, -.3 * side) < 1e-15);
    // The tangential impulse exceeds mu times the normal impulse.
    CHECK(off(coulomb, .4, .3 * side, 0, 0) == doctest::Approx(.1));
    CHECK(off(coulomb, .4, .3 * side, 0, -.3 * side) == doctest::Approx(.1));  // the tangential impulse exceeds this
                                                                               // bound, and the contact slides
    CHECK(off(coulomb, .4, .1 * side, 0, -.3 * side) == doctest::Approx(.1));  // the contact slides, but the tangential
                                                                               // impulse is below mu times the normal
                                                                               // impulse
    CHECK(off(coulomb, .4, .2 * side, 0, .3 * side) == doctest::Approx(.3));   // friction acts in the direction of
                                                                               // sliding instead of against it
    CHECK(off(cones, .4, .2 * side, .1, -.2 * side) < 1e-15);
    CHECK(off(cones, .4, .3 * side, 0, 0) == doctest::Approx(.2));  // here the residual is twice the excess
    CHECK(off(cones, 0, 0, .1, .4 * side) == doctest::Approx(.1));  // the velocity is outside the dual cone
    CHECK(off(cones, .4, 0, .4, 0) == doctest::Approx(.4));         // velocity and impulse are not perpendicular, as
                                                                    // the law requires
  }
  for (const ContactLaw& law : {coulomb, cones}) {
    CHECK(off(law, 0, 0, -.2, 0) == doctest::Approx(.2));
    CHECK(off(law, -.1, 0, 0, 0) >= .1 * (1 - 1e-15));
  }
  CHECK(off(coulomb, .4, 0, .2, 0) == doctest::Approx(.2));
}
