// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/draw/step_figure.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <map>
#include <set>

namespace pawl::draw {
namespace {

/// Fixels from 1.
std::vector<int> numbers_of(const PlanProblem& problem, int state) {
  std::vector<int> numbers = problem.fixels(state);
  for (int& number : numbers) ++number;
  return numbers;
}

int state_of(const PlanProblem& problem, const std::vector<int>& numbers) {
  // Of displaced starts nothing touches, as in the state of no contact: the greater number is theirs.
  for (int state = problem.graph.count() - 1; state >= 0; --state) {
    if (numbers_of(problem, state) == numbers) return state;
  }
  throw InputError("/results/steps", "", "names fixels that are no contact state of this task");
}

std::set<int> state_numbers(const PlanProblem& problem, const Belief& belief) {
  std::set<int> states;
  for (const std::vector<int>& numbers : belief) states.insert(state_of(problem, numbers));
  return states;
}

StateSet bits_of(const std::set<int>& states) {
  StateSet bits;
  for (const int state : states) bits.set(static_cast<std::size_t>(state));
  return bits;
}

/// All that may be passed from a belief.
std::set<int> reached_from(const PlanProblem& problem, const std::set<int>& before, const Eigen::Vector3d& g) {
  std::set<int> reached = before;
  std::vector<int> open(before.begin(), before.end());
  while (!open.empty()) {
    const StateSet next = problem.graph.moves(open.back(), g).successors;
    open.pop_back();
    for (int state = 0; state < problem.graph.count(); ++state) {
      if (next[static_cast<std::size_t>(state)] && reached.insert(state).second) open.push_back(state);
    }
  }
  return reached;
}

StateFigure state_figure(const PlanProblem& problem, int state, const Eigen::Vector3d& g) {
  StateFigure figure;
  const StateMoves moves = problem.graph.moves(state, g);
  figure.fixels = numbers_of(problem, state);
  figure.rests = moves.rest;
  figure.escapes = moves.escape;
  for (const ForwardSolution& solution : forward(problem.graph.contacts_in(state), g).solutions) {
    const bool moving = solution.acceleration_rank_deficiency > 0 || !solution.acceleration.isZero();
    if (!moving) figure.modes.insert(figure.modes.begin(), solution.mode.str());
    if (moving) figure.modes.push_back(solution.mode.str());
    if (moving) figure.motions.push_back(problem.graph.contacts().to_world(solution.acceleration));
  }
  return figure;
}

/// The modes that lead from a state, by where they lead; -1 is away for good.
std::map<int, std::string> ways_from(const PlanProblem& problem, int state, const Eigen::Vector3d& g) {
  const ContactGraph& graph = problem.graph;
  const StateMoves moves = graph.moves(state, g);
  std::map<int, std::string> ways;
  const auto add = [&](int to, const std::string& mode) { ways[to] += (ways[to].empty() ? "" : " ") + mode; };
  for (const int k : graph.consistent(state, g)) {
    const StateMode& mode = graph.modes(state)[static_cast<std::size_t>(k)];
    if (mode.can_rest && moves.rest) continue;
    if (mode.successors.none()) add(-1, mode.cone.mode.str());
    const StateSet to = mode.successors & moves.successors;  // fewer from the displaced state
    for (int next = 0; next < graph.count(); ++next) {
      if (to[static_cast<std::size_t>(next)]) add(next, mode.cone.mode.str());
    }
  }
  return ways;
}

GraphFigure graph_figure(const PlanProblem& problem, const Eigen::Vector3d& g, const std::set<int>& before,
                         const std::set<int>& after) {
  GraphFigure figure;
  std::set<int> shown = reached_from(problem, before, g);
  shown.insert(after.begin(), after.end());
  const int goal = problem.options.goal.value_or(problem.graph.states().seated());
  shown.insert(goal);
  std::map<int, std::size_t> place;
  for (const int state : shown) {
    place[state] = figure.states.size();
    figure.states.push_back(
        {numbers_of(problem, state), before.count(state) > 0, after.count(state) > 0, state == goal});
  }
  for (const int state : shown) {
    for (const auto& [to, modes] : ways_from(problem, state, g)) {
      if (to == state) continue;
      figure.moves.push_back({place[state], to < 0 ? std::nullopt : std::optional(place[to]), modes});
    }
  }
  return figure;
}

}  // namespace

WrenchMoves wrench_moves(const PlanProblem& problem, const Eigen::Vector3d& wrench, const Belief& before,
                         const Belief& after) {
  const Eigen::Vector3d g = problem.graph.contacts().from_world(wrench);
  const std::set<int> from = state_numbers(problem, before), to = state_numbers(problem, after);
  WrenchMoves moves;
  for (const int state : from) moves.states.push_back(state_figure(problem, state, g));
  moves.graph = graph_figure(problem, g, from, to);
  std::vector<StateMoves> all;
  for (int state = 0; state < problem.graph.count(); ++state) all.push_back(problem.graph.moves(state, g));
  const StepResult end = step(step_results(all), bits_of(from));
  moves.safe = end.safe;
  moves.ends_there = (end.rests & ~bits_of(to)).none();
  return moves;
}

}  // namespace pawl::draw
