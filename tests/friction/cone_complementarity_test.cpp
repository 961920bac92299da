// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "friction/cone_program.h"
#include "friction/contact_dynamics.h"
#include "friction/coulomb_solutions.h"
#include "support/faults.h"
#include "support/part_on_pins.h"
#include "support/space_rows.h"

using namespace pawl;
using namespace pawl::internal;
using pawl::oracle::DenseRows;
using pawl::oracle::part_on_pins;

namespace {

using Method = ConeComplementarity::Method;

ContactProblem with_friction(ContactProblem problem, std::mt19937& random) {
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.friction = random() % 4 == 0 ? 0 : std::uniform_real_distribution<>(0, 1.5)(random);
  }
  return problem;
}

/// Returns the problem of one step of a point of 1 kg on the ground. The point slides with the velocity `sliding`, and
/// approaches the ground with `approaching`, m/s.
ContactProblem sliding_point(double friction, double sliding, double approaching) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies.push_back({1, 1});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.friction = friction;
  contact.normal_bias = -approaching;
  contact.tangent_bias = sliding;
  return problem;
}

}  // namespace

// The projection must be the nearest point of the cone. Checks that many other points of the cone are not nearer. The
// derivative of the projection must agree with difference quotients.
TEST_CASE("projections give the nearest point of the cone, in the plane and in space") {
  std::mt19937 random(2);
  std::normal_distribution<> normal;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const double friction = std::fabs(normal(random));
    const Eigen::Vector3d c(normal(random), normal(random), normal(random));
    const Eigen::Vector3d at = CircularCone::project(friction, c);
    CHECK(at.tail<2>().norm() <= friction * at[0] + 1e-12);
    CHECK(std::fabs(at.dot(c - at)) < 1e-12);
    for (int j = 0; j < 20; ++j) {
      Eigen::Vector3d other(std::fabs(normal(random)), normal(random), normal(random));
      other.tail<2>() *= std::min(1., friction * other[0] / other.tail<2>().norm());
      CHECK(other.dot(c - at) <= 1e-12);
    }
    const Eigen::Vector2d flat = Wedge::project(friction, c.head<2>());
    CHECK((CircularCone::project(friction, {c[0], c[1], 0}).head<2>() - flat).norm() < 1e-12);
    const Eigen::Vector3d way(normal(random), normal(random), normal(random));
    constexpr double kStep = 1e-7;
    const Eigen::Vector3d difference = (CircularCone::project(friction, c + kStep * way) - at) / kStep;
    CHECK((difference - CircularCone::derivative(friction, c) * way).norm() < 1e-4);
    const Eigen::Vector2d in_plane = (Wedge::project(friction, c.head<2>() + kStep * way.head<2>()) - flat) / kStep;
    CHECK((in_plane - Wedge::derivative(friction, c.head<2>()) * way.head<2>()).norm() < 1e-4);
  }
}

// If contacts wedge the part, their impulses are a hundred times the momentum of the part. First-order methods are then
// slow, and the second-order method may stop early. A method that stops early must report this.
TEST_CASE("all methods find the same velocities, which obey the law") {
  std::mt19937 random(4);
  ContactLawSolver solver;
  int unsolved = 0, unsolved_second = 0;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const ContactProblem problem = with_friction(part_on_pins(random, 1 + k % 12, .1), random);
    const ContactImpulses exact = solver.solve(ConeComplementarity{1e-10}, problem);
    REQUIRE(exact.solved);
    CHECK(verify(ConeComplementarity(), problem, exact) <= 1e-10);
    const ContactVelocities a = velocities_of(problem, exact);
    for (const Method method : {Method::projected_gradient, Method::projected_gauss_seidel, Method::second_order}) {
      CAPTURE(static_cast<int>(method));
      const ContactImpulses found = solver.solve(ConeComplementarity{1e-9, {}, method}, problem);
      if (!found.solved) {
        ++(method == Method::second_order ? unsolved_second : unsolved);
        CHECK(verify(ConeComplementarity(), problem, found) > 1e-9);
        continue;
      }
      CHECK(verify(ConeComplementarity(), problem, found) <= 1e-9);
      const ContactVelocities b = velocities_of(problem, found);
      CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-6);
    }
  }
  CHECK(unsolved <= 8);
  CHECK(unsolved_second <= 1);
}

TEST_CASE("in space the same methods obey the law of the circular cone") {
  std::mt19937 random(6);
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    const DenseRows rows = DenseRows::random(random, 3, 12, 8);
    Eigen::VectorXd bias = Eigen::VectorXd::Random(24);
    // The velocity 0 satisfies the inequalities of the law, so a solution exists. Some other motions satisfy them
    // strictly.
    bias = rows.rows.transpose() * Eigen::VectorXd::Random(12);
    for (int i = 0; i < 8; ++i) bias[3 * i] += .1;
    const std::vector<double> friction(8, .5);
    const ConeProgram<CircularCone, DenseRows> program(rows, friction, bias);
    Eigen::VectorXd by_gradient = Eigen::VectorXd::Zero(24), by_sweeps = by_gradient, by_newton = by_gradient;
    CHECK(accelerated_gradient(program, 1e-9, 20000, by_gradient).residual <= 1e-9);
    CHECK(projected_gauss_seidel(program, 1e-9, 20000, by_sweeps).residual <= 1e-9);
    const ConeResult newton = ConeNewton<CircularCone, DenseRows>(program).solve(1e-11, 500, by_newton);
    CHECK(newton.residual <= 1e-11);
    CHECK((program.motion(by_gradient) - program.motion(by_newton)).norm() < 1e-6);
    CHECK((program.motion(by_sweeps) - program.motion(by_newton)).norm() < 1e-6);
    for (int i = 0; i < 8; ++i) {
      const Eigen::Vector3d c = by_newton.segment<3>(3 * i), d = program.velocity(i, program.motion(by_newton));
      CHECK(c.tail<2>().norm() <= .5 * c[0] + 1e-9);
      CHECK(.5 * d.tail<2>().norm() <= d[0] + 1e-9);
      CHECK(std::fabs(c.dot(d)) < 1e-8);
    }
  }
}

// A point of 1 kg slides with the velocity v and approaches the ground with w. The friction impulse is -mu c_n. After
// the step, the point slides with v' = v - mu c_n and separates with c_n - w. The law requires c_n - w = mu v'.
// Therefore c_n = (w + mu v)/(1 + mu^2).
TEST_CASE("a sliding contact separates at mu times its sliding speed, and a sticking one does not separate") {
  const double mu = .25, w = .1, v = 2;
  const ContactProblem problem = sliding_point(mu, v, w);
  const ContactImpulses found = ContactLawSolver().solve(ConeComplementarity(), problem);
  REQUIRE(found.solved);
  const double impulse = (w + mu * v) / (1 + mu * mu);
  CHECK(std::fabs(found.normal[0] - impulse) < 1e-14);
  CHECK(std::fabs(found.tangent[0] + mu * impulse) < 1e-14);
  const ContactVelocities after = velocities_of(problem, found);
  CHECK(std::fabs(after.normal[0] - mu * after.tangent[0]) < 1e-14);
  const ContactProblem slow = sliding_point(mu, .01, w);
  const ContactImpulses stuck = ContactLawSolver().solve(ConeComplementarity(), slow);
  CHECK(velocities_of(slow, stuck).normal.norm() < 1e-15);
  CHECK(velocities_of(slow, stuck).tangent.norm() < 1e-15);
}

TEST_CASE("a penetration is removed in one step, or with the highest allowed speed") {
  ContactProblem problem = sliding_point(0, 0, 0);
  problem.duration = 1e-3;
  problem.contacts[0].gap = -.1;
  problem.contacts[0].normal_bias = -.1 / 1e-3;
  const auto speed = [&](std::optional<double> most) {
    const ContactImpulses found = ContactLawSolver().solve(ConeComplementarity{1e-8, most}, problem);
    REQUIRE(found.solved);
    return found.normal[0];
  };
  CHECK(std::fabs(speed({}) - 100) < 1e-12);
  CHECK(std::fabs(speed(2) - 2) < 1e-12);
  CHECK(std::fabs(speed(0)) < 1e-12);
  CHECK(std::fabs(speed(1000) - 100) < 1e-12);
}

TEST_CASE("without friction the cone complementarity law is Coulomb's law") {
  std::mt19937 random(9);
  ContactLawSolver solver;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const ContactProblem problem = part_on_pins(random, 1 + k % 8, .1);
    const ContactImpulses rigid = solver.solve(Coulomb(), problem);
    REQUIRE(rigid.solved);
    const ContactImpulses relaxed = solver.solve(ConeComplementarity(), problem);
    REQUIRE(relaxed.solved);
    const ContactVelocities a = velocities_of(problem, rigid), b = velocities_of(problem, relaxed);
    CHECK((a.normal - b.normal).norm() + (a.tangent - b.tangent).norm() < 1e-9);
  }
}

// A point of 1 kg slides with the speed s and approaches the ground with the speed a. Under Coulomb's law, it does not
// separate, and slides on with s - mu a. Let v_k be its sliding speed in iterate k: v_k (1 + mu^2) = s - mu a + mu^2
// v_(k-1) with v_0 = 0. The error of v_k is therefore f^k (s - mu a) with f = mu^2/(1 + mu^2). The point separates with
// the speed mu (v_k - v_(k-1)).
TEST_CASE("the iterates towards Coulomb's law converge at the rate mu^2/(1 + mu^2), and then a sliding point stays down") {
  const double sliding = 3, approaching = 1;
  for (const double friction : {.1, .5, 1., 2.}) {
    CAPTURE(friction);
    const ContactProblem problem = sliding_point(friction, sliding, approaching);
    const double end = sliding - friction * approaching, factor = friction * friction / (1 + friction * friction);
    ConeComplementarity law;
    for (int k = 1; k <= 3; ++k) {
      CAPTURE(k);
      law.coulomb_iterations = k;
      const ContactImpulses found = ContactLawSolver().solve(law, problem);
      const ContactVelocities v = velocities_of(problem, found);
      CHECK(v.tangent[0] == doctest::Approx(end * (1 - std::pow(factor, k))).epsilon(1e-9));
      CHECK(v.normal[0] == doctest::Approx(friction * end * std::pow(factor, k - 1) * (1 - factor)).epsilon(1e-7));
      CHECK_FALSE(found.solved);
      CHECK(found.cone.coulomb_iterations == k);
      CHECK(found.residual > law.tolerance);
      CHECK(verify(law, problem, found) == found.residual);
      CHECK(verify(Coulomb(), problem, found) == found.residual);
    }
    law.coulomb_iterations = 200;
    const ContactImpulses found = ContactLawSolver().solve(law, problem);
    CHECK(found.solved);
    CHECK(found.cone.coulomb_iterations > 3);
    const ContactVelocities v = velocities_of(problem, found);
    CHECK(std::fabs(v.tangent[0] - end) < 1e-7);
    CHECK(std::fabs(v.normal[0]) < 1e-7);
    CHECK(found.normal[0] == doctest::Approx(approaching).epsilon(1e-7));
    // If the initial guess is the answer, one iteration must suffice.
    ContactLawSolver again;
    CHECK(again.solve(law, problem, {false, &found, 0}).cone.coulomb_iterations == 1);
  }
}

// There may be several solutions of Coulomb's law; another method enumerates them. The iteration must end in one of
// them.
TEST_CASE("the iteration towards Coulomb's law agrees with Coulomb's law on random parts, or states that it failed") {
  std::mt19937 random(12);
  ContactLawSolver solver;
  ConeComplementarity law;
  law.coulomb_iterations = 200;
  int failed = 0, slides = 0, several = 0;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    ContactProblem problem = part_on_pins(random, 1 + k % 8, .1);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.friction = std::uniform_real_distribution<>(0, .3)(random);
    }
    const ContactImpulses found = solver.solve(law, problem);
    CHECK(verify(Coulomb(), problem, found) == found.residual);
    CHECK(found.solved == (found.residual <= law.tolerance));
    if (!found.solved) {
      ++failed;
      continue;
    }
    ContactDynamics<double> dynamics;
    dynamics.assign(problem);
    CoulombSolutions rigid;
    REQUIRE(rigid.find(problem, dynamics, 1e-9));
    const ContactVelocities b = velocities_of(problem, found);
    double nearest = std::numeric_limits<double>::infinity();
    for (const CoulombSolutions::Solution& one : rigid.solutions()) {
      double apart = 0;
      for (Eigen::Index i = 0; i < b.normal.size(); ++i) {
        apart = std::max({apart, std::fabs(one.velocity[2 * i] - b.normal[i]),
                          std::fabs(one.velocity[2 * i + 1] - b.tangent[i])});
      }
      nearest = std::min(nearest, apart);
    }
    CHECK(nearest < 1e-6);
    several += rigid.solutions().size() > 1;
    for (Eigen::Index i = 0; i < b.normal.size(); ++i) {
      if (found.normal[i] < 1e-6 || std::fabs(b.tangent[i]) < 1e-6) continue;
      ++slides;
      CHECK(std::fabs(b.normal[i]) < 1e-6);
    }
  }
  CHECK(failed <= 2);
  CHECK(slides > 100);
  CHECK(several <= 10);
}

TEST_CASE("with the iteration towards Coulomb's law a penetration is still removed at max_push") {
  ContactProblem problem = sliding_point(.5, 3, 0);
  problem.duration = .01;
  problem.contacts[0].gap = -.1;
  problem.contacts[0].normal_bias = -.1 / problem.duration;
  ConeComplementarity law{1e-8, .25};
  law.coulomb_iterations = 100;
  const ContactImpulses found = ContactLawSolver().solve(law, problem);
  REQUIRE(found.solved);
  CHECK(found.normal[0] == doctest::Approx(.25).epsilon(1e-6));
  CHECK(found.tangent[0] == doctest::Approx(-.5 * .25).epsilon(1e-6));
}

TEST_CASE("changed impulses violate the cone complementarity law, and its parameters have bounds") {
  std::mt19937 random(10);
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    const ContactProblem problem = with_friction(part_on_pins(random, 6, .1), random);
    const ContactImpulses found = ContactLawSolver().solve(ConeComplementarity(), problem);
    REQUIRE(found.solved);
    Eigen::Index largest = 0;
    if (found.normal.maxCoeff(&largest) < 1e-3) continue;
    ContactImpulses wrong = found;
    wrong.normal[largest] *= 1.01;
    CHECK(verify(ConeComplementarity(), problem, wrong) > 1e-6);
    wrong = found;
    wrong.tangent[largest] += 2 * wrong.normal[largest];
    CHECK(verify(ConeComplementarity(), problem, wrong) > 1e-6);
  }
  CHECK(pointers_of_faults([&] { validate(ConeComplementarity{0}); }) == "/tolerance");
  CHECK(pointers_of_faults([&] { validate(ConeComplementarity{1, -1}); }) == "/max_push");
  CHECK(pointers_of_faults([&] { validate(ConeComplementarity{1, {}, Method::automatic, -1}); }) ==
        "/coulomb_iterations");
}
