// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl {

/// The largest half-width of friction intervals that was found safe.
struct FrictionBound {
  /// Half-width, which is at most the true limit and less than 1/1000 below it. The half-width is infinite if
  /// kMostFriction is still safe, and negative if 0 is not safe.
  double half_width = -1;
  /// Whether the limit is known. False if a stop or a limit of the plan's options ended the search early. Then wider
  /// intervals may be safe too, and a negative half-width only means that no interval was found safe.
  bool exact = false;
};

/// The largest safe deviation of friction from its nominal value: the largest d for which [mu - d, mu + d] (cut at 0)
/// still has a plan. The deviation may have either sign and differ between contacts. A contact's interval is widened by
/// d at both ends. The limit is found by bisection from below.
struct [[nodiscard]] FrictionLimit {
  FrictionBound this_plan;  ///< limit for the wrenches of this plan
  FrictionBound any_plan;   ///< limit for any plan with the same actuator
};

inline constexpr double kMostFriction = 16;

/// Computes the limit for a plan that plan_insertion found for the graph with these options. The stop token of the
/// options ends this computation too. Throws InputError for the same options as plan_insertion, and for steps that are
/// not finite.
FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan);

}  // namespace pawl
