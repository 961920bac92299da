// SPDX-License-Identifier: MIT
// If a part is turned, redrawn, mirrored or drawn in another unit, its fixtures must be as good as before, and their
// plans must seat the part.
#include <doctest/doctest.h>
#include <pawl/planner/design_fixtures.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/plans_on_trial.h"
#include "support/rewritings.h"

using namespace pawl;
using oracle::Rewriting;
using Objective = FixtureObjective;

namespace {

/// Returns parts with a tray or with free wrenches. The coordinates of their vertices are exact decimals. Only the
/// triangle has fixtures that are equally good.
std::vector<Task> parts() {
  std::vector<Task> tasks(3);
  tasks[0].part.outline = Polygon{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  tasks[0].actuator = TrayActuator();
  tasks[1].part.outline = Polygon{{{0, 0}, {4, 0}, {0, 3}}};
  tasks[2].part.outline = Path{{{2, -1}, {2, 1}, {-2, 1.5}, {-2, -1}}, {.5, 0, .25, 0}};
  tasks[2].actuator = TrayActuator();
  for (Task& task : tasks) {
    task.friction = .2;
    FixtureOptions& options = task.fixture.emplace();
    options.candidates = FixtureOptions::Points{2, std::nullopt, 0};
    options.objectives = {Objective::pose_error, Objective::margin};
    options.depth_for = 0;
    options.top = 1000;
  }
  return tasks;
}

struct Found {
  FixtureDesigns designs;
  /// The values of all candidates that have a plan: the pose errors per unit of locator error, and the margins in degrees. Each
  /// list is in ascending order.
  std::vector<double> errors, margins;
};

Found fixtures_of(const Rewriting& rewriting) {
  Found found;
  DesignRequest request;
  request.each = [&](const DesignedCandidate& one) {
    if (std::isnan(one.score[Objective::margin])) return;
    found.errors.push_back(one.score[Objective::pose_error]);
    found.margins.push_back(one.score[Objective::margin]);
  };
  found.designs = design_fixtures(ValidTask(rewriting.task), request);
  std::sort(found.errors.begin(), found.errors.end());
  std::sort(found.margins.begin(), found.margins.end());
  return found;
}

void check_near(const std::vector<double>& original, const std::vector<double>& found) {
  REQUIRE(original.size() == found.size());
  for (std::size_t k = 0; k < original.size(); ++k) CHECK(found[k] == doctest::Approx(original[k]).epsilon(2e-4));
}

}  // namespace

TEST_CASE("a part that is turned, redrawn, mirrored or scaled has equally many and equally good fixtures") {
  for (const Task& task : parts()) {
    const Found original = fixtures_of(Rewriting{"unchanged", task});
    REQUIRE(original.designs.planned > 0);
    for (const Rewriting& rewriting : oracle::rewritings(task, 3)) {
      if (rewriting.name.rfind("split", 0) == 0) continue;  // skipped, because new edges would move the candidate
                                                            // points
      INFO(rewriting.name);
      const Found found = fixtures_of(rewriting);
      CHECK(found.designs.candidates == original.designs.candidates);
      CHECK(found.designs.located == original.designs.located);
      if (found.designs.not_certified > original.designs.not_certified) continue;
      CHECK(found.designs.planned == original.designs.planned);
      CHECK(found.designs.no_plan + found.designs.not_certified ==
            original.designs.no_plan + original.designs.not_certified);
      CHECK(found.designs.kept == original.designs.kept);
      check_near(original.errors, found.errors);
      check_near(original.margins, found.margins);
    }
  }
}

TEST_CASE("the plan for a part between pins seats the part, however the task is written") {
  for (Task task : parts()) {
    FixtureOptions& options = *task.fixture;
    options.top = 1;
    const FixtureDesigns designs = design_fixtures(ValidTask(task));
    REQUIRE(designs.fixtures.size() == 1);
    const FixtureCandidate& best = designs.fixtures[0].place.candidate;
    task.fixture.reset();
    task.fixels = best.fixels;
    task.part.mass = 1;
    for (const Rewriting& rewriting : oracle::rewritings(task, 3)) {
      if (rewriting.length != 1) continue;  // skipped, because trials of a larger part take longer
      INFO(rewriting.name);
      const auto plan = oracle::plan_of(ValidTask(rewriting.task));
      REQUIRE(plan.has_value());
      const TrialReport report = oracle::try_from(rewriting.task, *plan, 1e-4, 4, 1, Solutions::random);
      CHECK(report.outcomes[static_cast<std::size_t>(Outcome::seated)] == report.starts);
    }
  }
}
