// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/energy_flood.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/plan_task.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// What to measure of a fixture beside its plan; what is false is left out.
struct FixtureMeasureOptions {
  bool friction_limit = true;
  bool depth = true;  ///< of one-step plans with the energy conditions
  bool loading = true;
  bool clamps = true;
  std::optional<ClampPlace> clamp_at;  ///< of a clamp that is given, for its forces; nothing: see best_clamp
  EnergyFloodOptions flood;            ///< of the depth; its stop is replaced by `stop`
  std::size_t loading_boxes = 200000;  ///< at most
  PlanRequest plan;                    ///< what the plan must promise, and its limits; its stop is replaced by `stop`
  StopToken stop;                      ///< ends all of it
};

/// What one fixture does for its part and actuator [MODEL section 7]. Lengths in the task's unit, angles in rad. What
/// was not asked, does not apply, or was not shown before a limit is nothing: never a number. `stopped` says whether a
/// limit is why.
struct FixtureMeasures {
  std::string unseated;  ///< why the part has no seated pose: then nothing else is known. Empty: it has
  std::optional<Eigen::Vector3d> seated_pose;  ///< world; nothing for stated contacts
  int rank = 0;                                ///< of the goal's normals
  bool located = false;                        ///< rank 3: else only poses and ranks are measured
  std::optional<PoseError> pose_error;         ///< of three locators
  /// With a tolerance in the task's `fixture`: of its points of interest, in their order; without them of the point of
  /// the boundary that moves most.
  std::vector<PointError> point_errors;
  std::optional<double> worst_point_error;  ///< the largest of these, length

  std::optional<TaskPlan> plan;  ///< nothing where there is no plan problem: `why` says so
  bool stopped = false;          ///< by a limit or by the token
  /// Whether there is a verdict on plans that does not rest on rounding, and nothing was stopped: only then is it one
  /// to build on. Of clamps see `clamps`.
  bool certified = false;
  // Of a plan that was found:
  std::size_t steps = 0;
  std::optional<double> margin;       ///< least of the steps, among the actuator's wrenches
  std::optional<double> margin_full;  ///< least of the steps, in all of wrench space; nothing from displaced starts
  /// Of the last step [pawl/planner/energy.h]; infinite where two locators wedge. Nothing where energy says nothing.
  std::optional<double> kappa;
  std::optional<FrictionLimit> friction_limit;  ///< each bound says whether it is exact
  std::optional<double> least_tilt;  ///< the largest of the steps; of a tray whose friction might hold the part

  /// Depth in energy, N length for a load of 1 N, proved: the part may have as much and still seats.
  std::optional<double> depth;
  std::optional<EnergyDepth::End> depth_end;  ///< stopped, enough: it may be deeper; caged: no release there is deeper

  std::optional<ClampEdges> clamps;       ///< for a part with an outline
  std::optional<PlacedClamp> best_clamp;  ///< with process wrenches: at `clamp_at`, else amid the longest interval
  std::optional<Loading::End> loadable;   ///< for a part with an outline; undecided: not shown
  std::string why;                        ///< for people: what it does, or what it lacks

  bool found() const { return plan && plan->found(); }
};

/// Measures the fixture of a task: its part, its fixels, goal and actuator. Friction of clamps is the task's.
/// Deterministic for limits by count. Throws InputError for a task with faults and one without fixels or contacts; a
/// part that has no seat, is not located or has no plan is an answer.
FixtureMeasures measure_fixture(const ValidTask& task, const FixtureMeasureOptions& options = {});

/// The middle of the longest clamp interval, in lengths; the first of several. Nothing where no edge takes a clamp.
std::optional<ClampPlace> longest_clamp(const ClampEdges& clamps, const Outline& outline);

}  // namespace pawl
