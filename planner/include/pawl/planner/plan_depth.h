// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_problem.h>

#include <string>

namespace pawl {

/// The depth of a plan's energy certificate, expressed in several units.
struct PlanDepth {
  EnergyProblem problem;
  EnergyDepth found;
  double fraction = 0;  ///< depth divided by the size of the load and by the radius of gyration (dimensionless)
  double force = 0;     ///< size of the wrenches with which trials of the plan are run, N; by default the part's weight
  /// Speed of the centre of mass at the goal, m/s, at which the kinetic energy equals the whole depth. The wrenches
  /// have the size `force`.
  double speed = 0;
  std::string certificate;  ///< text of the certificate file that proves the depth; empty without a certificate
  std::string
      /// reason why verify_certificate refuses the certificate, in which case no depth is claimed; empty if it is
      /// accepted
      refused;
};

/// Computes the depth of a one-step plan with Guarantee::energy. Claims the depth only if verify_certificate accepts
/// the text of its certificate. Throws InputError for any other plan, and in the cases of energy_problem.
PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options);

}  // namespace pawl
