// SPDX-License-Identifier: MIT
// Plans of random fixtures with real outlines, and the largest size of starts from which they still seat the part.
#pragma once

#include <pawl/planner/plan_problem.h>
#include <pawl/planner/trials.h>

#include <optional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// Returns a part of about 0.1 m that is seated against three pins. The part is a convex or nonconvex polygon, or a
/// path with arcs, chosen by the seed. Not every such part is located or has a plan.
std::optional<Task> random_fixture(unsigned seed);

/// A plan with its guarantee.
struct TriedPlan {
  Guarantee kind = Guarantee::at_rest;
  std::vector<Eigen::Vector3d> wrenches;  ///< wrenches in the world frame
};
/// Returns a plan of the task, or nothing if the task has none.
std::optional<TriedPlan> plan_of(const ValidTask& task);

/// Returns whether fifty starts of this size without overlap can be drawn, with at most 1000 redraws for each.
bool has_free_starts(const Task& task, double size);

/// Makes trials of a plan from starts of one size. Each start is displaced by up to `size` diameters in x and in y, and
/// turned by up to 2 * `size` rad.
TrialReport try_from(const Task& task, const TriedPlan& plan, double size, int starts, int seed, Solutions solutions,
                     int threads = 0);

}  // namespace pawl::oracle
