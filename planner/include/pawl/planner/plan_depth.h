// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_problem.h>

#include <string>

namespace pawl {

/// The depth of a plan's energy certificate, as people ask for it.
struct PlanDepth {
  EnergyProblem problem;
  EnergyDepth found;
  double fraction = 0;  ///< of the load's size times the radius of gyration
  double force = 0;     ///< N: the size of the plan's wrenches in trials, by default the part's weight
  double speed = 0;     ///< m/s, of the centre of mass at the goal: all of the depth as kinetic energy, by that force
  std::string certificate;  ///< of the depth, as a file; empty without one
  std::string refused;      ///< why verify_certificate refuses it: then no depth is claimed. Empty: it is accepted
};

/// The depth is claimed only if its certificate, read back from its text, is accepted. Of a one-step plan with
/// Guarantee::energy; throws InputError for any other, and as energy_problem does.
PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options);

}  // namespace pawl
