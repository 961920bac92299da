// SPDX-License-Identifier: MIT
// The actuator's wrenches are a subset of wrench space. Therefore the margin in all of wrench space must not exceed the
// margin among the actuator's wrenches. For every kind of plan, both margins must refer to the same guarantee.
// PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/planner/plan_task.h>

#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;

TEST_CASE("a step's margin over all of wrench space is at most its margin over the actuator's wrenches") {
  int steps = 0, with_energy = 0;
  for (unsigned seed = 1, tried = 0; tried < static_cast<unsigned>(oracle::count(100)); ++seed) {
    REQUIRE(seed < 10000);
    std::optional<Task> task = oracle::random_fixture(seed);
    if (!task) continue;
    ++tried;
    CAPTURE(seed);
    for (const Actuator& actuator : {Actuator(TrayActuator()), Actuator(PushActuator{{.01, 0}, -2, -1}),
                                     Actuator(SpringActuator{{0, 0}, {.1, -1}, .001}), Actuator(FreeActuator())}) {
      // the cells of a free actuator take long to compute
      if (std::holds_alternative<FreeActuator>(actuator) && seed % 5 != 0) continue;
      task->actuator = actuator;
      for (const bool by_energy : {true, false}) {
        PlanRequest request;
        request.by_energy = by_energy;
        request.cells = 20000;
        for (const TaskPlan::Step& step : plan(*task, request).steps) {
          ++steps;
          with_energy += step.energy.holds();
          if (step.margin_full) CHECK(*step.margin_full <= step.margin);
        }
      }
    }
  }
  MESSAGE(steps << " steps, " << with_energy << " with the energy conditions");
  CHECK(steps > oracle::count(100) / 4);
  CHECK(with_energy > oracle::count(100) / 8);
}
