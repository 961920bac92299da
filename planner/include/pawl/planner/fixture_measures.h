// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/energy_flood.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/part_zone.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/release_pose.h>
#include <pawl/planner/wrong_placements.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// The measures of a fixture to compute in addition to its plan. A measure is computed if its member is true.
struct FixtureMeasureOptions {
  bool friction_limit = true;
  bool depth = true;  ///< depth in energy, computed for one-step plans that satisfy the energy conditions
  bool loading = true;
  bool clamps = true;
  bool foolproof = false;  ///< wrong placements, for a part with an outline
  /// Place of the clamp whose forces are computed. Without a value, the middle of the longest clamp interval is used.
  std::optional<ClampPlace> clamp_at;
  EnergyFloodOptions flood;            ///< limits for the search of the depth; its stop token is replaced by
                                       ///< `stop`
  std::size_t loading_boxes = 200000;  ///< limit on the number of boxes for `loading`
  PlanRequest plan;  ///< guarantee required of the plan, and limits of the search; its stop token is replaced by
                     ///< `stop`
  StopToken stop;    ///< token that ends all computations
};

/// The measures of one fixture for its part and actuator [MODEL section 7]. Lengths are in the task's unit, angles in
/// rad. A measure is empty if it was not requested, does not apply, or was not established within a limit; in the last
/// case `stopped` is true.
struct FixtureMeasures {
  /// Reason why the part has no seated pose. All other measures are then unknown. Empty if there is a seated pose.
  std::string unseated;
  std::optional<Eigen::Vector3d> seated_pose;  ///< seated pose in the world; nothing for stated contacts
  int rank = 0;                                ///< rank of the matrix of the goal's contact normals
  bool located = false;                        ///< true if the rank is 3; if false, only poses and ranks are measured
  std::optional<PoseError> pose_error;         ///< pose error of three locators
  /// Errors of the points of interest of the task's `fixture`, in their order. Without such points, the error of the
  /// boundary point that moves most. Empty if the task's `fixture` states no tolerance.
  std::vector<PointError> point_errors;
  std::optional<double> worst_point_error;  ///< largest of the point errors, in the task's unit of length

  std::optional<TaskPlan> plan;  ///< unset if the task has no plan problem; `why` then explains
  bool stopped = false;          ///< true if a limit or the token ended a computation
  /// True if the verdict on plans does not depend on rounding and the search was not stopped. For clamps, see the
  /// certainty in `clamps`.
  bool certified = false;
  // The members below describe the plan, if one was found.
  std::size_t steps = 0;
  std::optional<double> margin;  ///< least margin of the steps, among the actuator's wrenches, rad
  std::optional<double>
      margin_full;  ///< least margin of the steps in all of wrench space, rad; no value for displaced starts
  /// Kappa of the last step (pawl/planner/energy.h); infinite if two locators wedge. Without a value if the energy
  /// conditions do not apply.
  std::optional<double> kappa;
  std::optional<FrictionLimit> friction_limit;  ///< largest safe deviation of the friction coefficients;
                                                ///< FrictionBound::exact states whether the true limit was found
  /// Least tilt that suffices for all steps of the plan, rad. Set if the actuator is a tray whose friction might hold
  /// the part.
  std::optional<double> least_tilt;

  /// The guarantee of the plan for every part in the profile zone of the task's part. Set if the part has a profile
  /// tolerance above 0.
  std::optional<ZoneGuarantee> zone;
  /// Proved depth in energy, in N times the length unit, for a load of 1 N. The part still reaches its seat if its
  /// energy is at most this depth. For an outline without arcs, the depth holds for every part in the profile zone.
  std::optional<double> depth;
  std::optional<EnergyDepth::End> depth_end;  ///< result of the search for the depth. After `stopped` and `enough`, the
                                              ///< true depth may be larger; `caged` proves every larger depth too

  /// Largest angle, rad, by which the last wrench of the plan may be wrong, in any direction of wrench space, while the
  /// seat stays strongly stable: the only consistent mode is the one in which nothing moves and every touching contact
  /// is kept. The value is pi if the seat is strongly stable under every wrench. Without a value if the seat is not
  /// strongly stable under the last wrench itself, or if this depends on rounding.
  std::optional<double> strongly_stable;

  /// A pose with the property that a part that is put down there from above, and released, moves to its seat. Without a
  /// value if no such pose was found.
  std::optional<ReleasePose> release;

  std::optional<ClampEdges> clamps;  ///< edges on which a clamp can press, for a part with an outline
  /// Forces of a clamp at `clamp_at`, or by default in the middle of the longest interval; set only if process wrenches
  /// are given.
  std::optional<PlacedClamp> best_clamp;
  /// Whether the part can leave its fixture within the plane, for a part with an outline. `undecided` if neither a way
  /// out nor a proof that none exists was found.
  std::optional<Loading::End> loadable;
  std::optional<WrongPlacements> placements;  ///< the wrong placements that the fixture accepts; without a value if they
                                              ///< were not requested, or if the fixture cannot be examined
  std::string why;  ///< explanation for people: the properties of the fixture, or the reason why the fixture fails

  bool found() const { return plan && plan->found(); }
};

/// Measures the fixture of a task: its part, fixels, goal and actuator. Clamps have the task's friction. The result is
/// deterministic if only limits on counts, and not a stop token, end the search. Throws InputError for a task that has
/// faults or states neither fixels nor contacts. A part that has no seat, is not located or has no plan is reported in
/// the result.
FixtureMeasures measure_fixture(const ValidTask& task, const FixtureMeasureOptions& options = {});

/// Returns the middle of the longest clamp interval (the first one, if several have that length). Returns nothing if a
/// clamp cannot press on any edge.
std::optional<ClampPlace> longest_clamp(const ClampEdges& clamps, const Outline& outline);

}  // namespace pawl
