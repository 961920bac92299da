// SPDX-License-Identifier: MIT
// Tests whole problems: piles in the plane and in space, rods without a solution, time steps, and degenerate input.
#include <doctest/doctest.h>
#include <pawl/friction/solve_motion.h>

#include <cmath>

#include "friction/contact_problem_lcp.h"
#include "support/count.h"
#include "support/dense_contact_lcp.h"
#include "support/mode_solutions.h"
#include "support/planar_scenes.h"
#include "support/small_systems.h"
#include "support/spatial_scenes.h"

using namespace pawl;
using Status = LcpAnswer::Status;

namespace {

MotionProblem accelerations(const oracle::Scene& scene) { return acceleration_problem(equations_of_motion(scene)); }

/// Checks what the status of an answer guarantees, for `solved` and `none`.
void check_kept(const MotionProblem& problem, const ContactAnswer& answer) {
  if (answer.lcp.status == Status::solved) {
    REQUIRE(answer.motion);
    CHECK(verify(problem, *answer.motion).within());
    const ContactLcp lcp = contact_lcp(problem);
    CHECK(lcp_residual({lcp.M, lcp.q}, answer.lcp.z) <= kLcpResidual);
  }
  if (answer.lcp.status == Status::none) CHECK(proves_no_solution(problem, answer.lcp.refutation));
}

oracle::Scene pile_at_rest(oracle::RandomSystems& random, int contacts) {
  oracle::Scene pile = oracle::random_pile(random, contacts);
  for (BodyContact& contact : pile.contacts) contact.friction = random.integer(0, 4) * random.real(0, 0.4);
  return pile;
}

}  // namespace

TEST_CASE("every pile at rest is solved, in the plane and in space") {
  oracle::RandomSystems random(11);
  for (int trial = 0; trial < oracle::count(60); ++trial) {
    CAPTURE(trial);
    const int contacts = random.integer(1, 40);
    MotionProblem problem;
    if (trial % 2 == 0) {
      problem = accelerations(pile_at_rest(random, contacts));
    } else {
      const oracle::SpatialPile pile(random, contacts);
      problem = acceleration_problem(equations_of(pile.matrices(pile.rest(), random.integer(0, 3) * 0.4)));
    }
    const ContactAnswer answer = solve_motion(problem);
    CHECK(answer.lcp.status == Status::solved);
    check_kept(problem, answer);
  }
}

TEST_CASE("sliding piles are solved or proved to have no solution") {
  oracle::RandomSystems random(12);
  int solved = 0, none = 0, undecided = 0;
  for (int trial = 0; trial < oracle::count(80); ++trial) {
    CAPTURE(trial);
    const int contacts = random.integer(2, 12);
    oracle::Scene pile = oracle::random_pile(random, contacts);
    for (BodyContact& contact : pile.contacts) contact.friction = random.real(0, 2);
    if (!oracle::set_sliding(pile, random, contacts / 4)) continue;
    const MotionProblem problem = accelerations(pile);
    const ContactAnswer answer = solve_motion(problem);
    check_kept(problem, answer);
    solved += answer.lcp.status == Status::solved;
    none += answer.lcp.status == Status::none;
    undecided += answer.lcp.status == Status::undecided;
    if (contacts <= 4 && answer.lcp.status != Status::undecided) {
      CHECK(oracle::solutions_by_modes(problem).empty() == (answer.lcp.status == Status::none));
    }
  }
  MESSAGE(solved << " solved, " << none << " without solution, " << undecided << " undecided");
  CHECK(solved > 0);
}

TEST_CASE("Painleve's rod has a proof of no solution, or a solution") {
  const double angle = std::atan(2.0);
  for (const double mu : {1.0, 4.0 / 3 - 1e-6, 4.0 / 3 + 1e-6, 3.0}) {
    CAPTURE(mu);
    const MotionProblem problem = accelerations(oracle::painleve_rod(angle, mu, 1));
    const ContactAnswer answer = solve_motion(problem);
    CHECK(answer.lcp.status == (mu < 4.0 / 3 ? Status::solved : Status::none));
    check_kept(problem, answer);
  }
}

TEST_CASE("the problem of a time step always has a solution: for piles, fast bodies, and pins that close loops") {
  oracle::RandomSystems random(13);
  for (int trial = 0; trial < oracle::count(40); ++trial) {
    CAPTURE(trial);
    oracle::Scene pile = pile_at_rest(random, random.integer(2, 20));
    for (std::size_t i = 0; i < pile.system.bodies.size(); ++i) {
      pile.state.twist(i) << random.vector(2), random.real(-3, 3);
    }
    for (BodyContact& contact : pile.contacts) contact.gap = random.integer(0, 1) * 1e-3;
    if (trial % 2 == 0 && pile.system.bodies.size() > 1) {
      // Adds a pin between two bodies that also touch each other. Contact and pin form a closed loop.
      const Eigen::Vector2d middle = (pile.state.pose(0).head<2>() + pile.state.pose(1).head<2>()) / 2;
      const auto local = [&](std::size_t i) {
        const double angle = pile.state.pose(i).z();
        const Eigen::Vector2d arm = middle - pile.state.pose(i).head<2>();
        return Eigen::Vector2d(std::cos(angle) * arm.x() + std::sin(angle) * arm.y(),
                               -std::sin(angle) * arm.x() + std::cos(angle) * arm.y());
      };
      pile.system.pins = {Pin{Solid::body(0), Solid::body(1), local(0), local(1)}};
    }
    const MotionProblem problem = step_problem(equations_of_motion(pile), 0.01);
    const ContactAnswer answer = solve_motion(problem);
    CHECK(answer.lcp.status == Status::solved);
    check_kept(problem, answer);
  }
}

// Compares with independent dense algebra: in rationals, all entries must be equal; in doubles, they must be equal up
// to rounding.
TEST_CASE("the exact LCP equals that of dense algebra, and the rounded LCP agrees up to rounding") {
  oracle::RandomSystems random(14);
  for (int trial = 0; trial < oracle::count(30); ++trial) {
    CAPTURE(trial);
    const int contacts = random.integer(2, 10);
    MotionProblem problem;
    if (trial % 2 == 0) {
      oracle::Scene pile = oracle::random_pile(random, contacts);
      oracle::set_sliding(pile, random, contacts / 4);
      problem = accelerations(pile);
    } else {
      const oracle::SpatialPile pile(random, contacts);
      const auto velocity = pile.sliding(random, contacts / 4);
      problem = acceleration_problem(equations_of(pile.matrices(velocity ? *velocity : pile.rest(), 0.4)));
    }
    const ContactLcp rounded = contact_lcp(problem);
    const internal::ExactLcp exact = internal::exact_lcp(contact_problem(problem));
    ContactProblem symmetric = contact_problem(problem);
    // The inertia of a rotated body is symmetric only up to rounding. Makes it exactly symmetric.
    for (ContactProblem::Block& block : symmetric.blocks) {
      const Eigen::MatrixXd turned = block.inertia.transpose();
      block.inertia = (block.inertia + turned) / 2;
    }
    CHECK(oracle::is_dense_lcp(symmetric, internal::exact_lcp(symmetric)));
    REQUIRE(exact.n == rounded.q.size());
    const double size = 1 + rounded.M.cwiseAbs().maxCoeff() + rounded.q.cwiseAbs().maxCoeff();
    double worst = 0;
    for (int i = 0; i < exact.n; ++i) {
      worst = std::max(worst, std::fabs(exact.q[static_cast<std::size_t>(i)].convert_to<double>() - rounded.q[i]));
      for (int j = 0; j < exact.n; ++j) {
        worst = std::max(worst, std::fabs(exact.at(i, j).convert_to<double>() - rounded.M(i, j)));
      }
    }
    CHECK(worst < 1e-11 * size);
  }
}

TEST_CASE("for masses over 12 orders of magnitude, each answer called solved is right") {
  for (const double heavy : {1e3, 1e6, 1e9, 1e12}) {
    for (const bool on_top : {false, true}) {
      CAPTURE(heavy);
      CAPTURE(on_top);
      oracle::Scene scene = oracle::block_on_slope(0, 0.5);
      scene.add_body(scene.system.bodies[0], {0, 1.5, 0});
      Body& scaled = scene.system.bodies[on_top ? 1 : 0];
      scaled.mass *= heavy;
      scaled.inertia *= heavy;
      for (const double x : {-0.5, 0.5}) {
        BodyContact contact;
        contact.a = Solid::body(0);
        contact.b = Solid::body(1);
        contact.point = {x, 1};
        contact.friction = 0.5;
        scene.contacts.push_back(contact);
      }
      const MotionProblem problem = accelerations(scene);
      const ContactAnswer answer = solve_motion(problem);
      CHECK(answer.lcp.status != Status::none);
      check_kept(problem, answer);
      if (answer.motion) CHECK(answer.motion->motion.cwiseAbs().maxCoeff() < 1e-6);
      if (heavy <= 1e6) CHECK(answer.lcp.status == Status::solved);
    }
  }
}

TEST_CASE("a block moves in the same way if its contacts are duplicated, with and without friction") {
  for (const double mu : {0.0, 0.3}) {
    for (const double slope : {0.1, 0.6}) {
      oracle::Scene block = oracle::block_on_slope(slope, mu);
      const ContactAnswer once = solve_motion(accelerations(block));
      for (int copy = 0; copy < 6; ++copy) block.contacts.push_back(block.contacts[static_cast<std::size_t>(copy % 2)]);
      const ContactAnswer often = solve_motion(accelerations(block));
      REQUIRE(once.lcp.status == Status::solved);
      REQUIRE(often.lcp.status == Status::solved);
      CHECK((once.motion->motion - often.motion->motion).norm() < 1e-9);
    }
  }
}
