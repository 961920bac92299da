// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl {

/// The result of a search for the largest safe half-width of the friction intervals.
struct FrictionBound {
  /// The largest half-width that was found to be safe. It is at most the true limit, and less than 1/1000 below the
  /// true limit. It is infinite if kMostFriction is still safe, and negative if even 0 is not safe.
  double half_width = -1;
  /// True if the half-width is less than 1/1000 below the true limit. False if a stop token or a limit of the plan's
  /// options ended the search early. In this case larger half-widths may be safe too, and a negative half-width only
  /// means that no safe one was found.
  bool exact = false;
};

/// The largest safe deviation of friction coefficients from their nominal values. It is the largest d for which a plan
/// exists if each friction coefficient mu is replaced by the interval [mu - d, mu + d] (without its negative part). The
/// deviations of different contacts may differ in size and sign. An interval in the task is widened by d at both ends.
/// The limit is found by bisection from below.
struct [[nodiscard]] FrictionLimit {
  FrictionBound this_plan;  ///< limit for the wrenches of this plan
  FrictionBound any_plan;   ///< limit for any plan with the same actuator
};

inline constexpr double kMostFriction = 16;

/// Computes the limit for a plan that plan_insertion() found for the graph with these options. The stop token of the
/// options also ends this computation. Throws InputError for options for which plan_insertion() throws it, and for
/// steps that are not finite.
FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan);

}  // namespace pawl
