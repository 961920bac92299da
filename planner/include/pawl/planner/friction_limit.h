// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl {

/// How far friction may be from its nominal value, to either side and differently at each contact: the largest d for
/// which [mu - d, mu + d] (cut at 0; a contact's interval is widened by d at both ends) still has a plan. Found by
/// bisection to a thousandth of itself, from below. Infinite when kMostFriction is still safe; negative when d = 0
/// is not.
struct FrictionLimit {
  double this_plan = -1;  ///< for these wrenches
  double any_plan = -1;   ///< for some plan, by the same actuator
};

inline constexpr double kMostFriction = 16;

/// For a plan that plan_insertion found for the graph with these options.
FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan);

}  // namespace pawl
