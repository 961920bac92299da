// SPDX-License-Identifier: MIT
// Compares certificates with motions. The motions start from poses all over the certified component, with kinetic
// energy up to the limit, restitution up to .9, any friction below the certified friction, and adversarial solutions.
// No motion may leave the component, and every motion must come to the goal. PAWL_TEST_COUNT sets the number of random
// fixtures.
#include <doctest/doctest.h>
#include <pawl/planner/plan_depth.h>

#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;

namespace {

struct Tally {
  int motions = 0, unsolved = 0, left = 0, elsewhere = 0;

  void add(const PlanDepth& depth, unsigned seed, int starts) {
    std::mt19937 engine(seed);
    for (int k = 0; k < starts; ++k) {
      StepOptions options;
      options.solutions = k % 2 == 0 ? Solutions::adversarial : Solutions::random;
      options.seed = seed;
      options.trial = static_cast<std::uint64_t>(k);
      const double restitution = .9 * (k % 4) / 3, friction_share = (k % 5) / 4.;
      const auto motion =
          oracle::move_within(depth.problem, depth.found.certificate, engine, restitution, friction_share, options);
      CAPTURE(seed);
      CAPTURE(k);
      CAPTURE(motion.start);
      ++motions;
      unsolved += !motion.solved;
      if (!motion.solved) continue;
      CHECK(motion.stayed);
      CHECK(motion.seated);
    }
  }
};

}  // namespace

TEST_CASE("every motion within a certified component stays in it and comes to the goal") {
  Tally tally;
  int fixtures = 0;
  for (unsigned seed = 1; fixtures < oracle::count(4); ++seed) {
    REQUIRE(seed < 100000);
    const auto task = oracle::random_fixture(seed);
    if (!task) continue;
    const ValidTask valid(*task);
    const PlanProblem problem = plan_problem(valid);
    const InsertionPlan plan = solve(problem);
    if (plan.guarantee != Guarantee::energy) continue;
    EnergyFloodOptions options;
    options.boxes = 20000;
    options.accuracy = .1;
    const PlanDepth depth = plan_depth(valid, problem, plan, {}, options);
    if (depth.found.depth == 0) continue;
    ++fixtures;
    tally.add(depth, seed, 10);
  }
  MESSAGE(tally.motions << " motions, " << tally.unsolved << " unsolved");
  CHECK(20 * tally.unsolved <= tally.motions);  // motions that could not be stepped prove nothing
}
