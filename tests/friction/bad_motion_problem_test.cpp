// SPDX-License-Identifier: MIT
// The functions of pawl/friction must refuse invalid arguments: motion problems that the caller has changed, forces,
// motions, vectors z, and tolerances.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/quasistatic.h>
#include <pawl/friction/solve_motion.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "support/small_systems.h"

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns the pointers of all faults, separated by spaces.
template <class Call>
std::string faults_of(const Call& call) {
  std::string all;
  try {
    call();
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) all += (all.empty() ? "" : " ") + fault.pointer;
  }
  return all;
}

/// Returns the equations of a block that stands on two corners. It has three degrees of freedom, two rolling contacts
/// and no joints.
ContactEquations equations() { return equations_of_motion(oracle::block_on_slope(.1, .5)); }
MotionProblem problem() { return acceleration_problem(equations()); }

/// Returns equations with one contact in space, which has two tangents.
ContactEquations spatial(double speed) {
  ContactEquations e;
  e.mass = Eigen::Matrix3d::Identity();
  e.force = Eigen::Vector3d(0, 0, -1);
  e.velocity = Eigen::Vector3d(speed, 0, 0);
  e.normals = Eigen::RowVector3d(0, 0, 1);
  e.tangents = {Eigen::RowVector3d(1, 0, 0), Eigen::RowVector3d(0, 1, 0)};
  e.normal_bias = e.gap = Eigen::VectorXd::Zero(1);
  e.tangent_bias.assign(2, Eigen::VectorXd::Zero(1));
  e.friction = Eigen::VectorXd::Constant(1, .5);
  e.bilateral.rows.resize(0, 3);
  return e;
}

SystemForces no_forces() { return {Eigen::VectorXd::Zero(2), {Eigen::VectorXd::Zero(2)}}; }

/// Checks that every function refuses the changed problem with faults at these pointers.
void check_refused(const std::function<void(MotionProblem&)>& change, const std::string& pointers) {
  CAPTURE(pointers);
  const SystemMotion motion = motion_of(problem(), no_forces());
  MotionProblem bad = problem();
  change(bad);
  CHECK(faults_of([&] { bad.validate(); }) == pointers);
  CHECK(faults_of([&] { contact_problem(bad); }) == pointers);
  CHECK(faults_of([&] { contact_lcp(bad); }) == pointers);
  CHECK(faults_of([&] { contact_space(bad); }) == pointers);
  CHECK(faults_of([&] { solve_motion(bad); }) == pointers);
  CHECK(faults_of([&] { proves_no_solution(bad, LcpRefutation()); }) == pointers);
  CHECK(faults_of([&] { motion_of(bad, no_forces()); }) == pointers);
  CHECK(faults_of([&] { verify(bad, motion); }) == pointers);
}

}  // namespace

TEST_CASE("a motion problem is refused if the caller has given it wrong sizes or numbers") {
  check_refused([](MotionProblem&) {}, "");
  check_refused([](MotionProblem& l) { l.states.pop_back(); }, "/states");
  check_refused([](MotionProblem& l) { l.free_momentum.resize(0); }, "/free_momentum");
  check_refused([](MotionProblem& l) { l.free_momentum[1] = kNan; }, "/free_momentum");
  check_refused([](MotionProblem& l) { l.normal_offset = Eigen::VectorXd::Zero(3); }, "/normal_offset");
  check_refused([](MotionProblem& l) { l.normal_offset[0] = kInfinity; }, "/normal_offset");
  check_refused([](MotionProblem& l) { l.tangent_offset.clear(); }, "/tangent_offset");
  check_refused([](MotionProblem& l) { l.tangent_offset[0] = Eigen::VectorXd::Zero(1); }, "/tangent_offset/0");
  check_refused([](MotionProblem& l) { l.tangent_offset[0][1] = kNan; }, "/tangent_offset/0");
  check_refused([](MotionProblem& l) { l.bilateral_target = Eigen::VectorXd::Zero(1); }, "/bilateral_target");
  check_refused([](MotionProblem& l) { l.bilateral_slack = kNan; }, "/bilateral_slack");
  check_refused([](MotionProblem& l) { l.bilateral_slack = -1; }, "/bilateral_slack");
  check_refused([](MotionProblem& l) { l.equations.mass(0, 0) = -1; }, "/equations/mass/0");
  check_refused([](MotionProblem& l) { l.equations.friction[1] = -1; }, "/equations/friction/1");
  check_refused(
      [](MotionProblem& l) {
        l.equations.force.resize(2);
        l.states.clear();
        l.free_momentum[0] = kNan;
      },
      "/equations/force /states /free_momentum");
}

TEST_CASE("a motion problem is refused if the caller has given a drive a wrong target") {
  oracle::Scene scene = oracle::arm_on_block(30, 1);
  scene.prescribe(0, 0);
  MotionProblem driven = acceleration_problem(equations_of_motion(scene));
  driven.bilateral_target[0] = kNan;
  CHECK(faults_of([&] { contact_problem(driven); }) == "/bilateral_target");
  driven.bilateral_target.resize(0);
  CHECK(faults_of([&] { solve_motion(driven); }) == "/bilateral_target");
}

TEST_CASE("a contact with two tangents can be marked as sliding only if a sliding velocity is given") {
  MotionProblem sliding = acceleration_problem(spatial(1));
  REQUIRE(sliding.states[0] == ContactState::sliding);
  CHECK(solve_motion(sliding).lcp.status == LcpAnswer::Status::solved);
  sliding.equations.velocity.setZero();
  CHECK(faults_of([&] { solve_motion(sliding); }) == "/states/0");
  sliding.states[0] = ContactState::rolling;
  CHECK(faults_of([&] { solve_motion(sliding); }).empty());
}

TEST_CASE("forces of wrong sizes are refused") {
  const MotionProblem good = problem();
  SystemForces forces = no_forces();
  forces.normal.resize(1);
  CHECK(faults_of([&] { motion_of(good, forces); }) == "/forces/normal");
  forces.tangent.clear();
  CHECK(faults_of([&] { motion_of(good, forces); }) == "/forces/normal /forces/tangent");
  forces = no_forces();
  forces.tangent[0].resize(3);
  CHECK(faults_of([&] { motion_of(good, forces); }) == "/forces/tangent/0");
}

TEST_CASE("a vector z with the size of another problem is refused") {
  MotionProblem some = problem();
  for (const Eigen::Index size : {0, 5, 7}) {
    CHECK(faults_of([&] { forces_of(some, Eigen::VectorXd::Zero(size)); }) == "/z");
  }
  const Eigen::VectorXd z = Eigen::VectorXd::Zero(6);
  CHECK(faults_of([&] { forces_of(some, z); }).empty());
  some.states.push_back(ContactState::open);
  CHECK(faults_of([&] { forces_of(some, z); }) == "/states");
  some = problem();
  some.equations.friction.resize(1);
  CHECK(faults_of([&] { forces_of(some, z); }) == "/equations/friction");
  some = problem();
  some.equations.velocity.resize(1);
  CHECK(faults_of([&] { forces_of(some, z); }) == "/equations/tangents/0");
}

TEST_CASE("motions of wrong sizes are refused") {
  const MotionProblem good = problem();
  const auto refused = [&](const auto& change) {
    SystemMotion motion = motion_of(good, no_forces());
    change(motion);
    return faults_of([&] { verify(good, motion); });
  };
  CHECK(refused([](SystemMotion&) {}).empty());
  CHECK(refused([](SystemMotion& m) { m.motion.resize(2); }) == "/motion");
  CHECK(refused([](SystemMotion& m) { m.bilateral.resize(1); }) == "/bilateral");
  CHECK(refused([](SystemMotion& m) { m.normal.resize(3); }) == "/normal");
  CHECK(refused([](SystemMotion& m) { m.tangent.clear(); }) == "/tangent");
  CHECK(refused([](SystemMotion& m) { m.tangent[0].resize(3); }) == "/tangent/0");
  CHECK(refused([](SystemMotion& m) { m.forces.normal.resize(0); }) == "/forces/normal");
  CHECK(refused([](SystemMotion& m) { m.forces.tangent.clear(); }) == "/forces/tangent");
  CHECK(refused([](SystemMotion& m) { m.motion[0] = kNan; }).empty());  // accepted here, because the residuals report
                                                                        // NaN
}

TEST_CASE("invalid tolerances are refused") {
  for (const double bad : {kNan, -1e-9, -kInfinity}) {
    CAPTURE(bad);
    CHECK(faults_of([&] { contact_states(equations(), {bad, bad}); }) == "/tolerance/gap /tolerance/velocity");
    CHECK(faults_of([&] { acceleration_problem(equations(), {1e-6, bad}); }) == "/tolerance/velocity");
    CHECK(faults_of([&] { quasistatic_lcp(equations(), bad); }) == "/contact_tolerance");
    CHECK(faults_of([&] { step_problem(equations(), bad); }) == "/h");
  }
  CHECK(faults_of([&] { contact_states(equations(), {0, 0}); }).empty());
  CHECK(contact_states(equations(), {kInfinity, kInfinity}) == std::vector(2, ContactState::rolling));
  // Faults of the tolerances and of the equations must be reported together.
  ContactEquations bad = equations();
  bad.friction[0] = -1;
  CHECK(faults_of([&] { acceleration_problem(bad, {kNan, 0}); }) == "/tolerance/gap /friction/0");
  CHECK(faults_of([&] { step_problem(bad, 0); }) == "/h /friction/0");
  CHECK(faults_of([&] { quasistatic_lcp(bad, -1); }) == "/contact_tolerance /friction/0");
}

TEST_CASE("invalid equations are refused when contact states are computed") {
  const auto refused = [](const auto& change) {
    ContactEquations e = equations();
    change(e);
    return faults_of([&] { contact_states(e); });
  };
  CHECK(refused([](ContactEquations&) {}).empty());
  CHECK(refused([](ContactEquations& e) { e.velocity.resize(1); }) == "/normals /tangents/0");
  CHECK(refused([](ContactEquations& e) { e.velocity[0] = kNan; }) == "/velocity");
  CHECK(refused([](ContactEquations& e) { e.normals(0, 0) = kInfinity; }) == "/normals");
  CHECK(refused([](ContactEquations& e) { e.tangents[0].resize(1, 3); }) == "/tangents/0");
  CHECK(refused([](ContactEquations& e) { e.gap.resize(1); }) == "/gap");
  CHECK(refused([](ContactEquations& e) { e.gap[1] = kNan; }) == "/gap");
}

TEST_CASE(
    "quasistatic problems that the caller has made invalid are refused, and so are a z and a motion of wrong size") {
  const QuasistaticLcp good = quasistatic_lcp(equations());
  const Eigen::VectorXd z = Eigen::VectorXd::Zero(good.q.size());
  const SystemMotion motion = quasistatic_motion(good, z);
  const auto refused = [&](const auto& change) {
    QuasistaticLcp lcp = good;
    change(lcp);
    const std::string faults = faults_of([&] { verify(lcp, motion); });
    CHECK(faults_of([&] { quasistatic_motion(lcp, z); }) == faults);
    return faults;
  };
  CHECK(refused([](QuasistaticLcp&) {}).empty());
  CHECK(refused([](QuasistaticLcp& l) { l.contacts[1] = 2; }) == "/contacts/1");
  CHECK(refused([](QuasistaticLcp& l) { l.contacts[0] = -1; }) == "/contacts/0");
  CHECK(refused([](QuasistaticLcp& l) { l.basis(0, 0) = kNan; }) == "/basis");
  CHECK(refused([](QuasistaticLcp& l) { l.basis = Eigen::MatrixXd::Zero(2, 3); }) == "/basis");
  CHECK(refused([](QuasistaticLcp& l) { l.particular.resize(0); }) == "/particular");
  CHECK(refused([](QuasistaticLcp& l) { l.equations.mass.setZero(); }) == "/equations/mass/0");
  CHECK(faults_of([&] { quasistatic_motion(good, Eigen::VectorXd::Zero(z.size() + 1)); }) == "/z");
  SystemMotion wrong = motion;
  wrong.motion.resize(1);
  wrong.forces.normal.resize(0);
  CHECK(faults_of([&] { verify(good, wrong); }) == "/motion /forces/normal");
}
