// SPDX-License-Identifier: MIT
// The forward problem of one part is solved exactly, mode by mode. The solutions must agree with the contact laws for
// many bodies.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/modes/forward.h>
#include <pawl/scenes/forward_scene.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/count.h"
#include "support/mode_solutions.h"
#include "support/single_part.h"

using namespace pawl;

namespace {

bool among(const Eigen::Vector3d& acceleration, const std::vector<ForwardSolution>& solutions) {
  for (const ForwardSolution& solution : solutions) {
    if (solution.acceleration_rank_deficiency > 0)
      return true;  // skips solutions that are not unique, because no single value can be compared
    if ((solution.acceleration - acceleration).norm() < 1e-7 * (1 + acceleration.norm())) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("for one part against fixels, modes and contact laws give the same solutions, at rest and sliding") {
  oracle::RandomSystems random(1);
  int many = 0, none = 0;
  const int trials = oracle::count(400);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const ContactSet set = oracle::random_part(random);
    const bool moves = trial % 2 == 1 && set.size() < 3;
    const Eigen::Vector3d twist = moves ? oracle::sliding_twist(set, random) : Eigen::Vector3d::Zero();
    const Eigen::Vector3d wrench(random.real(-3, 3), random.real(-3, 3), random.real(-3, 3));
    const ForwardSolutions exact = forward(set, wrench, twist);
    const MotionProblem problem = acceleration_problem(equations_of_motion(oracle::as_scene(set, wrench, twist)));
    const std::vector<SystemMotion> found = oracle::solutions_by_modes(problem);
    CHECK(found.empty() == (exact.count == SolutionCount::none));
    for (const SystemMotion& motion : found) CHECK(among(motion.motion, exact.solutions));
    for (const ForwardSolution& solution : exact.solutions) {
      SystemForces forces{solution.forces.head(static_cast<Eigen::Index>(set.size())), {}};
      forces.tangent = {solution.forces.tail(static_cast<Eigen::Index>(set.size()))};
      CHECK(verify(problem, motion_of(problem, forces)).within());
    }
    many += exact.count == SolutionCount::many;
    none += exact.count == SolutionCount::none;
  }
  MESSAGE(trials << " parts, " << many << " with many solutions, " << none << " with none");
  CHECK(none > 0);
  CHECK(many > 0);
}

TEST_CASE("with static and kinetic friction, a task and the scene of the same part have the same motions at rest") {
  oracle::RandomSystems random(5);
  int many = 0;
  const int trials = oracle::count(100);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const double kinetic = random.real(.05, .7), at_rest = kinetic + random.real(.05, .6);
    const Eigen::Vector3d wrench(random.real(-1.2, 1.2), random.real(-1.5, -.1), random.real(-.4, .4));
    const bool stop = random.integer(0, 1) == 1;
    const std::string friction = fmt::format(R"({{"static": {}, "kinetic": {}}})", at_rest, kinetic);
    const std::string part = R"("outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "mass": 2, "inertia": 0.8,
      "center_of_mass": [0, 0.5])";
    const ForwardSolutions exact = forward(
        find_contacts(
            read_task(fmt::format(R"({{"pawl": 1, "part": {{{}}}, "friction": {}, "fixels": [[-0.9, 0], [0.9, 0]{}]}})",
                                  part, friction, stop ? ", [1, 0.6]" : ""))),
        wrench);
    const auto post = [&](const char* corners) {
      return fmt::format(R"({{"outline": {{"polygon": [{}]}}, "fixed": true, "friction": {}}}, )", corners, friction);
    };
    const SceneForward found = forward_scene(set_up(read_scene(fmt::format(
        R"({{"pawl": 1, "gravity": [0, 0], "bodies": [{}{}{}{{{}, "friction": {}, "wrench": [{}, {}, {}]}}]}})",
        post("[-0.9, 0], [-0.95, -0.5], [-0.85, -0.5]"), post("[0.9, 0], [0.85, -0.5], [0.95, -0.5]"),
        stop ? post("[1, 0.6], [1.5, 0.55], [1.5, 0.65]") : "", part, friction, wrench[0], wrench[1], wrench[2]))));
    REQUIRE(found.contacts.size() == (stop ? 3U : 2U));
    if (found.count != SceneForward::Count::undecided)
      CHECK((found.count == SceneForward::Count::many) == (exact.count == SolutionCount::many));
    REQUIRE_FALSE(found.motions.empty());
    for (const SceneMotion& one : found.motions) CHECK(among(one.motion.motion.tail<3>(), exact.solutions));
    for (const ForwardSolution& one : exact.solutions) {
      if (one.acceleration_rank_deficiency > 0 || !found.complete) continue;
      CHECK(std::any_of(found.motions.begin(), found.motions.end(), [&](const SceneMotion& other) {
        return (other.motion.motion.tail<3>() - one.acceleration).norm() < 1e-6;
      }));
    }
    many += found.count == SceneForward::Count::many;
    CHECK(found.count != SceneForward::Count::none);
  }
  MESSAGE(trials << " parts, " << many << " with several motions");
  CHECK(many > trials / 20);
}
