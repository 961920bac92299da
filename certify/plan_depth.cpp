// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/certify/plan_depth.h>

#include <cmath>

namespace pawl {

PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options) {
  if (plan.guarantee != Guarantee::energy || plan.steps.size() != 1)
    throw InputError("plan", "", "has no depth: it is none of one step with the energy conditions");
  PlanDepth depth;
  depth.problem = energy_problem(task, problem, plan.steps[0].wrench, tolerances);
  depth.found = energy_depth(depth.problem, options);
  const double mass = problem.seated.contacts.mass;
  depth.fraction = depth.found.depth / depth.problem.gyration_radius;
  depth.force = task.task().simulate.force.value_or(standard_gravity(task.task().units) * mass);
  depth.speed = std::sqrt(2 * depth.found.depth * depth.force / mass);
  return depth;
}

}  // namespace pawl
