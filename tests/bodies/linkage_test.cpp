// SPDX-License-Identifier: MIT
// Parallelogram linkages with redundant cranks. The constraints of their pins are dependent, and consistent up to
// rounding.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/friction/solve_motion.h>

#include <Eigen/Geometry>
#include <cmath>

#include "support/count.h"
#include "support/random_systems.h"
#include "support/scene.h"

using namespace pawl;
using oracle::RandomSystems;
using Vector = Eigen::Vector2d;

namespace {

const SystemForces kNone{Eigen::VectorXd(0), {Eigen::VectorXd(0)}};

/// A linkage of parallel cranks. They have equal lengths and the same angle. Each crank connects a point of the ground
/// with a point of the coupler.
struct Linkage {
  std::vector<Vector> pivots;  ///< pivots of the cranks on the ground; in its own frame, the coupler has its pins at
                               ///< these points minus `center`
  Vector center{0, 0};         ///< position of the coupler's center for cranks of length 0
  double length = 1, angle = 0, turn = 0, speed = 0;
  double mass = 1, inertia = 1;  ///< mass and inertia of the coupler
  double crank_mass = 1;
  Vector gravity{0, -9.81};
  bool free_cranks = false;  ///< whether the cranks are free bodies with pins, instead of links with joints
};

oracle::Scene scene_of(const Linkage& linkage) {
  oracle::Scene scene;
  scene.system.gravity = linkage.gravity;
  const Eigen::Rotation2Dd turn(linkage.turn);
  const Vector along(std::cos(linkage.angle), std::sin(linkage.angle));
  const Vector across(-along.y(), along.x());
  Eigen::Vector3d pose(0, 0, linkage.turn), twist(0, 0, 0);
  pose.head<2>() = turn * (linkage.center + linkage.length * along);
  twist.head<2>() = turn * (linkage.length * linkage.speed * across);
  const Solid coupler = scene.add_body({linkage.mass, linkage.inertia}, pose, twist);
  for (const Vector& pivot : linkage.pivots) {
    const Vector base = turn * pivot;
    const double angle = linkage.turn + linkage.angle;
    const double inertia = linkage.crank_mass * linkage.length * linkage.length / 12;
    Solid crank;
    Vector end(linkage.length, 0);
    if (linkage.free_cranks) {
      pose.z() = angle;
      twist.z() = linkage.speed;
      pose.head<2>() = base + turn * (linkage.length / 2 * along);
      twist.head<2>() = turn * (linkage.length / 2 * linkage.speed * across);
      crank = scene.add_body({linkage.crank_mass, inertia}, pose, twist);
      end /= 2;
      scene.system.pins.push_back({Solid::ground(), crank, base, -end});
    } else {
      Joint joint;
      joint.anchor = base;
      joint.mass = linkage.crank_mass;
      joint.inertia = inertia;
      joint.center_of_mass = end / 2;
      crank = scene.add_joint(joint, angle, linkage.speed);
    }
    scene.system.pins.push_back({crank, coupler, end, pivot - linkage.center});
  }
  return scene;
}

/// Returns the angular acceleration a of the cranks. A coupler of mass m is on n cranks of mass M and length l. Then (m
/// + n M/3) l^2 a equals the power of gravity divided by the angular velocity of the cranks.
double angular_acceleration(const Linkage& linkage) {
  const auto cranks = static_cast<double>(linkage.pivots.size());
  const Vector across(-std::sin(linkage.turn + linkage.angle), std::cos(linkage.turn + linkage.angle));
  const double inertia = linkage.mass + cranks * linkage.crank_mass / 3;
  return linkage.gravity.dot(across) * (linkage.mass + cranks * linkage.crank_mass / 2) / (inertia * linkage.length);
}

Linkage random_linkage(RandomSystems& random) {
  Linkage linkage;
  const double size = std::pow(10, random.real(-3, 3));
  const int cranks = random.integer(2, 6);
  for (int k = 0; k < cranks; ++k) linkage.pivots.push_back(random.vector(size));
  linkage.center = random.integer(0, 1) == 0 ? linkage.pivots[0] : random.vector(size);
  linkage.length = size * random.real(.1, 2);
  linkage.angle = random.real(-3, 3);
  linkage.turn = random.integer(0, 2) == 0 ? 0 : random.real(-3, 3);
  linkage.speed = random.integer(0, 1) == 0 ? 0 : random.real(-3, 3) / std::sqrt(size);
  linkage.mass = std::pow(10, random.real(-2, 2));
  linkage.inertia = linkage.mass * size * size * std::pow(10, random.real(-4, 0));
  linkage.crank_mass = linkage.mass * std::pow(10, random.real(-2, 1));
  if (random.integer(0, 2) == 0) linkage.gravity = random.vector(10);
  linkage.free_cranks = random.integer(0, 1) == 1;
  return linkage;
}

}  // namespace

TEST_CASE("the motion of a parallelogram linkage passes verify() even if one row of its equations is zero") {
  Linkage linkage;
  linkage.pivots = {{0, 0}, {.5, 0}};
  linkage.center = {.5, 0};
  linkage.length = .4;
  linkage.angle = 1.1;
  const oracle::Scene scene = scene_of(linkage);
  CHECK(scene.state.pose(0).x() == .5 + .4 * std::cos(1.1));
  for (const MotionProblem& problem :
       {acceleration_problem(equations_of_motion(scene)), step_problem(equations_of_motion(scene), .01)}) {
    const SystemMotion motion = motion_of(problem, kNone);
    CHECK(verify(problem, motion).worst() < 1e-12);
    CHECK(solve_motion(problem).lcp.status == LcpAnswer::Status::solved);
  }
}

TEST_CASE(
    "linkages with redundant cranks move like those with one crank; verify() accepts this motion and refuses wrong "
    "ones") {
  RandomSystems random(61);
  for (int k = 0; k < oracle::count(400); ++k) {
    CAPTURE(k);
    const Linkage linkage = random_linkage(random);
    const MotionProblem problem = acceleration_problem(equations_of_motion(scene_of(linkage)));
    const SystemMotion motion = motion_of(problem, kNone);
    CHECK(verify(problem, motion).worst() < 1e-10);
    const double expected = angular_acceleration(linkage);
    CHECK(motion.motion[motion.motion.size() - 1] == doctest::Approx(expected).epsilon(1e-8));
    const double size = motion.motion.head<2>().norm();       // size of the largest acceleration of a point
    if (std::fabs(expected) * linkage.length < .1) continue;  // skips states in which gravity is nearly balanced
    for (Eigen::Index i = 0; i < motion.motion.size(); ++i) {
      SystemMotion wrong = motion;
      const bool turns = linkage.free_cranks ? i % 3 == 2 : i > 1;
      wrong.motion[i] += 1e-6 * size / (turns ? linkage.length : 1);
      CHECK_FALSE(verify(problem, wrong).within());
    }
    SystemMotion faster = motion;
    faster.motion *= 1 + 1e-6;
    CHECK_FALSE(verify(problem, faster).within());
    SystemMotion pulled = motion;
    pulled.bilateral *= 1 + 1e-6;
    CHECK_FALSE(verify(problem, pulled).within());
  }
}

// The pins of these cranks have gaps of at most 1e-7 m, as if positions were read from a file with few digits. A gap of
// 1e-4 m may be too large to be closed.
TEST_CASE(
    "at the velocity level, dependent pins are closed to within the tolerance, or a fault states their distance") {
  constexpr double kStep = .01;
  int met = 0, refused = 0;
  RandomSystems random(62);
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    Linkage linkage = random_linkage(random);
    const double size = linkage.length;
    for (Vector& pivot : linkage.pivots) pivot /= size;
    linkage.center /= size;
    linkage.length = 1;
    linkage.inertia /= size * size;
    if (std::fabs(angular_acceleration(linkage)) < .1) continue;
    const auto off_by = [&](double gap) {
      oracle::Scene scene = scene_of(linkage);
      RandomSystems offs(static_cast<unsigned>(k));
      for (Pin& pin : scene.system.pins) pin.at_b += offs.vector(gap);
      return step_problem(equations_of_motion(scene), kStep);
    };
    const SystemMotion exact = motion_of(off_by(0), kNone);
    for (const double gap : {1e-14, 1e-11, 1e-8, 1e-7}) {
      CAPTURE(gap);
      const MotionProblem problem = off_by(gap);
      const SystemMotion motion = motion_of(problem, kNone);
      CHECK(verify(problem, motion).within());
      // The gap of the pin is closed in one step of duration kStep, with the velocity gap / kStep. The pin connects two
      // points that are `gap` apart, so the lever arms of its forces are uncertain by `gap`.
      CHECK((motion.motion - exact.motion).norm() < 1e3 * gap * (1 / kStep + exact.motion.norm()) + 1e-8);
      const Eigen::VectorXd left =
          kStep * (problem.equations.bilateral.rows * motion.motion - problem.bilateral_target);
      CHECK(left.cwiseAbs().maxCoeff() < tolerance::kPinClosure);
      SystemMotion faster = motion;
      faster.motion *= 1 + 1e-4;
      CHECK_FALSE(verify(problem, faster).within());
    }
    if (linkage.pivots.size() < 3) continue;
    try {
      const MotionProblem problem = off_by(1e-4);
      const SystemMotion motion = motion_of(problem, kNone);
      CHECK(verify(problem, motion).within());  // the call may find a motion or throw, but a motion must satisfy the
                                                // equations
      ++met;
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(" m between its points") != std::string::npos);
      ++refused;
    }
  }
  CHECK(refused > 10 * met);
}
