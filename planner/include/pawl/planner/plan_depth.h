// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_problem.h>

#include <string>

namespace pawl {

/// The depth of a plan's energy certificate, stated in several units.
struct PlanDepth {
  EnergyProblem problem;
  EnergyDepth found;
  double fraction = 0;  ///< the depth for a load of 1 N, divided by 1 N and by the radius of gyration (dimensionless)
  double force = 0;     ///< size of the wrenches in trials of the plan, N; by default the part's weight
  /// Speed of the centre of mass at the goal, m/s, at which the kinetic energy equals the whole depth under wrenches of
  /// the size `force`.
  double speed = 0;
  std::string certificate;  ///< text of the certificate file that proves the depth; "" if no depth is proved
  std::string
      /// reason why verify_certificate() refuses the certificate, in which case no depth is claimed;
      /// "" if it accepts the certificate
      refused;
};

/// Computes the depth of a one-step plan with Guarantee::energy. Claims the depth only if verify_certificate() accepts
/// the text of its certificate. Throws InputError for any other plan. Also throws the same InputErrors as
/// energy_problem().
PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options);

}  // namespace pawl
