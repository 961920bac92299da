// SPDX-License-Identifier: MIT
// Theorem 1 of [Drum15]: under viscous friction, a solution exists whose nonzero normal forces belong to linearly
// independent rows of the contact Jacobian.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/independent_forces.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "support/disc_piles.h"

using namespace pawl;

namespace {

/// Returns one row of J per contact, for its normal (direction 0) or its tangent (direction 1). There are three columns
/// per body.
Eigen::MatrixXd rows_of(const ContactProblem& problem, int direction) {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(problem.contacts.size()),
                                               3 * static_cast<Eigen::Index>(problem.bodies.size()));
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    const Eigen::Vector2d n = contact.normal;
    const Eigen::Vector2d along = direction == 0 ? n : Eigen::Vector2d(-n.y(), n.x());
    const auto add = [&](int body, const Eigen::Vector2d& arm, double sign) {
      if (body < 0) return;
      rows.block<1, 3>(static_cast<Eigen::Index>(i), 3 * body) +=
          sign * Eigen::RowVector3d(along.x(), along.y(), arm.x() * along.y() - arm.y() * along.x());
    };
    add(contact.a, contact.arm_a, -1);
    add(contact.b, contact.arm_b, 1);
  }
  return rows;
}

/// Returns the rows of J_n for the contacts whose normal impulse is not zero.
Eigen::MatrixXd pressed_rows(const ContactProblem& problem, const ContactImpulses& impulses) {
  const Eigen::MatrixXd rows = rows_of(problem, 0);
  Eigen::MatrixXd pressed(0, rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (impulses.normal[i] == 0) continue;
    pressed.conservativeResize(pressed.rows() + 1, Eigen::NoChange);
    pressed.bottomRows<1>() = rows.row(i);
  }
  return pressed;
}

Eigen::Index rank_of(const Eigen::MatrixXd& rows) {
  if (rows.rows() == 0) return 0;
  return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(rows).setThreshold(1e-8).rank();
}

/// Checks every statement of the theorem about the reduced impulses. Returns the number of impulses that the reduction
/// removed.
Eigen::Index check_reduced(const Viscous& law, const ContactProblem& problem, const ContactImpulses& found) {
  REQUIRE(found.solved);
  const ContactImpulses fewer = independent_forces(law, problem, found);
  CHECK(fewer.solved);
  CHECK(verify(law, problem, fewer) <= 1e-9);
  CHECK(fewer.normal.minCoeff() >= 0);
  CHECK(fewer.tangent == found.tangent);
  const Eigen::MatrixXd before = pressed_rows(problem, found), after = pressed_rows(problem, fewer);
  CHECK(rank_of(after) == after.rows());
  CHECK(after.rows() <= rank_of(before));
  CHECK(after.rows() <= 3 * static_cast<Eigen::Index>(problem.bodies.size()));
  const Eigen::MatrixXd rows = rows_of(problem, 0);
  const Eigen::VectorXd wrench = rows.transpose() * found.normal;
  CHECK((rows.transpose() * fewer.normal - wrench).norm() <= 1e-11 * (1 + wrench.norm()));
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (found.normal[i] == 0) CHECK(fewer.normal[i] == 0);
  }
  const ContactImpulses again = independent_forces(law, problem, fewer);
  CHECK(again.normal == fewer.normal);
  return before.rows() - after.rows();
}

/// Returns a column of boxes, each 2 m wide, 1 m high and of 1 kg. Each box stands on the box below, or on the floor,
/// with `count` contacts. Gravity gives each box the momentum 0.1 N s during the step.
ContactProblem column_of_boxes(int boxes, int count, std::mt19937& random) {
  std::uniform_real_distribution<double> anywhere(-1, 1);
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = .01;
  for (int k = 0; k < boxes; ++k) {
    problem.bodies.push_back({1, 12. / 5});
    for (int i = 0; i < count; ++i) {
      ContactProblem::Contact contact;
      const double x = i == 0 ? -1 : i == 1 ? 1 : anywhere(random);
      contact.a = k - 1;
      contact.b = k;
      contact.arm_a = {x, k == 0 ? 0 : .5};
      contact.arm_b = {x, -.5};
      contact.normal_bias = k == 0 ? -.1 : 0;  // without impulses, every box would move at -0.1 m/s
      problem.contacts.push_back(contact);
    }
  }
  return problem;
}

}  // namespace

TEST_CASE("in a column of boxes on many contacts, two impulses per box carry the momentum of the boxes above") {
  std::mt19937 random(1);
  Eigen::Index fewer = 0;
  for (const int boxes : {1, 2, 5, 10, 15, 30}) {
    for (const int count : {2, 3, 8, 20}) {
      CAPTURE(boxes);
      CAPTURE(count);
      const ContactProblem problem = column_of_boxes(boxes, count, random);
      const Viscous law{2};
      ContactLawSolver solver;
      const ContactImpulses found = solver.solve(law, problem);
      fewer += check_reduced(law, problem, found);
      const ContactImpulses reduced = independent_forces(law, problem, found);
      for (int k = 0; k < boxes; ++k) {
        const Eigen::VectorXd below = reduced.normal.segment(k * count, count);
        CHECK((below.array() != 0).count() <= 2);
        CHECK(std::fabs(below.sum() - .1 * (boxes - k)) <= 1e-8 * boxes);
      }
    }
  }
  CHECK(fewer > 100);  // the solver for many bodies returns impulses at more contacts
}

TEST_CASE("equal impulses at many contacts of one box are reduced to two impulses with the same sum and moment") {
  std::mt19937 random(2);
  const ContactProblem problem = column_of_boxes(1, 50, random);
  ContactImpulses equal;
  equal.solved = true;
  equal.normal.setConstant(50, .1 / 50);
  equal.tangent.setZero(50);
  const ContactImpulses fewer = independent_forces(Viscous{0}, problem, equal);
  CHECK((fewer.normal.array() != 0).count() == 2);
  const Eigen::MatrixXd rows = rows_of(problem, 0);
  CHECK((rows.transpose() * (fewer.normal - equal.normal)).norm() <= 1e-15);
  // The equal impulses turn the box. Therefore neither they nor the two reduced impulses are a solution.
  CHECK(verify(Viscous{0}, problem, equal) > 1e-6);
  CHECK(fewer.residual > 1e-6);
  CHECK_FALSE(fewer.solved);
}

TEST_CASE("piles of discs are in equilibrium with independent forces under viscous friction") {
  for (const int discs : {5, 12, 40}) {
    for (const unsigned seed : {1U, 2U, 3U}) {
      for (const double viscosity : {0., .1, 10., 1e4}) {
        CAPTURE(discs);
        CAPTURE(seed);
        CAPTURE(viscosity);
        ContactProblem problem = oracle::step_problem(oracle::fallen_pile(discs, seed), .01, .5);
        problem.duration = .01;
        // Adds a copy of every third contact. The rows of a contact and of its copy are linearly dependent.
        const std::size_t count = problem.contacts.size();
        for (std::size_t i = 0; i < count; i += 3) problem.contacts.push_back(problem.contacts[i]);
        const Viscous law{viscosity};
        ContactLawSolver solver;
        (void)check_reduced(law, problem, solver.solve(law, problem));
      }
    }
  }
}

TEST_CASE("impulses of the wrong number are refused") {
  std::mt19937 random(3);
  const ContactProblem problem = column_of_boxes(1, 3, random);
  ContactImpulses impulses;
  impulses.normal.setZero(2);
  impulses.tangent.setZero(3);
  CHECK_THROWS_AS(independent_forces(Viscous{1}, problem, impulses), InputError);
}
