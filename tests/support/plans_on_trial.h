// SPDX-License-Identifier: MIT
// Plans of random fixtures with real outlines, and the largest size of starts from which they still seat the part.
#pragma once

#include <pawl/planner/plan_problem.h>
#include <pawl/planner/trials.h>

#include <optional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// Returns a part of about 0.1 m that is seated on three pins. `seed` determines the part: a convex or nonconvex
/// polygon, or a path with arcs. Returns nothing if the outline is not valid, if the pins do not fit, or if they do not
/// locate the part with three contacts. The part need not have a plan.
std::optional<Task> random_fixture(unsigned seed);

/// A plan and its guarantee.
struct TriedPlan {
  Guarantee kind = Guarantee::at_rest;
  std::vector<Eigen::Vector3d> wrenches;  ///< wrenches of the steps, world frame
};
/// Returns a plan of the task, or nothing if the task has none.
std::optional<TriedPlan> plan_of(const ValidTask& task);

/// Returns whether fifty starts of this size can be drawn at which the part overlaps nothing. Each start may be drawn
/// again at most 1000 times.
bool has_free_starts(const Task& task, double size);

/// Runs trials of a plan from starts of one size. A start is displaced by at most `size` diameters of the part in x and
/// in y, and rotated by at most 2 * `size` rad.
TrialReport try_from(const Task& task, const TriedPlan& plan, double size, int starts, int seed, Solutions solutions,
                     int threads = 0);

}  // namespace pawl::oracle
