// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>
#include <numbers>
#include <random>

#include "friction/contact_dynamics.h"
#include "support/count.h"
#include "support/faults.h"
#include "support/paper_comparators.h"
#include "support/part_on_pins.h"

using namespace pawl;
using oracle::part_on_pins;

namespace {

/// Returns the problem of a point of 1 kg on the ground. The biases are the velocities of the point: `sliding` along
/// the ground, and `parting` away from it.
ContactProblem point_on_ground(double sliding, double parting) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies.push_back({1, 1});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.normal_bias = parting;
  contact.tangent_bias = sliding;
  return problem;
}

double sliding_after(const ContactLaw& law, const ContactProblem& problem) {
  const ContactImpulses found = ContactLawSolver().solve(law, problem);
  REQUIRE(found.solved);
  CHECK(verify(law, problem, found) <= 1e-12);
  return internal::velocities_of(problem, found).tangent[0];
}

}  // namespace

// Let m be the mass, v the velocity, h the step and mu_v the viscosity, with h mu_v/m = 3. Implicit viscous friction
// gives v' = v/(1 + h mu_v/m) = v/4. The explicit friction of the paper gives v' = v (1 - 3).
TEST_CASE(
    "implicit viscous friction multiplies the velocity by a quarter, whereas the published law overshoots by a factor "
    "of "
    "two") {
  ContactProblem problem = point_on_ground(1, 0);
  problem.duration = .01;
  for (const double push : {0., -1.}) {
    problem.contacts[0].normal_bias = push;
    CHECK(sliding_after(Viscous{300}, problem) == doctest::Approx(.25).epsilon(1e-14));
    CHECK(sliding_after(Viscous{300, LawRoute::published}, problem) == doctest::Approx(-2).epsilon(1e-14));
  }
  problem.contacts[0].touches = false;
  CHECK(sliding_after(Viscous{300}, problem) == 1);
}

// Both feet of a box press on the ground, and their tangents are on one line. In any motion, their sliding velocities
// therefore differ by the difference of their biases. If this is 0, both feet stick. If it is .01 m/s, every motion has
// slip, and the impulses of Coulomb's law grow without bound as the friction coefficient grows.
TEST_CASE("two feet that cannot both stick slide as under Coulomb's law with friction 10") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies.push_back({1, 60});
  for (const double x : {-.1, .1}) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back();
    contact.b = 0;
    contact.arm_b = {x, -.1};
    contact.normal_bias = -1;
    contact.tangent_bias = .3;
  }
  ContactLawSolver solver;
  const ContactImpulses stuck = solver.solve(NoSlip(), problem);
  REQUIRE(stuck.solved);
  CHECK(internal::velocities_of(problem, stuck).tangent.cwiseAbs().maxCoeff() < 1e-12);

  problem.contacts[1].tangent_bias += .01;
  const ContactImpulses slipping = solver.solve(NoSlip(), problem);
  REQUIRE(slipping.solved);
  CHECK(verify(NoSlip(), problem, slipping) <= 1e-9);
  const internal::ContactVelocities v = internal::velocities_of(problem, slipping);
  CHECK(v.normal.cwiseAbs().maxCoeff() < 1e-9);
  CHECK(v.tangent[1] - v.tangent[0] == doctest::Approx(.01));
  for (Eigen::Index i = 0; i < 2; ++i) {
    CHECK(std::fabs(slipping.tangent[i]) <= 10 * slipping.normal[i] * (1 + 1e-9));
    if (std::fabs(v.tangent[i]) <= 1e-9) continue;
    CHECK(slipping.tangent[i] == doctest::Approx((v.tangent[i] > 0 ? -10 : 10) * slipping.normal[i]));
  }
  // The impulses for a smaller friction coefficient must be refused.
  for (ContactProblem::Contact& contact : problem.contacts) contact.friction = .5;
  const ContactImpulses rough = solver.solve(Coulomb(), problem);
  REQUIRE(rough.solved);
  CHECK(verify(NoSlip(), problem, rough) > 1e-4);
}

// The point is in contact with the ground, slides at 1 m/s, and separates at .1 m/s.
TEST_CASE("under the no-slip law a lifting contact keeps its sliding velocity, which the published algorithm removes") {
  const ContactProblem problem = point_on_ground(1, .1);
  CHECK(sliding_after(NoSlip(), problem) == 1);
  CHECK(std::fabs(sliding_after(NoSlip{LawRoute::published}, problem)) < 1e-14);
  CHECK(std::fabs(sliding_after(NoSlip(), point_on_ground(1, -.1))) < 1e-14);
}

TEST_CASE(
    "problems of 36 contacts with gaps are always solved, whereas the published route for viscous friction "
    "often fails") {
  std::mt19937 random(36);
  const int count = oracle::count(1000);
  for (const ContactLaw& law : {ContactLaw(Viscous{.5}), ContactLaw(NoSlip())}) {
    ContactLaw published = law;
    std::visit(
        [](auto& one) {
          if constexpr (requires { one.route; }) one.route = LawRoute::published;
        },
        published);
    ContactLawSolver solver;
    int solved = 0, by_published = 0;
    for (int k = 0; k < count; ++k) {
      const ContactProblem problem = part_on_pins(random, 36, .1);
      const ContactImpulses found = solver.solve(law, problem);
      solved += found.solved && verify(law, problem, found) <= 1e-9;
      by_published += solver.solve(published, problem).solved;
    }
    CAPTURE(law.index());
    CHECK(solved == count);
    // Under viscous friction, the published method fails for some problems: it meets a singular matrix or does not end.
    // Under the no-slip law, it never fails in this test. This law permits no contact to slide, and with 36 tangents at
    // most one motion satisfies this.
    CHECK(std::holds_alternative<Viscous>(law) == (by_published < count));
    MESSAGE("law " << law.index() << ": " << solved << " of " << count << ", published " << by_published);
  }
}

TEST_CASE("changed answers violate both laws") {
  std::mt19937 random(3);
  for (const ContactLaw& law : {ContactLaw(Viscous{2}), ContactLaw(NoSlip())}) {
    for (int k = 0; k < 50; ++k) {
      CAPTURE(k);
      const ContactProblem problem = part_on_pins(random, 6, .1);
      const ContactImpulses found = ContactLawSolver().solve(law, problem);
      REQUIRE(found.solved);
      Eigen::Index largest = 0;
      if (found.normal.maxCoeff(&largest) < 1e-3) continue;
      ContactImpulses wrong = found;
      wrong.normal[largest] *= 1.01;
      CHECK(verify(law, problem, wrong) > 1e-9);
      wrong = found;
      wrong.tangent[largest] += .01;
      CHECK(verify(law, problem, wrong) > 1e-9);
    }
  }
}

// The problem is convex, because friction is absent. All laws give the same velocities, and also the same impulses if
// they are unique.
TEST_CASE("without viscosity the law is Coulomb's law without friction") {
  std::mt19937 random(11);
  ContactLawSolver solver;
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    ContactProblem problem = part_on_pins(random, 1 + k % 8, .1);
    const ContactImpulses rigid = solver.solve(Coulomb(), problem);
    REQUIRE(rigid.solved);
    const ContactImpulses viscous = solver.solve(Viscous{0}, problem);
    REQUIRE(viscous.solved);
    const auto a = internal::velocities_of(problem, rigid), b = internal::velocities_of(problem, viscous);
    CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-9);
  }
}

// A block is pressed onto the ground at two points and pushed sideways. It neither lifts nor slides.
TEST_CASE("if no contact separates, the no-slip law agrees with Coulomb's law with large friction") {
  std::mt19937 random(12);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  ContactLawSolver solver;
  for (int k = 0; k < 100; ++k) {
    CAPTURE(k);
    ContactProblem problem;
    problem.level = ContactProblem::Level::velocity;
    problem.bodies.push_back({1, 3});
    for (const double x : {-1., 1.}) {
      ContactProblem::Contact contact;
      contact.b = 0;
      contact.arm_b = {x, -.2};
      contact.friction = 100;
      contact.normal_bias = uniform(-1, -.5);
      contact.tangent_bias = uniform(-.2, .2);
      problem.contacts.push_back(contact);
    }
    problem.contacts[1].tangent_bias = problem.contacts[0].tangent_bias;  // the tangential velocities of two points of
                                                                          // one rigid body are equal
    const ContactImpulses rigid = solver.solve(Coulomb(), problem);
    REQUIRE(rigid.solved);
    const ContactImpulses held = solver.solve(NoSlip(), problem);
    REQUIRE(held.solved);
    const auto a = internal::velocities_of(problem, rigid), b = internal::velocities_of(problem, held);
    CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-9);
    CHECK((rigid.normal - held.normal).norm() < 1e-9);
  }
}

TEST_CASE("a block of coordinates gives the same answer as the body that it represents") {
  std::mt19937 random(13);
  for (const ContactLaw& law : {ContactLaw(Viscous{2}), ContactLaw(NoSlip())}) {
    for (int k = 0; k < 50; ++k) {
      CAPTURE(k);
      const ContactProblem body = part_on_pins(random, 5, .1);
      ContactProblem block = body;
      block.bodies.clear();
      const Eigen::Vector3d inertia(1 / body.bodies[0].inverse_mass, 1 / body.bodies[0].inverse_mass,
                                    1 / body.bodies[0].inverse_inertia);
      block.blocks.push_back({inertia.asDiagonal(), {}, {}});
      for (ContactProblem::Contact& contact : block.contacts) {
        const Eigen::Vector2d n = contact.normal, arm = contact.arm_b, t(-n.y(), n.x());
        contact.rows_b.resize(2, 3);
        contact.rows_b << n.x(), n.y(), arm.x() * n.y() - arm.y() * n.x(), t.x(), t.y(),
            arm.x() * t.y() - arm.y() * t.x();
      }
      const ContactImpulses one = ContactLawSolver().solve(law, body), other = ContactLawSolver().solve(law, block);
      REQUIRE(one.solved);
      REQUIRE(other.solved);
      const auto a = internal::velocities_of(body, one), b = internal::velocities_of(block, other);
      CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-9);
    }
  }
}

TEST_CASE("parameters of laws have bounds") {
  const ContactProblem problem = point_on_ground(1, 0);
  CHECK(pointers_of_faults([&] { ContactLawSolver().solve(Viscous{-1}, problem); }) == "/viscosity");
  CHECK(pointers_of_faults([&] { validate(Viscous{std::numeric_limits<double>::infinity()}); }) == "/viscosity");
  ContactProblem bad = problem;
  bad.duration = 0;
  CHECK(pointers_of_faults([&] { ContactLawSolver().solve(Viscous{1}, bad); }) == "/duration");
  bad = problem;
  bad.contacts[0].gap = std::numeric_limits<double>::quiet_NaN();
  CHECK(pointers_of_faults([&] { ContactLawSolver().solve(Viscous{1}, bad); }) == "/contacts/0/gap");
}

// Lemke's method pivots on all normals, and the dual active-set method on as many as there are coordinates.
TEST_CASE("the viscous law has the same motion by Lemke's method, which table III of the paper compares") {
  std::mt19937 random(15);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const ContactProblem problem = part_on_pins(random, 1 + k % 30, k % 2 == 0 ? .1 : 0);
    for (const LawRoute route : {LawRoute::law, LawRoute::published}) {
      const Viscous law{.5, route};
      const ContactImpulses lemke = oracle::viscous_by_lemke(law, problem);
      const ContactImpulses found = ContactLawSolver().solve(law, problem);
      REQUIRE(lemke.solved);
      CHECK(verify(law, problem, lemke) <= 1e-9);
      if (!found.solved) continue;  // the published method fails in some problems
      const auto a = internal::velocities_of(problem, lemke), b = internal::velocities_of(problem, found);
      CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-8);
    }
  }
}

// A block of 1 kg is pressed onto the ground at 6 to 30 points of its sole, and pushed sideways.
TEST_CASE("the model of largest dissipation holds a pressed sole as the law without slip does, and loses no less energy "
          "than Coulomb's law") {
  std::mt19937 random(16);
  for (int contacts = 6; contacts <= 30; contacts += 6) {
    for (const double friction : {100., .3}) {
      CAPTURE(contacts);
      ContactProblem problem;
      problem.level = ContactProblem::Level::velocity;
      problem.bodies.push_back({1, 60});
      for (int i = 0; i < contacts; ++i) {
        ContactProblem::Contact& contact = problem.contacts.emplace_back();
        contact.b = 0;
        contact.arm_b = {-.1 + .2 * i / (contacts - 1), -.02};
        contact.normal_bias = -1;
        contact.tangent_bias = .5;
        contact.friction = friction;
      }
      const ContactImpulses most = oracle::largest_dissipation(problem);
      REQUIRE(most.solved);
      const auto v = internal::velocities_of(problem, most);
      CHECK(v.normal.minCoeff() > -1e-6);
      CHECK(most.normal.minCoeff() > -1e-9);
      for (Eigen::Index i = 0; i < contacts; ++i) {
        CHECK(std::fabs(most.tangent[i]) <= friction * most.normal[i] + 1e-6);
      }
      const double left = std::max(0., .5 - friction * 1);  // c_n = 1 N s in total
      CHECK(v.tangent.cwiseAbs().maxCoeff() == doctest::Approx(left).epsilon(1e-5));
      const ContactImpulses dry = ContactLawSolver().solve(Coulomb(), problem);
      REQUIRE(dry.solved);
      const auto w = internal::velocities_of(problem, dry);
      CHECK(v.tangent.norm() <= w.tangent.norm() + 1e-5);
    }
  }
}
