// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/planner/plan_problem.h>

namespace pawl {

/// A margin below this is warned of, rad: one degree.
inline constexpr double kSmallMargin = 0.017453292519943295;

/// What in a plan is near its end: margins below a degree, contacts that wedge, energy conditions that fail with a
/// tenth more friction; fixels that the plan leaves out, as they do not touch the seated part; and form closure, where
/// no motion leads to the goal.
Warnings warnings(const PlanProblem& problem, const InsertionPlan& plan);

/// A friction limit below a tenth of the largest coefficient (or .01): its number is near the task's own.
Warnings warnings(const PlanProblem& problem, const FrictionLimit& limit);

/// Of a mode's safe wrenches: the widest has a margin below a degree.
Warnings warnings(const ModeAmbiguity& checked);

/// Of a wrench: another answer is less than a degree away.
Warnings warnings(const WrenchAmbiguity& checked);

}  // namespace pawl
