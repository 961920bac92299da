// SPDX-License-Identifier: MIT
// Duplicated contacts, contacts without friction, and masses over 12 orders of magnitude: the answer must be right, or
// the problem must be refused.
#include <doctest/doctest.h>
#include <pawl/friction/contact_lcp.h>

#include <cmath>
#include <vector>

#include "support/mode_solutions.h"
#include "support/small_systems.h"

using namespace pawl;
using oracle::kGravity;

namespace {

MotionProblem accelerations(const oracle::Scene& scene) { return acceleration_problem(equations_of_motion(scene)); }

/// Returns a column of square blocks of side 1 on the floor. Each block stands on two of its corners.
oracle::Scene column(const std::vector<double>& masses, double mu) {
  oracle::Scene scene;
  scene.system.gravity = {0, -kGravity};
  for (const double mass : masses) {
    const double level = static_cast<double>(scene.system.bodies.size());
    const Solid block = scene.add_body({mass, mass / 6}, {0, level + 0.5, 0});
    for (const double x : {-0.5, 0.5}) {
      BodyContact contact;
      contact.a = level == 0 ? Solid::ground() : Solid::body(block.index - 1);
      contact.b = block;
      contact.point = {x, level};
      contact.friction = mu;
      scene.contacts.push_back(contact);
    }
  }
  return scene;
}

/// Returns forces under which each corner carries half of the weight that is above it.
SystemForces weights(const std::vector<double>& masses) {
  SystemForces forces{Eigen::VectorXd(2 * static_cast<Eigen::Index>(masses.size())), {}};
  forces.tangent = {Eigen::VectorXd::Zero(forces.normal.size())};
  double carried = 0;
  Eigen::Index at = forces.normal.size();
  for (auto mass = std::rbegin(masses); mass != std::rend(masses); ++mass) {
    carried += *mass;
    at -= 2;
    forces.normal.segment<2>(at).setConstant(carried * kGravity / 2);
  }
  return forces;
}

}  // namespace

TEST_CASE(
    "columns whose masses differ by a factor of 1e12 rest, with errors that are small even compared with the light "
    "block's weight") {
  for (const auto& masses : std::vector<std::vector<double>>{{1, 1e12}, {1e12, 1}, {1e-6, 1e6}, {1, 1e12, 1, 1e12}}) {
    const MotionProblem problem = accelerations(column(masses, 0.5));
    const SystemMotion motion = motion_of(problem, weights(masses));
    CHECK(motion.motion.cwiseAbs().maxCoeff() < 1e-9);
    CHECK(verify(problem, motion).worst() < 1e-12);
  }
}

TEST_CASE("a wrong force on a light block is detected even if a heavy block rests elsewhere") {
  oracle::Scene scene = column({1, 2}, 0.5);
  oracle::Scene heavy = column({1e12}, 0.5);
  scene.add_body(heavy.system.bodies[0], heavy.state.pose(0));
  for (BodyContact contact : heavy.contacts) {
    contact.b = Solid::body(2);
    scene.contacts.push_back(contact);
  }
  const MotionProblem problem = accelerations(scene);
  SystemForces forces = weights({1, 2});
  forces.normal.conservativeResize(6);
  forces.normal.tail<2>().setConstant(1e12 * kGravity / 2);
  forces.tangent[0] = Eigen::VectorXd::Zero(6);
  CHECK(verify(problem, motion_of(problem, forces)).worst() < 1e-12);
  forces.normal[2] += 1e-6;
  CHECK_FALSE(verify(problem, motion_of(problem, forces)).within());
}

TEST_CASE("the motion does not change if contacts are duplicated") {
  for (const double slope : {0.1, 0.6}) {
    oracle::Scene block = oracle::block_on_slope(slope, 0.3);
    const auto once = oracle::solutions_by_modes(accelerations(block));
    block.contacts.push_back(block.contacts[0]);
    block.contacts.push_back(block.contacts[1]);
    const MotionProblem problem = accelerations(block);
    const auto twice = oracle::solutions_by_modes(problem);
    REQUIRE(once.size() == 1);
    REQUIRE(twice.size() == 1);
    CHECK((once[0].motion - twice[0].motion).norm() < 1e-12);
    CHECK(verify(problem, twice[0]).worst() < 1e-12);
  }
}

TEST_CASE("normals whose components are near the limits of doubles keep their direction") {
  for (const double length : {1e-300, 1.0, 1e300}) {
    oracle::Scene block = oracle::block_on_slope(0.1, 0.3);
    for (BodyContact& contact : block.contacts) contact.normal *= length;
    CHECK(equations_of_motion(block).normals == equations_of_motion(oracle::block_on_slope(0.1, 0.3)).normals);
  }
}

TEST_CASE("empty systems, and systems in which all forces and velocities are zero, have a motion with residual 0") {
  const MotionProblem problem = accelerations(oracle::Scene{});
  const ContactLcp lcp = contact_lcp(problem);
  CHECK(lcp.q.size() == 0);
  const SystemMotion motion = motion_of(problem, forces_of(problem, Eigen::VectorXd(0)));
  CHECK(verify(problem, motion).worst() == 0);
  // If gravity, velocities and forces are all 0, all scales are 0.
  oracle::Scene still = oracle::block_on_slope(0, 0.3);
  still.system.gravity.setZero();
  const MotionProblem none = accelerations(still);
  const SystemMotion rest = motion_of(none, {Eigen::VectorXd::Zero(2), {Eigen::VectorXd::Zero(2)}});
  CHECK(verify(none, rest).worst() == 0);
  SystemForces squeeze{Eigen::VectorXd::Constant(2, -1), {Eigen::VectorXd::Zero(2)}};
  CHECK_FALSE(verify(none, motion_of(none, squeeze)).within());
}
