// SPDX-License-Identifier: MIT
// Siconos numerics as an oracle for the contact models. Its solvers for planar friction and for complementarity
// problems are called with matrices that are computed here.
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <Eigen/LU>
#include <random>

#include "friction/contact_dynamics.h"
#include "friction/contact_least_squares.h"
#include "peer_siconos.h"
#include "support/count.h"
#include "support/part_on_pins.h"

using namespace pawl;
using internal::RootRows;

namespace {

/// The Jacobian J and the velocities b of a problem. The rows are in the order of the contacts; the normal row of a
/// contact precedes its tangential row.
struct Written {
  Eigen::MatrixXd rows;
  Eigen::VectorXd bias;
};

Written written(const ContactProblem& problem) {
  RootRows rows;
  rows.assign(problem);
  Written result{Eigen::MatrixXd(2 * rows.contacts(), rows.coordinates()), Eigen::VectorXd(2 * rows.contacts())};
  for (int i = 0; i < rows.contacts(); ++i) {
    for (const int d : {0, 1}) {
      result.rows.row(2 * i + d) = rows.dense(i, d).transpose();
      result.bias[2 * i + d] = rows.bias(i, d);
    }
  }
  return result;
}

Eigen::VectorXd velocities(const ContactProblem& problem, const ContactImpulses& impulses) {
  const internal::ContactVelocities v = internal::velocities_of(problem, impulses);
  Eigen::VectorXd both(2 * v.normal.size());
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) both.segment<2>(2 * i) << v.normal[i], v.tangent[i];
  return both;
}

}  // namespace

TEST_CASE(
    "compliant contacts have the same impulses as planar friction if the springs are added to the matrix's diagonal") {
  std::mt19937 random(31);
  int compared = 0;
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    ContactProblem problem = oracle::part_on_pins(random, 1 + k % 6, .1);
    problem.duration = .1;
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.gap *= problem.duration;
      contact.friction = std::uniform_real_distribution<>(.05, .5)(random);
    }
    const double h = problem.duration, stiffness = 500, damping = 5, tangent_damping = 100;
    const ContactImpulses found = ContactLawSolver().solve(Compliant{stiffness, damping, tangent_damping}, problem);
    REQUIRE(found.solved);
    const Written j = written(problem);
    peer::PlanarFriction friction{j.rows * j.rows.transpose(), j.bias, {}};
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const auto normal = static_cast<Eigen::Index>(2 * i);
      const double b = problem.contacts[i].touches ? damping : 0;
      friction.M(normal, normal) += 1 / (h * h * stiffness + h * b);
      friction.M(normal + 1, normal + 1) += 1 / (h * tangent_damping);
      friction.q[normal] += problem.contacts[i].gap * (stiffness / (h * stiffness + b) - 1 / h);
      friction.friction.push_back(problem.contacts[i].friction);
    }
    const peer::SiconosAnswer peers = peer::siconos_friction(friction, peer::FrictionMethod::nsgs, {1});
    if (!peers.success) continue;
    ++compared;
    for (Eigen::Index i = 0; i < found.normal.size(); ++i) {
      CHECK(std::fabs(found.normal[i] - peers.z[2 * i]) < 1e-6 * (1 + found.normal.maxCoeff()));
      CHECK(std::fabs(found.tangent[i] - peers.z[2 * i + 1]) < 1e-6 * (1 + found.normal.maxCoeff()));
    }
  }
  CHECK(compared > oracle::count(200) / 2);
}

TEST_CASE("cone complementarity gives the same velocities as a complementarity problem over the edges of the cones") {
  std::mt19937 random(32);
  int compared = 0;
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    ContactProblem problem = oracle::part_on_pins(random, 1 + k % 6, .1);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.friction = std::uniform_real_distribution<>(.05, 1)(random);
    }
    const Written j = written(problem);
    const Eigen::Index n = j.bias.size();
    Eigen::MatrixXd edges = Eigen::MatrixXd::Zero(n, n);  // each column is one edge of a friction cone
    for (Eigen::Index i = 0; i < n; i += 2) {
      const double mu = problem.contacts[static_cast<std::size_t>(i / 2)].friction;
      edges.block<2, 2>(i, i) << 1, 1, mu, -mu;
    }
    const peer::SiconosAnswer peers =
        peer::siconos_lemke({edges.transpose() * j.rows * j.rows.transpose() * edges, edges.transpose() * j.bias}, {1});
    if (!peers.success) continue;
    const Eigen::VectorXd due = j.rows * (j.rows.transpose() * (edges * peers.z)) + j.bias;
    const ContactImpulses found = ContactLawSolver().solve(ConeComplementarity(), problem);
    REQUIRE(found.solved);
    ++compared;
    CHECK((velocities(problem, found) - due).cwiseAbs().maxCoeff() < 1e-6);
  }
  CHECK(compared > oracle::count(200) / 2);
}

TEST_CASE(
    "viscous friction gives the same velocities as a complementarity problem of the normals with friction added to the "
    "inertia") {
  std::mt19937 random(33);
  int compared = 0;
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    const ContactProblem problem = oracle::part_on_pins(random, 1 + k % 6, .1);
    const double viscosity = .7;
    const Written j = written(problem);
    const auto n = static_cast<Eigen::Index>(problem.contacts.size());
    Eigen::MatrixXd normals(n, 3), inertia = Eigen::MatrixXd::Identity(3, 3);
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(3), bias(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      normals.row(i) = j.rows.row(2 * i);
      bias[i] = j.bias[2 * i];
      if (!problem.contacts[static_cast<std::size_t>(i)].touches) continue;
      const Eigen::VectorXd tangent = j.rows.row(2 * i + 1).transpose();
      inertia += viscosity * tangent * tangent.transpose();
      pull -= viscosity * j.bias[2 * i + 1] * tangent;
    }
    const Eigen::Matrix3d inverse = Eigen::Matrix3d(inertia).inverse();
    const peer::SiconosAnswer peers =
        peer::siconos_lemke({normals * inverse * normals.transpose(), normals * (inverse * pull) + bias}, {1});
    if (!peers.success) continue;
    const Eigen::VectorXd due = j.rows * (inverse * (pull + normals.transpose() * peers.z)) + j.bias;
    const ContactImpulses found = ContactLawSolver().solve(Viscous{viscosity}, problem);
    REQUIRE(found.solved);
    ++compared;
    CHECK((velocities(problem, found) - due).cwiseAbs().maxCoeff() < 1e-6);
  }
  CHECK(compared > oracle::count(200) / 2);
}
