// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/plan_picture.h>
#include <pawl/planner/plan_task.h>

namespace pawl::draw {

/// The possible moves under a wrench (world frame) from each state of the belief `before`, and the graph of the states
/// that the part may pass through. A move is a consistent mode, its acceleration (pawl/modes/forward.h) and the states
/// that it leads to. Beliefs use the task's fixel numbers. wrench_moves throws InputError for states that are not in
/// the problem's graph.
struct WrenchMoves {
  std::vector<StateFigure> states;
  GraphFigure graph;
  /// Whether the graph shows that the step is safe, and whether the step ends only in states of `after`. A plan with
  /// the guarantee `energy` need not be safe in this sense, because cycles do no harm to such a plan.
  bool safe = true, ends_there = true;
};
WrenchMoves wrench_moves(const PlanProblem& problem, const Eigen::Vector3d& wrench, const Belief& before,
                         const Belief& after);

}  // namespace pawl::draw
