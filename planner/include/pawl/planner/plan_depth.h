// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_problem.h>

#include <string>

namespace pawl {

/// The depth of a plan's energy certificate, in several units for people.
struct PlanDepth {
  EnergyProblem problem;
  EnergyDepth found;
  double fraction = 0;  ///< depth / (size of the load times radius of gyration)
  double force = 0;     ///< size of the plan's wrenches in trials, N; by default the part's weight
  /// M/s: speed of the centre of mass at the goal if the kinetic energy equals the whole depth for that force.
  double speed = 0;
  std::string certificate;  ///< certificate file of the depth; empty without one
  std::string
      /// Reason why verify_certificate refuses the certificate, in which case no depth is claimed; empty: accepted.
      refused;
};

/// Computes the depth of a one-step plan with Guarantee::energy. Claims it only if its certificate, read back from its
/// text, is accepted. Throws InputError for any other plan, and as energy_problem does.
PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options);

}  // namespace pawl
