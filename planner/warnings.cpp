// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/planner/warnings.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl {
namespace {

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

bool is_small(double margin) { return margin < kSmallMargin; }

constexpr double kMoreFriction = 1.1, kLeastMore = .01;

/// With a tenth more friction, or .01.
ContactSet with_more_friction(const ContactSet& set) {
  ContactSet more = set;
  for (Contact& contact : more.contacts) {
    contact.friction.high = std::max(contact.friction.high * kMoreFriction, contact.friction.high + kLeastMore);
  }
  return more;
}

double largest_friction(const ContactSet& set) {
  double largest = 0;
  for (const Contact& contact : set.contacts) largest = std::max(largest, contact.friction.high);
  return largest;
}

void warn_of_energy(const PlanProblem& problem, const PlanStep& step, std::size_t k, Warnings& found) {
  const EnergyVerdict& verdict = step.energy;
  if (verdict.refused.empty() && verdict.lowest && verdict.unheld && !verdict.unwedged) {
    found.push_back({"wedging", "/friction",
                     fmt::format("step {}: contacts wedge with friction as given, so the plan is on the edge: any more "
                                 "friction may hold the part elsewhere; use less friction, or other pins",
                                 k + 1)});
  }
  if (!verdict.holds()) return;
  const ContactSet more = with_more_friction(problem.seated.contacts);
  if (energy_verdict(more, step.wrench, problem.options.domain).holds()) return;
  found.push_back(
      {"friction-near-limit", "/friction",
       fmt::format("step {}: the conditions of its promise fail with a tenth more friction, {:.3g} at most; "
                   "is it known so well? --friction-limit says how far it may be off",
                   k + 1, largest_friction(more))});
}

}  // namespace

Warnings warnings(const PlanProblem& problem, const InsertionPlan& plan) {
  Warnings found;
  for (const int fixel : problem.seated.left_out) {
    found.push_back({"fixel-left-out", fmt::format("/fixels/{}", fixel),
                     fmt::format("fixel {} does not touch the seated part and is left out of the plan; name it in "
                                 "\"goal\", or take it away",
                                 fixel + 1)});
  }
  if (problem.graph.states().count() == 1 && problem.seated.located) {
    found.push_back({"form-closure", problem.seated.pose ? "/fixels" : "/contacts",
                     "the contacts hold the part in form closure: no motion in the plane leads to the goal; take one "
                     "contact away, or put the part in from above"});
  }
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (is_small(plan.steps[k].margin)) {
      found.push_back({"margin-small", "/actuator",
                       fmt::format("step {} fails when its direction is off by {:.2g} degrees; look for another "
                                   "fixture, or less friction",
                                   k + 1, degrees(plan.steps[k].margin))});
    }
    warn_of_energy(problem, plan.steps[k], k, found);
  }
  return found;
}

Warnings warnings(const PlanProblem& problem, const FrictionLimit& limit) {
  const double mu = largest_friction(problem.seated.contacts);
  if (!limit.this_plan.exact || !(limit.this_plan.half_width < std::max(mu * (kMoreFriction - 1), kLeastMore)))
    return {};
  return {{"friction-near-limit", "/friction",
           fmt::format("the plan fails when friction is off by {:.2g} from what the task says; is it known so well?",
                       std::max(limit.this_plan.half_width, 0.))}};
}

Warnings warnings(const ModeAmbiguity& checked) {
  if (checked.safe.empty() || !is_small(checked.safe.front().margin)) return {};
  return {{"margin-small", "",
           fmt::format("the safest wrench fails when its direction is off by {:.2g} degrees",
                       degrees(checked.safe.front().margin))}};
}

Warnings warnings(const WrenchAmbiguity& checked) {
  if (!checked.determinate() || !is_small(checked.distance)) return {};
  return {{"margin-small", "",
           fmt::format("another answer is {:.2g} degrees away: directions are seldom known so well",
                       degrees(checked.distance))}};
}

}  // namespace pawl
