// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl {

/// The largest half-width of friction intervals that was found safe.
struct FrictionBound {
  /// Half-width, below the limit by at most a thousandth of itself. Infinite if kMostFriction is still safe; negative
  /// if 0 is not.
  double half_width = -1;
  /// Whether the limit is known. False if the search was cut short by a stop or by a limit of the plan's options: then
  /// wider intervals may be safe too, and a negative half-width only means that none was found safe.
  bool exact = false;
};

/// The largest safe deviation of friction from its nominal value, in either direction and different at each contact:
/// the largest d for which [mu - d, mu + d] (cut at 0) still has a plan. A contact's interval is widened by d at both
/// ends. Found by bisection from below.
struct [[nodiscard]] FrictionLimit {
  FrictionBound this_plan;  ///< for the wrenches of this plan
  FrictionBound any_plan;   ///< for any plan with the same actuator
};

inline constexpr double kMostFriction = 16;

/// Computes the limit for a plan that plan_insertion found for the graph with these options; their stop token ends this
/// too. Throws InputError for options as plan_insertion does, and for steps that are not finite.
FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan);

}  // namespace pawl
