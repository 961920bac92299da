// SPDX-License-Identifier: MIT
// Plans and proofs checked without the search.
#include <pawl/planner/insertion.h>

#include <algorithm>

#include "all_moves.h"
#include "entry_checks.h"

namespace pawl {
namespace {

void require_ends(const StateSet& start, int goal, int count) {
  internal::require_states("start", start, count);
  if (goal < 0 || goal >= count) internal::refuse_state(goal, count);
}

}  // namespace

StateSet every_contact(const ContactStates& states) {
  StateSet set;
  if (states.count() == 1) return set;
  for (int state = 0; state < states.count(); ++state) set[static_cast<std::size_t>(state)] = states.mask(state).any();
  return set;
}

bool plan_succeeds(const ContactGraph& graph, const StateSet& start, int goal,
                   const std::vector<Eigen::Vector3d>& wrenches) {
  require_ends(start, goal, graph.count());
  StateSet belief = start;
  for (const Eigen::Vector3d& wrench : wrenches) {
    const StepResult result = step(step_results(internal::all_moves(graph, wrench)), belief);
    if (!result.safe) return false;
    belief = result.rests;
  }
  return belief == StateSet().set(static_cast<std::size_t>(goal));
}

bool proves_no_plan(const WrenchCells& cells, const StateSet& start, int goal, const std::vector<StateSet>& certificate,
                    const StopToken& stop) {
  if (!cells.complete()) return false;
  require_ends(start, goal, cells.state_count());
  if (start.none()) return true;
  const StateSet only_goal = StateSet().set(static_cast<std::size_t>(goal));
  const auto member_within = [&](const StateSet& belief) {
    return std::any_of(certificate.begin(), certificate.end(),
                       [&](const StateSet& member) { return (member & ~belief).none(); });
  };
  if (!member_within(start)) return false;
  for (const StateSet& member : certificate) {
    if (member.none()) return false;
    for (const std::vector<StepResult>& outcome : cells.outcomes()) {
      if (stop.stop_requested()) return false;
      const StepResult result = step(outcome, member);
      if (result.safe && (result.rests == only_goal || !member_within(result.rests))) return false;
    }
  }
  return true;
}

}  // namespace pawl
