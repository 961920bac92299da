// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl {

/// The largest half-width that was found safe.
struct FrictionBound {
  /// Within a thousandth of itself below the limit. Infinite when kMostFriction is still safe; negative when 0 is not.
  double half_width = -1;
  /// Whether the limit is known: false where the search was cut short, by a stop or by a limit of the plan's options.
  /// Then wider intervals may be safe too, and a negative half-width only says that none was found safe.
  bool exact = false;
};

/// How far friction may be from its nominal value, to either side and differently at each contact: the largest d for
/// which [mu - d, mu + d] (cut at 0; a contact's interval is widened by d at both ends) still has a plan. Found by
/// bisection from below.
struct [[nodiscard]] FrictionLimit {
  FrictionBound this_plan;  ///< for these wrenches
  FrictionBound any_plan;   ///< for some plan, by the same actuator
};

inline constexpr double kMostFriction = 16;

/// For a plan that plan_insertion found for the graph with these options; a stop among them ends this too. Throws
/// InputError for options as plan_insertion does, and for steps that are not finite.
FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan);

}  // namespace pawl
