// SPDX-License-Identifier: MIT
// Trials of the fixtures that a search finds, in the dynamic model. PAWL_TEST_COUNT sets the number of starts and
// parts.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/design_fixtures.h>

#include <algorithm>
#include <cmath>

#include "geometry/outline.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;

TEST_CASE(
    "in trials, the best fixtures for the parts of data/tasks seat the part from starts with less energy than the "
    "depth") {
  std::vector<const char*> files = {"plate_fixture", "plate_modular"};
  const int starts = oracle::count(12);
  if (starts > 100) files.insert(files.end(), {"bracket_tray", "ratchet_pawl_tray", "plate_corners", "shaft_keyway"});
  for (const char* file : files) {
    CAPTURE(std::string(file));
    Task task = read_task_file(fmt::format("{}/data/tasks/{}.json", PAWL_SOURCE_DIR, file));
    if (!task.fixture) {  // the task has fixels; search for other fixels instead
      task = with_fixture(task, {task.pose, {}, {}, {}});
      FixtureOptions::Points points;
      points.per_edge = 3;
      task.fixture.emplace().candidates = points;
    }
    task.fixture->thresholds.guarantee = Guarantee::energy;
    task.fixture->depth_for = task.fixture->top = starts > 100 ? 5 : 2;
    if (auto* lattice = std::get_if<FixtureOptions::Lattice>(&task.fixture->candidates)) lattice->pitch = 40;
    const FixtureDesigns designs = design_fixtures(ValidTask(task), {});
    REQUIRE(designs.status == FixtureDesigns::Status::found);
    for (const RankedFixture& fixture : designs.fixtures) {
      const Task fixed = with_fixture(task, fixture.place.candidate);
      const ValidTask valid(in_si(fixed));
      const std::optional<oracle::TriedPlan> plan = oracle::plan_of(valid);
      REQUIRE(plan.has_value());
      CHECK(plan->kind == Guarantee::energy);
      // Energies are those under a load of 1 N. The energy of a start that is displaced by (dx, dy, dtheta) is at most
      // |(dx, dy, rho dtheta)|, where rho is the radius of gyration. Let f be a fraction. If |dx| and |dy| are at most
      // f times the part's size, and |dtheta| is at most 2 f rad, the energy is at most f times `unit`.
      const ContactSet seated = find_seat(fixed).contacts;
      const double unit =
          std::hypot(std::sqrt(2) * internal::diameter(*fixed.part.outline), 2 * seated.radius_of_gyration());
      REQUIRE(fixture.measures->depth.value_or(0) > 0);
      const double share = std::min(.004, .9 * *fixture.measures->depth / unit);
      for (const Solutions solutions : {Solutions::first, Solutions::adversarial}) {
        const TrialReport report = oracle::try_from(valid.task(), *plan, share, starts, 3, solutions);
        CHECK(report.starts == static_cast<std::size_t>(starts));
        CHECK(report.failures.empty());
      }
    }
  }
}
