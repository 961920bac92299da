// SPDX-License-Identifier: MIT
#include <pawl/planner/friction_limit.h>

#include <algorithm>
#include <limits>

namespace pawl {
namespace {

ContactSet widened(ContactSet set, double by) {
  for (Contact& contact : set.contacts) {
    contact.friction.low = std::max(0., contact.friction.low - by);
    contact.friction.high += by;
  }
  return set;
}

/// The largest width that is safe; wider intervals are never safer.
template <class Safe>
double widest(const Safe& safe) {
  if (!safe(0)) return -1;
  double low = 0;
  double high = 1e-3;
  while (safe(high)) {
    if (high >= kMostFriction) return std::numeric_limits<double>::infinity();
    low = high;
    high *= 2;
  }
  while (high - low > 1e-3 * high && high > 1e-9) {
    const double middle = (low + high) / 2;
    (safe(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan) {
  const auto widened_graph = [&](double by) { return ContactGraph(widened(graph.contacts(), by), graph.options()); };
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : plan.steps) wrenches.push_back(step.wrench);
  FrictionLimit limit;
  limit.this_plan = widest([&](double by) {
    return plan_succeeds(widened_graph(by), options.start.value_or(every_contact(graph.states())),
                         options.goal.value_or(graph.states().seated()), wrenches);
  });
  limit.any_plan = widest(
      [&](double by) { return plan_insertion(widened_graph(by), options).status == InsertionPlan::Status::found; });
  return limit;
}

}  // namespace pawl
