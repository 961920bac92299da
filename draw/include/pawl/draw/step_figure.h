// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/plan_picture.h>
#include <pawl/planner/plan_task.h>

namespace pawl::draw {

/// What a wrench (world) may do from each state of `before`, and the graph of the states that it may pass: each mode
/// that is consistent with it, its acceleration (pawl/modes/forward.h) and the states that it leads to. The beliefs
/// name fixels as the task does. Throws InputError for states that the problem's graph does not have.
struct WrenchMoves {
  std::vector<StateFigure> states;
  GraphFigure graph;
  /// Whether the step is safe, as the graph sees it, and ends in states of `after` alone. Plans by energy need not be
  /// safe for it: there a cycle is no danger.
  bool safe = true, ends_there = true;
};
WrenchMoves wrench_moves(const PlanProblem& problem, const Eigen::Vector3d& wrench, const Belief& before,
                         const Belief& after);

}  // namespace pawl::draw
