// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/plan_picture.h>
#include <pawl/planner/plan_task.h>

namespace pawl::draw {

/// The moves that are possible under a wrench (world frame) from each state of the belief `before`, and the graph of
/// the states that the part may pass through. A move consists of a consistent mode, its acceleration
/// (pawl/modes/forward.h) and the states that the mode leads to. Beliefs use the task's fixel numbers. wrench_moves()
/// throws InputError for states that are not in the problem's graph.
struct WrenchMoves {
  std::vector<StateFigure> states;
  GraphFigure graph;
  /// `safe`: the graph shows that the step is safe. `ends_there`: the step ends only in states of `after`. A plan with
  /// the guarantee `energy` may have steps that are not safe in this sense, because cycles in the graph do no harm to
  /// such a plan.
  bool safe = true, ends_there = true;
};
WrenchMoves wrench_moves(const PlanProblem& problem, const Eigen::Vector3d& wrench, const Belief& before,
                         const Belief& after);

}  // namespace pawl::draw
