// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/planner/plan_problem.h>

namespace pawl {

/// Margins below this angle cause a warning, rad: one degree.
inline constexpr double kSmallMargin = 0.017453292519943295;

/// Returns warnings about a plan. The reasons are: margins below one degree; contacts that wedge; energy conditions
/// that do not hold for slightly larger friction coefficients (larger by a tenth, and by at least .01); fixels that the
/// plan ignores because they do not touch the seated part; and form closure, in which no motion leads to the goal.
Warnings warnings(const PlanProblem& problem, const InsertionPlan& plan);

/// Returns a warning if the friction limit of this plan is exact and below a tenth of the largest coefficient, or below
/// .01.
Warnings warnings(const PlanProblem& problem, const FrictionLimit& limit);

/// Returns a warning if the largest margin of a mode's safe wrenches is below one degree.
Warnings warnings(const ModeAmbiguity& checked);

/// Returns a warning if a wrench is determinate, but a wrench with another answer is less than one degree away.
Warnings warnings(const WrenchAmbiguity& checked);

}  // namespace pawl
