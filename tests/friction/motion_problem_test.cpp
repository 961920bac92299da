// SPDX-License-Identifier: MIT
// Compares the contact laws for accelerations and for velocities with closed forms. The solutions are found by the
// enumeration of modes in tests/support, which does not use a complementarity problem.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "friction/motion_problem.h"
#include "support/count.h"
#include "support/mode_solutions.h"
#include "support/random_systems.h"
#include "support/small_systems.h"

using namespace pawl;
using oracle::kGravity;
using oracle::solutions_by_modes;

namespace {

MotionProblem accelerations(const oracle::Scene& scene) { return acceleration_problem(equations_of_motion(scene)); }

SystemMotion only_solution(const MotionProblem& problem) {
  const std::vector<SystemMotion> found = solutions_by_modes(problem);
  REQUIRE(found.size() == 1);
  CHECK(verify(problem, found[0]).worst() < 1e-12);
  return found[0];
}

std::vector<Fault> faults_of(const oracle::Scene& scene) {
  try {
    accelerations(scene);
  } catch (const InputError& error) {
    return error.faults();
  }
  return {};
}

}  // namespace

TEST_CASE("a body in free fall has neither contacts nor forces") {
  oracle::Scene scene = oracle::block_on_slope(0.3, 0.5);
  scene.contacts.clear();
  const SystemMotion motion = motion_of(accelerations(scene), {Eigen::VectorXd(0), {Eigen::VectorXd(0)}});
  CHECK(motion.motion.isApprox(Eigen::Vector3d(kGravity * std::sin(0.3), -kGravity * std::cos(0.3), 0)));
  CHECK(verify(accelerations(scene), motion).worst() < 1e-15);
}

// A block at rest sticks if tan(slope) <= mu. If the slope is steeper, it slides with the acceleration g (sin - mu
// cos). A block that already slides has this acceleration for any mu.
TEST_CASE("a block on a slope sticks or slides as the closed form predicts") {
  for (const double slope : {0.0, 0.1, 0.3, 0.6}) {
    for (const double mu : {0.0, 0.05, 0.3, 0.31, 0.7, 1.0}) {
      CAPTURE(slope);
      CAPTURE(mu);
      const double sliding = kGravity * (std::sin(slope) - mu * std::cos(slope));
      const SystemMotion rest = only_solution(accelerations(oracle::block_on_slope(slope, mu)));
      CHECK(rest.motion[0] == doctest::Approx(std::tan(slope) <= mu ? 0 : sliding));
      CHECK(rest.forces.normal.sum() == doctest::Approx(kGravity * std::cos(slope)));
      const SystemMotion slid = only_solution(accelerations(oracle::block_on_slope(slope, mu, 2)));
      CHECK(slid.motion[0] == doctest::Approx(sliding));
      const double up = kGravity * (std::sin(slope) + mu * std::cos(slope));
      CHECK(only_solution(accelerations(oracle::block_on_slope(slope, mu, -2))).motion[0] == doctest::Approx(up));
    }
  }
}

// The rod leans at the angle whose tangent is 2, so cos^2 = 1/5 and cos sin = 2/5. Per unit of normal force, the normal
// acceleration of its end is 1 + 3/5 - 6/5 mu, which is 0 at mu = 4/3. Without forces, this acceleration is -g + spin^2
// sin(angle).
TEST_CASE("Painleve's rod has one, no or many solutions") {
  const double angle = std::atan(2.0);
  const double coefficient_at_one = 1.6 - 1.2;
  const SystemMotion one = only_solution(accelerations(oracle::painleve_rod(angle, 1, 1)));
  CHECK(one.forces.normal[0] == doctest::Approx(kGravity / coefficient_at_one));
  CHECK(one.forces.tangent[0][0] == doctest::Approx(-kGravity / coefficient_at_one));
  const double threshold = 4.0 / 3;
  for (const double spin : {0.0, 2.0, 4.0}) {
    const double free = -kGravity + spin * spin * std::sin(angle);
    for (const double mu : {0.5, threshold - 1e-6, threshold + 1e-6, 2.0}) {
      CAPTURE(spin);
      CAPTURE(mu);
      const auto found = solutions_by_modes(accelerations(oracle::painleve_rod(angle, mu, 1, spin)));
      CHECK(found.size() == (mu < threshold ? 1u : free < 0 ? 0u : 2u));
    }
    // If the rod slides in the opposite direction, there is exactly one solution.
    CHECK(solutions_by_modes(accelerations(oracle::painleve_rod(angle, 5, -1, spin))).size() == 1);
  }
}

// The fingertip at (0, 1) sticks. The arm is therefore a rigid structure with joints at (0, 1 + r) and (r/2, 1 + r/2),
// where r = sqrt 2. Each link has the weight w, and the force (x, y) acts on the tip.
//
// The torques about the shoulder balance: r x - r/4 w - r/4 w = 0. The torques about the elbow balance: torque + r/2 x
// - r/2 y + r/4 w = 0. Therefore x = w/2 and y = w + r torque. The floor carries the weight of the block and y.
TEST_CASE("an arm presses on a block on the floor with the force that follows from statics") {
  const double torque = 30, w = 0.5 * kGravity;
  const SystemMotion motion = only_solution(accelerations(oracle::arm_on_block(torque, 1)));
  CHECK(motion.motion.norm() < 1e-9);
  CHECK(motion.forces.normal[2] == doctest::Approx(w + std::sqrt(2.0) * torque));
  CHECK(motion.forces.tangent[0][2] == doctest::Approx(-w / 2));
  CHECK(motion.forces.normal.head(2).sum() == doctest::Approx(kGravity + w + std::sqrt(2.0) * torque));
}

TEST_CASE(
    "a joint that is held by the prescribed acceleration 0 has the same effort as a joint that is held by a given "
    "effort") {
  const double torque = 30;
  oracle::Scene scene = oracle::arm_on_block(torque, 1);
  scene.prescribe(1, 0);
  const MotionProblem problem = accelerations(scene);
  // The acceleration is prescribed, so that contact forces of different sizes are possible. The test uses the force
  // that the given effort would cause.
  const SystemMotion known = only_solution(accelerations(oracle::arm_on_block(torque, 1)));
  const SystemMotion held = motion_of(problem, known.forces);
  CHECK(held.motion.norm() < 1e-12);
  CHECK(held.bilateral.size() == 1);
  CHECK(held.bilateral[0] == doctest::Approx(torque));
  CHECK(verify(problem, held).worst() < 1e-12);
}

// Computes the accelerations that given efforts cause. Then prescribes some of these accelerations. The efforts and the
// forces must be the same as before.
TEST_CASE("prescribed efforts and prescribed accelerations describe the same motion") {
  oracle::RandomSystems random(3);
  int checked = 0;
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    oracle::Scene scene = random.scene(1, random.integer(2, 4));
    scene.state.u.setZero();
    for (int i = 0; i < 2; ++i) {
      BodyContact contact;
      contact.a = random.solid(scene.system, Solid{Solid::Kind::ground, 9});
      contact.b = random.solid(scene.system, contact.a);
      contact.point = random.vector(1);
      contact.normal = random.unit();
      contact.friction = random.real(0, 1);
      scene.contacts.push_back(contact);
    }
    const auto found = solutions_by_modes(accelerations(scene));
    REQUIRE(!found.empty());  // at rest, a solution always exists
    const SystemMotion& free = found[0];
    oracle::Scene driven = scene;
    for (std::size_t j = 0; j < scene.system.joints.size(); j += 2) {
      driven.prescribe(j, free.motion[3 + static_cast<Eigen::Index>(j)]);
      driven.loads.efforts[j] = 1e6;  // this effort must be ignored, because the acceleration is prescribed
    }
    const MotionProblem problem = accelerations(driven);
    const SystemMotion same = motion_of(problem, free.forces);
    const MotionResiduals residuals = verify(problem, same);
    CAPTURE(residuals.newton_euler);
    CAPTURE(residuals.bilateral);
    CAPTURE(residuals.normal);
    CAPTURE(residuals.friction);
    CHECK(residuals.worst() < 1e-9);
    CHECK((same.motion - free.motion).norm() < 1e-8 * (1 + free.motion.norm()));
    for (std::size_t j = 0, row = 0; j < scene.system.joints.size(); j += 2, ++row) {
      const double effort = same.bilateral[static_cast<Eigen::Index>(row)];
      CHECK(std::fabs(effort - scene.loads.efforts[j]) < 1e-7 * (1 + free.forces.normal.sum()));
      ++checked;
    }
  }
  CHECK(checked > 0);
}

TEST_CASE("if one call tries many forces, each gives the same result as in a separate call") {
  oracle::Scene held = oracle::arm_on_block(30, 1);
  held.prescribe(1, 0);
  for (const oracle::Scene& scene : {oracle::arm_on_block(30, 1), oracle::block_on_slope(.3, .5), held}) {
    const MotionProblem problem = accelerations(scene);
    const Eigen::Index n = problem.equations.contacts();
    internal::ForceTrial trial(problem);
    for (const double size : {1e6, 1e-3, 1.}) {
      const SystemForces forces{Eigen::VectorXd::LinSpaced(n, size, 2 * size),
                                {Eigen::VectorXd::Constant(n, size / 10)}};
      const SystemMotion motion = trial.motion(forces), alone = motion_of(problem, forces);
      CHECK(motion.motion == alone.motion);
      CHECK(motion.normal == alone.normal);
      CHECK(motion.bilateral == alone.bilateral);
      const MotionResiduals residuals = verify(problem, alone);
      CHECK(trial.residuals(motion).newton_euler == residuals.newton_euler);
      CHECK(trial.residuals(motion).normal == residuals.normal);
      CHECK(trial.residuals(motion).friction == residuals.friction);
    }
  }
}

TEST_CASE("contacts are classified by their velocities") {
  const auto states = [](const oracle::Scene& s) { return contact_states(equations_of_motion(s)); };
  oracle::Scene scene = oracle::block_on_slope(0, 0.5);
  using enum ContactState;
  CHECK(states(scene) == std::vector{rolling, rolling});
  scene.state.twist(0) << 1e-9, 0, 0;
  CHECK(states(scene) == std::vector{rolling, rolling});
  scene.state.twist(0) << 1e-7, 0, 0;
  CHECK(states(scene) == std::vector{sliding, sliding});
  scene.state.twist(0) << 0, 0.1, 0;
  CHECK(states(scene) == std::vector{open, open});
  scene.state.twist(0) << 0, 0.05, 0.1;  // a twist that turns the block about its left corner
  CHECK(states(scene)[1] == open);
  scene.state.twist(0) << 0, -1e-9, 0;
  CHECK(states(scene) == std::vector{rolling, rolling});
  scene.contacts[1].gap = 1e-3;
  CHECK(states(scene)[1] == open);
  scene.contacts[1].gap = -1e-3;
  CHECK(states(scene)[1] == rolling);
}

TEST_CASE("approaching contacts are refused, and all of them are named") {
  oracle::Scene scene = oracle::block_on_slope(0, 0.5);
  CHECK(faults_of(scene).empty());
  scene.state.twist(0) << 0, -0.1, 0;
  const std::vector<Fault> faults = faults_of(scene);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].pointer == "/contacts/0");
  CHECK(faults[1].pointer == "/contacts/1");
  CHECK(faults[1].value == "-0.1");
  for (BodyContact& contact : scene.contacts) contact.gap = 0.01;
  CHECK(faults_of(scene).empty());
}

TEST_CASE("verify() detects violations of each contact law") {
  const MotionProblem problem = accelerations(oracle::block_on_slope(0.3, 0.2));
  const SystemMotion right = only_solution(problem);
  CHECK(right.motion[0] > 0.1);
  SystemMotion wrong = right;
  wrong.motion[1] += 1e-3;
  CHECK(verify(problem, wrong).newton_euler > 1e-5);
  CHECK(verify(problem, wrong).kinematics > 1e-5);
  wrong = right;
  wrong.forces.tangent[0] *= 1.01;
  CHECK(verify(problem, wrong).friction > 1e-4);
  wrong = right;
  wrong.forces.tangent[0] *= -1;
  CHECK(verify(problem, wrong).friction > 0.1);
  wrong = right;
  wrong.forces.normal[0] *= -1;
  CHECK(verify(problem, wrong).normal > 0.1);
  // All equations hold, but a contact that separates has a force. Therefore the mode is wrong.
  SystemForces pulled = right.forces;
  pulled.normal.setConstant(20);
  pulled.tangent[0].setConstant(4);
  CHECK(verify(problem, motion_of(problem, pulled)).normal > 0.1);
  wrong = right;
  wrong.motion[0] = std::nan("");
  CHECK_FALSE(verify(problem, wrong).within());
  wrong = right;
  wrong.forces.normal[0] = std::nan("");
  CHECK_FALSE(verify(problem, wrong).within());
}

TEST_CASE("verify() detects motions that violate a drive or a pin") {
  oracle::Scene scene = oracle::arm_on_block(30, 1);
  scene.prescribe(0, 0);
  const MotionProblem problem = accelerations(scene);
  SystemMotion motion = only_solution(problem);
  motion.motion[3] += 1;
  CHECK(verify(problem, motion).bilateral > 1e-3);
}

// A pendulum in maximal coordinates: a pin connects the body to the ground. It must move like the same pendulum with a
// joint.
TEST_CASE("a pendulum on a pin moves like a pendulum on a joint") {
  const double m = 1.5, l = 0.8, inertia = 0.2, angle = 0.7, spin = 2;
  oracle::Scene jointed;
  jointed.system.gravity = {0, -kGravity};
  Joint joint;
  joint.mass = m;
  joint.inertia = inertia;
  joint.center_of_mass = {l, 0};
  jointed.add_joint(joint, angle, spin);
  oracle::Scene pinned;
  pinned.system.gravity = jointed.system.gravity;
  const Eigen::Vector2d center(l * std::cos(angle), l * std::sin(angle));
  pinned.add_body({m, inertia}, {center.x(), center.y(), angle}, {-spin * center.y(), spin * center.x(), spin});
  pinned.system.pins = {Pin{Solid::ground(), Solid::body(0), {0, 0}, {-l, 0}}};
  const SystemForces none{Eigen::VectorXd(0), {Eigen::VectorXd(0)}};
  const SystemMotion a = motion_of(accelerations(jointed), none);
  const SystemMotion b = motion_of(accelerations(pinned), none);
  CHECK(a.motion[0] == doctest::Approx(-m * kGravity * center.x() / (inertia + m * l * l)));
  CHECK(b.motion[2] == doctest::Approx(a.motion[0]));
  // The force of the pin is the weight plus the mass times the acceleration.
  CHECK(b.bilateral[0] == doctest::Approx(m * b.motion[0]));
  CHECK(b.bilateral[1] == doctest::Approx(m * (b.motion[1] + kGravity)));
  CHECK(verify(accelerations(pinned), b).worst() < 1e-12);
  // A second copy of the pin is redundant, and accepted. Pins that contradict each other are refused.
  pinned.system.pins.push_back(pinned.system.pins[0]);
  const SystemMotion twice = motion_of(accelerations(pinned), none);
  CHECK(twice.motion.isApprox(b.motion));
  CHECK(twice.bilateral[0] == doctest::Approx(b.bilateral[0] / 2));
  pinned.system.pins = {Pin{Solid::ground(), Solid::body(0), {0, 0}, {-l, 0}},
                        Pin{Solid::ground(), Solid::body(0), {0, 0}, {l, 0}}};
  CHECK_THROWS_AS(motion_of(accelerations(pinned), none), InputError);
}

// After a step of the duration h from rest, the block has the speed h g (sin - mu cos), or is still at rest. A falling
// block lands if its height above the floor is less than the distance that it would fall in the step.
TEST_CASE("at the velocity level a block on a slope follows the closed form, and a falling block lands") {
  const double h = 0.01;
  for (const double slope : {0.1, 0.6}) {
    const double mu = 0.3;
    const MotionProblem problem = step_problem(equations_of_motion(oracle::block_on_slope(slope, mu)), h);
    const double sliding = kGravity * (std::sin(slope) - mu * std::cos(slope));
    CHECK(only_solution(problem).motion[0] == doctest::Approx(std::tan(slope) <= mu ? 0 : h * sliding));
  }
  oracle::Scene falling = oracle::block_on_slope(0, 0.3);
  for (BodyContact& contact : falling.contacts) contact.gap = 0.005;
  falling.state.twist(0).y() = -2;
  const SystemMotion landed = only_solution(step_problem(equations_of_motion(falling), h));
  CHECK(landed.motion[1] == doctest::Approx(-0.5));  // the gap divided by h
  CHECK(landed.forces.normal.sum() == doctest::Approx(2 - 0.5 + h * kGravity));
  falling.state.twist(0).y() = -0.1;
  CHECK(only_solution(step_problem(equations_of_motion(falling), h)).motion[1] == doctest::Approx(-0.1 - h * kGravity));
  CHECK_THROWS_AS(step_problem(equations_of_motion(falling), 0), InputError);
  CHECK_THROWS_AS(step_problem(equations_of_motion(falling), std::nan("")), InputError);
}

// If no acceleration solves the problem, an impulse stops the rod's end within the step.
TEST_CASE("at the velocity level an impulse stops Painleve's rod") {
  const double angle = std::atan(2.0);
  const oracle::Scene rod = oracle::painleve_rod(angle, 2, 0.1);
  CHECK(solutions_by_modes(accelerations(rod)).empty());
  const MotionProblem problem = step_problem(equations_of_motion(rod), 1e-4);
  const auto found = solutions_by_modes(problem);
  REQUIRE(!found.empty());
  for (const SystemMotion& motion : found) {
    CHECK(verify(problem, motion).worst() < 1e-12);
    CHECK(std::fabs(motion.tangent[0][0]) < 1e-12);
    CHECK(motion.forces.normal[0] > 0.01);  // far above the impulse of gravity in the step
  }
}

TEST_CASE("at the velocity level a drive changes the velocity, and a pin removes its gap") {
  oracle::Scene scene = oracle::arm_on_block(30, 1);
  scene.contacts.clear();
  scene.state.velocity(0) = 0.5;
  scene.prescribe(0, 3);
  const Eigen::Vector2d middle = world_point(scene, Solid::body(0), {0, 0});
  scene.system.pins = {Pin{Solid::ground(), Solid::body(0), middle + Eigen::Vector2d(1e-3, 0), {0, 0}}};
  const MotionProblem problem = step_problem(equations_of_motion(scene), 0.1);
  const SystemMotion motion = motion_of(problem, {Eigen::VectorXd(0), {Eigen::VectorXd(0)}});
  CHECK(motion.motion[3] == doctest::Approx(0.5 + 0.1 * 3));
  CHECK(motion.motion[0] == doctest::Approx(1e-3 / 0.1));
  CHECK(motion.motion[1] == doctest::Approx(0));
  CHECK(verify(problem, motion).worst() < 1e-12);
}
