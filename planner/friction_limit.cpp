// SPDX-License-Identifier: MIT
#include <pawl/planner/friction_limit.h>

#include <algorithm>
#include <limits>

#include "belief_search.h"
#include "entry_checks.h"

namespace pawl {
namespace {

/// Half-widths below it are not told apart.
constexpr double kLeastFriction = 1e-9;

ContactSet widened(ContactSet set, double by) {
  for (Contact& contact : set.contacts) {
    contact.friction.low = std::max(0., contact.friction.low - by);
    contact.friction.high += by;
  }
  return set;
}

enum class Safe { no, yes, unknown };

/// Wider intervals are never safer.
template <class Judge>
FrictionBound widest(const Judge& judge) {
  FrictionBound bound;
  double unsafe = std::numeric_limits<double>::infinity();
  double next = 0;
  while (true) {
    const Safe safe = judge(next);
    if (safe == Safe::unknown) return bound;
    (safe == Safe::yes ? bound.half_width : unsafe) = next;
    const double low = bound.half_width;
    if (low >= kMostFriction) bound.half_width = std::numeric_limits<double>::infinity();
    const bool bracketed = unsafe <= 2 * kMostFriction;
    bound.exact = low >= kMostFriction || unsafe <= kLeastFriction || (bracketed && unsafe - low <= 1e-3 * unsafe);
    if (bound.exact) return bound;
    next = bracketed ? (low + unsafe) / 2 : low > 0 ? 2 * low : 1e-3;
  }
}

/// Whether the conditions of a plan by energy hold, of its own wrench or of some, with other friction.
bool holds_by_energy(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan) {
  return plan.guarantee == Guarantee::energy &&
         energy_verdict(graph.contacts(), plan.steps.at(0).wrench, options.domain).holds();
}
bool some_hold_by_energy(const ContactGraph& graph, const PlanOptions& options, int goal) {
  return options.by_energy && goal == graph.states().seated() &&
         energy_window(graph.contacts(), options.domain).has_value();
}

/// The cells and the search of a plan of at most so many steps, without its wrenches.
Safe plan_exists(const ContactGraph& graph, const PlanOptions& options, const StateSet& start, int goal,
                 int most_steps = std::numeric_limits<int>::max()) {
  if (some_hold_by_energy(graph, options, goal)) return Safe::yes;
  const WrenchCells cells(graph, options.domain, {options.cells, options.stop, {}});
  if (!cells.complete()) return Safe::unknown;
  internal::BeliefSearch search(cells.outcomes(), start, goal);
  const auto end = search.run(options.stop, {}, most_steps);
  if (end == internal::BeliefSearch::End::stopped) return Safe::unknown;
  return end == internal::BeliefSearch::End::reached ? Safe::yes : Safe::no;
}

}  // namespace

FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan) {
  internal::require_options(graph, options);
  for (const PlanStep& step : plan.steps) internal::require_finite("step", step.wrench);
  const auto widened_graph = [&](double by) {
    return ContactGraph(widened(graph.contacts(), by), graph.options(), options.stop);
  };
  const StateSet start = options.start.value_or(every_contact(graph.states()));
  const int goal = options.goal.value_or(graph.states().seated());
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : plan.steps) wrenches.push_back(step.wrench);
  FrictionLimit limit;
  limit.this_plan = widest([&](double by) {
    const ContactGraph wider = widened_graph(by);
    if (!wider.complete()) return Safe::unknown;
    if (holds_by_energy(wider, options, plan)) return Safe::yes;
    // A spread has one step to choose from: its whole range, and not only the wrench that the plan shows.
    if (options.domain.kind == WrenchDomain::Kind::spread)
      return plan_exists(wider, options, start, goal, static_cast<int>(wrenches.size()));
    return plan_succeeds(wider, start, goal, wrenches) ? Safe::yes : Safe::no;
  });
  limit.any_plan = widest([&](double by) { return plan_exists(widened_graph(by), options, start, goal); });
  return limit;
}

}  // namespace pawl
