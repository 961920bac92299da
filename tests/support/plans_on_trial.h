// SPDX-License-Identifier: MIT
// Plans of random fixtures with real outlines, and how far from their seat they bring parts in.
#pragma once

#include <pawl/planner/plan_problem.h>
#include <pawl/planner/trials.h>

#include <optional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// The conditions under which a wrench held constant brings a part to a goal of three contacts that locate it from
/// every state of little energy: that the goal is the only lowest point, that no two contacts hold the part, and that
/// no two wedge, not even at the limit. Exact; the wrench in the frame of the set.
struct EnergyConditions {
  bool lowest = false;    ///< lambda = -J_n^-1 w > 0
  bool unheld = false;    ///< for each pair -w is in no friction cone
  bool unwedged = false;  ///< for each pair 0 is no combination of the friction cones' edges
  bool all() const { return lowest && unheld && unwedged; }
};
EnergyConditions energy_conditions(const ContactSet& seated, const Eigen::Vector3d& wrench);

/// A part of some 0.1 m (polygons convex or not, with arcs at times) seated against three pins, from a seed: not all of
/// them are located, or have a plan.
std::optional<Task> random_fixture(unsigned seed);

/// A plan, with what it promises.
struct TriedPlan {
  enum class Kind { energy, keeps, at_rest };
  Kind kind = Kind::at_rest;
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
