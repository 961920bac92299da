// SPDX-License-Identifier: MIT
// The LCP of a contact problem, compared with the published matrix and with an enumeration of modes that does not use
// the LCP.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/quasistatic.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/mode_solutions.h"
#include "support/planar_scenes.h"
#include "support/small_systems.h"
#include "support/spatial_scenes.h"

using namespace pawl;
using oracle::kGravity;

namespace {

/// Returns the matrix of [TPSL97, (32)-(33)]. Its blocks are parts of A = J M^-1 J', where J is the contact Jacobian
/// and M the mass matrix.
Eigen::MatrixXd published_matrix(const MotionProblem& problem, const ContactLcp& lcp) {
  const ContactEquations& e = problem.equations;
  const Eigen::LLT<Eigen::MatrixXd> mass(e.mass);
  const auto block = [&](const Eigen::MatrixXd& left, const Eigen::MatrixXd& right,
                         const std::vector<Eigen::Index>& rows, const std::vector<Eigen::Index>& cols) {
    Eigen::MatrixXd a(rows.size(), cols.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < cols.size(); ++j) {
        a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            left.row(rows[i]).dot(mass.solve(right.row(cols[j]).transpose()));
      }
    }
    return a;
  };
  const auto friction = [&](const std::vector<Eigen::Index>& contacts, std::size_t k, bool sliding) {
    Eigen::VectorXd v(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Eigen::Index c = contacts[i];
      double squared = 0;
      for (const Eigen::MatrixXd& t : e.tangents) squared += std::pow(t.row(c).dot(e.velocity), 2);
      const double along = e.tangents[k].row(c).dot(e.velocity);
      v[static_cast<Eigen::Index>(i)] = e.friction[c] * (sliding ? along / std::sqrt(squared) : 1);
    }
    return v;
  };
  const Eigen::Index s = static_cast<Eigen::Index>(lcp.sliding.size()),
                     r = static_cast<Eigen::Index>(lcp.rolling.size());
  const Eigen::Index tangents = static_cast<Eigen::Index>(e.tangents.size());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(s + r + 2 * tangents * r, s + r + 2 * tangents * r);
  // The matrix has three groups of rows: the normals of the sliding contacts S, then the normals and the tangents of
  // the rolling contacts R.
  const auto rows = [&](Eigen::Index at, const Eigen::MatrixXd& left, const std::vector<Eigen::Index>& which) {
    const Eigen::Index count = static_cast<Eigen::Index>(which.size());
    M.block(at, 0, count, s) = block(left, e.normals, which, lcp.sliding);
    M.block(at, s, count, r) = block(left, e.normals, which, lcp.rolling);
    for (Eigen::Index k = 0; k < tangents; ++k) {
      const Eigen::MatrixXd& t = e.tangents[static_cast<std::size_t>(k)];
      const std::size_t kk = static_cast<std::size_t>(k);
      M.block(at, 0, count, s) -= block(left, t, which, lcp.sliding) * friction(lcp.sliding, kk, true).asDiagonal();
      const Eigen::MatrixXd along = block(left, t, which, lcp.rolling);
      M.block(at, s, count, r) -= along * friction(lcp.rolling, kk, false).asDiagonal();
      M.block(at, s + r + k * r, count, r) = along;
    }
  };
  rows(0, e.normals, lcp.sliding);
  rows(s, e.normals, lcp.rolling);
  for (Eigen::Index k = 0; k < tangents; ++k) {
    rows(s + r + k * r, e.tangents[static_cast<std::size_t>(k)], lcp.rolling);
    const Eigen::Index edges = s + r + k * r, slacks = s + r + tangents * r + k * r;
    M.block(edges, slacks, r, r).setIdentity();
    M.block(slacks, edges, r, r) = -Eigen::MatrixXd::Identity(r, r);
    M.block(slacks, s, r, r) = (2 * friction(lcp.rolling, static_cast<std::size_t>(k), false)).asDiagonal();
  }
  return M;
}

/// Checks that the LCP has the same motions as an enumeration of all contact modes. Also checks that the motions of the
/// LCP satisfy the contact laws.
void check_same_solutions(const MotionProblem& problem) {
  const ContactLcp lcp = contact_lcp(problem);
  std::vector<SystemMotion> motions;
  for (const Eigen::VectorXd& z : oracle::lcp_solutions(lcp.M, lcp.q)) {
    motions.push_back(motion_of(problem, forces_of(problem, z)));
    CHECK(verify(problem, motions.back()).worst() < 1e-9);
  }
  const auto among = [](const SystemMotion& m, const std::vector<SystemMotion>& list) {
    for (const SystemMotion& other : list) {
      if ((other.motion - m.motion).norm() < 1e-6 * (1 + m.motion.norm())) return true;
    }
    return false;
  };
  const std::vector<SystemMotion> expected = oracle::solutions_by_modes(problem);
  for (const SystemMotion& m : motions) CHECK(among(m, expected));
  for (const SystemMotion& m : expected) CHECK(among(m, motions));
}

MotionProblem accelerations(const oracle::Scene& scene) { return acceleration_problem(equations_of_motion(scene)); }

}  // namespace

TEST_CASE("M is the published matrix, in the plane and in space, with rolling and sliding contacts") {
  oracle::RandomSystems random(1);
  int mixed = 0;
  for (int trial = 0; trial < oracle::count(40); ++trial) {
    CAPTURE(trial);
    const int contacts = random.integer(3, 12), rolling = random.integer(0, contacts / 3);
    MotionProblem problem;
    if (trial % 2 == 0) {
      oracle::Scene pile = oracle::random_pile(random, contacts);
      for (std::size_t j = 0; j < pile.system.joints.size(); ++j) pile.release(j);
      oracle::set_sliding(pile, random, rolling);
      problem = accelerations(pile);
    } else {
      const oracle::SpatialPile pile(random, contacts);
      const auto velocity = pile.sliding(random, rolling);
      problem = acceleration_problem(equations_of(pile.matrices(velocity ? *velocity : pile.rest(), 0.4)));
    }
    const ContactLcp lcp = contact_lcp(problem);
    mixed += !lcp.sliding.empty() && !lcp.rolling.empty();
    const Eigen::MatrixXd expected = published_matrix(problem, lcp);
    REQUIRE(lcp.M.rows() == expected.rows());
    CHECK((lcp.M - expected).cwiseAbs().maxCoeff() < 1e-11 * (1 + expected.cwiseAbs().maxCoeff()));
  }
  CHECK(mixed > 3);
}

TEST_CASE("a planar system given as matrices W and J has the same LCP") {
  oracle::RandomSystems random(3);
  int with_arms = 0;
  for (int trial = 0; trial < oracle::count(20); ++trial) {
    CAPTURE(trial);
    oracle::Scene pile = oracle::random_pile(random, random.integer(3, 12));
    for (std::size_t j = 0; j < pile.system.joints.size(); ++j) pile.release(j);
    oracle::set_sliding(pile, random, 1);
    const ContactEquations e = equations_of_motion(pile);
    const Eigen::Index p = 3 * static_cast<Eigen::Index>(pile.system.bodies.size()), r = e.degrees() - p;
    with_arms += r > 0;
    WrenchMatrices m;
    m.object_mass = e.mass.topLeftCorner(p, p);
    m.manipulator_mass = e.mass.bottomRightCorner(r, r);
    m.W = {e.normals.leftCols(p).transpose(), e.tangents[0].leftCols(p).transpose()};
    m.J = {-e.normals.rightCols(r), -e.tangents[0].rightCols(r)};
    m.object_force = e.force.head(p);
    m.manipulator_force = e.force.tail(r);
    m.object_velocity = e.velocity.head(p);
    m.joint_velocity = e.velocity.tail(r);
    m.velocity_products = {e.normal_bias, e.tangent_bias[0]};
    m.friction = e.friction;
    // This problem does not state which coordinates belong to the same body.
    const ContactLcp untold = contact_lcp(acceleration_problem(equations_of(m)));
    m.links = e.links;
    const ContactLcp a = contact_lcp(acceleration_problem(e)), b = contact_lcp(acceleration_problem(equations_of(m)));
    CHECK(a.M == b.M);
    CHECK(a.q == b.q);
    CHECK((a.M - untold.M).cwiseAbs().maxCoeff() <= 1e-12 * (1 + a.M.cwiseAbs().maxCoeff()));
    CHECK((a.q - untold.q).cwiseAbs().maxCoeff() <= 1e-12 * (1 + a.q.cwiseAbs().maxCoeff()));
  }
  CHECK(with_arms > 3);
}

TEST_CASE("for rods, blocks and arms, the LCP has the same solutions as the enumeration of modes") {
  const double angle = std::atan(2.0);
  for (const double mu : {0.5, 1.3, 1.4, 3.0}) {
    for (const double spin : {0.0, 4.0}) {
      for (const double speed : {1.0, -1.0, 0.0}) {
        if (speed == 0 && spin != 0) continue;
        CAPTURE(mu);
        CAPTURE(spin);
        CAPTURE(speed);
        check_same_solutions(accelerations(oracle::painleve_rod(angle, mu, speed, spin)));
      }
    }
  }
  for (const double slope : {0.1, 0.6}) {
    for (const double speed : {0.0, 1.0})
      check_same_solutions(accelerations(oracle::block_on_slope(slope, 0.3, speed)));
  }
  check_same_solutions(accelerations(oracle::arm_on_block(30, 0.5)));
  check_same_solutions(step_problem(equations_of_motion(oracle::painleve_rod(angle, 3, 1, 4)), 0.01));
}

TEST_CASE("for random small piles, the LCP has the same solutions as the enumeration of modes") {
  oracle::RandomSystems random(2);
  for (int trial = 0; trial < oracle::count(60); ++trial) {
    CAPTURE(trial);
    oracle::Scene pile = oracle::random_pile(random, random.integer(1, 3));
    if (trial % 2 == 0) oracle::set_sliding(pile, random, random.integer(0, 1));
    for (BodyContact& contact : pile.contacts) contact.friction = random.real(0, 1.5);
    check_same_solutions(accelerations(pile));
  }
}

// A block of mass 1 is pushed along x over a plane. The total normal force is g, and the friction mu g opposes the
// push. The edges of the friction pyramid are in the directions of the tangents.
TEST_CASE("a particle pushed over a plane in space obeys pyramid friction") {
  const double mu = 0.3;
  WrenchMatrices m;
  m.object_mass = Eigen::Matrix3d::Identity();
  m.manipulator_mass.resize(0, 0);
  m.W = {Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0)};
  m.J.assign(3, Eigen::MatrixXd(1, 0));
  m.velocity_products.assign(3, Eigen::VectorXd::Zero(1));
  m.manipulator_force.resize(0);
  m.joint_velocity.resize(0);
  m.object_velocity = Eigen::Vector3d::Zero();
  m.friction = Eigen::VectorXd::Constant(1, mu);
  const auto pushed = [&](double x, double y) {
    m.object_force = Eigen::Vector3d(x, y, -kGravity);
    const MotionProblem problem = acceleration_problem(equations_of(m));
    check_same_solutions(problem);
    const auto found = oracle::solutions_by_modes(problem);
    REQUIRE(found.size() == 1);
    return found[0].motion;
  };
  const double limit = mu * kGravity;
  CHECK(pushed(0.9 * limit, -0.9 * limit).norm() < 1e-12);  // the required friction force is inside the pyramid,
                                                            // although it is outside the cone
  CHECK(pushed(3 * limit, 0).isApprox(Eigen::Vector3d(2 * limit, 0, 0)));
  CHECK(pushed(3 * limit, -0.5 * limit).isApprox(Eigen::Vector3d(2 * limit, 0, 0)));
  CHECK(pushed(3 * limit, -2 * limit).isApprox(Eigen::Vector3d(2 * limit, -limit, 0)));
  // If the block already slides, the friction is on the surface of the cone and opposite to the velocity.
  m.object_velocity = Eigen::Vector3d(3, 4, 0);
  CHECK(pushed(0, 0).isApprox(Eigen::Vector3d(-0.6 * limit, -0.8 * limit, 0)));
}

TEST_CASE("for piles in space, the LCP has the same solutions as the enumeration of modes") {
  oracle::RandomSystems random(4);
  for (int trial = 0; trial < oracle::count(20); ++trial) {
    CAPTURE(trial);
    const oracle::SpatialPile pile(random, 2);
    check_same_solutions(acceleration_problem(equations_of(pile.matrices(pile.rest(), random.real(0, 1)))));
  }
}

// A finger on a slider pushes a block over the floor at 0.2 m/s. The force is mu m g, and the block moves with the
// finger. Any distribution of the friction to the corners of the block is a solution, but the force of the finger is
// unique.
TEST_CASE("a finger pushes a block in a quasistatic problem") {
  const double mu = 0.3, speed = 0.2;
  oracle::Scene scene = oracle::block_on_slope(0, mu);
  Joint finger;
  finger.kind = Joint::Kind::prismatic;
  finger.anchor = {-1, 0.1};
  scene.add_joint(finger, 0.5, speed);
  scene.prescribe(0, 0);
  BodyContact tip;
  tip.a = Solid::link(0);
  tip.b = Solid::body(0);
  tip.point = {-0.5, 0.1};
  tip.normal = {1, 0};
  tip.friction = 0;
  tip.radius_a = kCorner;
  tip.radius_b = kFlat;
  scene.contacts.push_back(tip);
  const QuasistaticLcp lcp = quasistatic_lcp(equations_of_motion(scene));
  REQUIRE(lcp.q.size() == 9 + 6);
  const std::vector<Eigen::VectorXd> found = oracle::lcp_solutions(lcp.M, lcp.q);
  REQUIRE(!found.empty());
  for (const Eigen::VectorXd& z : found) {
    const SystemMotion motion = quasistatic_motion(lcp, z);
    CHECK(verify(lcp, motion).worst() < 1e-9);
    CHECK(motion.motion.isApprox(Eigen::Vector4d(speed, 0, 0, speed)));
    CHECK(motion.forces.normal[2] == doctest::Approx(mu * kGravity));
    CHECK(motion.forces.normal.head(2).sum() == doctest::Approx(kGravity));
    CHECK(motion.bilateral[0] == doctest::Approx(mu * kGravity));  // the force of the drive equals the friction of the
                                                                   // block
    SystemMotion wrong = motion;
    wrong.forces.normal[2] *= 1.01;
    CHECK(verify(lcp, wrong).newton_euler > 1e-4);
  }
  // At a height h with mu h > half the width, the finger tips the block about its far corner. The torques then balance:
  // the force of the finger times h equals the weight times half the width.
  scene.contacts[0].friction = scene.contacts[1].friction = 0.9;
  scene.contacts[2].point.y() = scene.system.joints[0].anchor.y() = 0.9;
  const QuasistaticLcp tips = quasistatic_lcp(equations_of_motion(scene));
  const std::vector<Eigen::VectorXd> tipping = oracle::lcp_solutions(tips.M, tips.q);
  CHECK(!tipping.empty());
  for (const Eigen::VectorXd& z : tipping) {
    const SystemMotion motion = quasistatic_motion(tips, z);
    CHECK(verify(tips, motion).worst() < 1e-9);
    CHECK(motion.normal[0] > 0);
    CHECK(motion.forces.normal[2] == doctest::Approx(0.5 * kGravity / 0.9));
  }
}

TEST_CASE("matrices of the wrong shape are refused") {
  WrenchMatrices m;
  m.object_mass = Eigen::MatrixXd::Identity(6, 6);
  m.manipulator_mass.resize(0, 0);
  m.W = {Eigen::MatrixXd::Ones(6, 2), Eigen::MatrixXd::Ones(6, 2), Eigen::MatrixXd::Ones(6, 1)};
  m.J.assign(3, Eigen::MatrixXd(2, 0));
  m.velocity_products.assign(3, Eigen::VectorXd::Zero(2));
  m.object_force = Eigen::VectorXd::Zero(5);
  m.manipulator_force.resize(0);
  m.object_velocity = Eigen::VectorXd::Zero(6);
  m.joint_velocity.resize(0);
  m.friction = Eigen::VectorXd::Zero(2);
  try {
    equations_of(m);
    FAIL("wrong shapes were accepted");
  } catch (const InputError& error) {
    REQUIRE(error.faults().size() == 2);
    CHECK(error.faults()[0].pointer == "/W/2");
    CHECK(error.faults()[0].message == "must be 6 x 2");
    CHECK(error.faults()[1].pointer == "/object_force");
  }
}
