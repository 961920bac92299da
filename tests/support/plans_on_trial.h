// SPDX-License-Identifier: MIT
// Plans of random fixtures with real outlines, and how far from their seat they bring parts in.
#pragma once

#include <pawl/planner/plan_problem.h>
#include <pawl/planner/trials.h>

#include <optional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// A part of some 0.1 m (polygons convex or not, with arcs at times) seated against three pins, from a seed: not all of
/// them are located, or have a plan.
std::optional<Task> random_fixture(unsigned seed);

/// A plan, with what it promises.
struct TriedPlan {
  Guarantee kind = Guarantee::at_rest;
  std::vector<Eigen::Vector3d> wrenches;  ///< world
};
/// None where there is none.
std::optional<TriedPlan> plan_of(const ValidTask& task);

/// Whether starts of this size are free, most of them: fifty are tried.
bool has_free_starts(const Task& task, double size);

/// Trials of a plan from starts of one size: displaced by up to `size` diameters in x and in y, and turned by up to
/// twice that in rad.
TrialReport try_from(const Task& task, const TriedPlan& plan, double size, int starts, int seed, Solutions solutions,
                     int threads = 0);

}  // namespace pawl::oracle
