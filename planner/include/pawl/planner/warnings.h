// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/planner/plan_problem.h>

namespace pawl {

/// Smallest margin that causes no warning, rad: one degree.
inline constexpr double kSmallMargin = 0.017453292519943295;

/// Returns warnings about a plan: margins below a degree; contacts that wedge; energy conditions that fail for slightly
/// larger friction (by a tenth, and by at least .01); fixels that the plan ignores because they do not touch the seated
/// part; and form closure, in which no motion leads to the goal.
Warnings warnings(const PlanProblem& problem, const InsertionPlan& plan);

/// Warns of a friction limit below a tenth of the largest coefficient, or below .01.
Warnings warnings(const PlanProblem& problem, const FrictionLimit& limit);

/// Warns if the widest of a mode's safe wrenches has a margin below a degree.
Warnings warnings(const ModeAmbiguity& checked);

/// Warns if a wrench is determinate but less than a degree away from a wrench with another answer.
Warnings warnings(const WrenchAmbiguity& checked);

}  // namespace pawl
