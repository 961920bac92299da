// SPDX-License-Identifier: MIT
// The forward problem of one part is solved exactly, mode by mode. The solutions must agree with the contact laws for
// many bodies.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/modes/forward.h>

#include <cmath>

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
