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

/// The measures of a fixture that are computed in addition to its plan. A measure is computed if its member is true.
struct FixtureMeasureOptions {
  bool friction_limit = true;
  bool depth = true;  ///< energy depth; only for one-step plans that satisfy the energy conditions
  bool loading = true;
  bool clamps = true;
  bool foolproof = false;  ///< wrong placements; only for a part with an outline
  /// Position of the clamp whose forces are computed. If it is empty, the middle of the longest clamp interval is used.
  std::optional<ClampPlace> clamp_at;
  EnergyFloodOptions flood;            ///< limits of the search for the depth; their stop token is replaced by `stop`
  std::size_t loading_boxes = 200000;  ///< largest number of boxes for `loading`
  PlanRequest plan;  ///< required guarantee of the plan, and limits of the search; its stop token is replaced by `stop`
  StopToken stop;    ///< token that ends all computations
};

/// The measures of one fixture for its part and actuator [MODEL section 7]. Lengths are in the task's unit, angles in
/// rad. A measure is empty in three cases: it was not requested, it does not apply, or a limit ended its computation.
/// In the last case `stopped` is true.
struct FixtureMeasures {
  /// Reason why the part has no seated pose, in which case all other measures are unknown. Empty if the part has a
  /// seated pose.
  std::string unseated;
  std::optional<Eigen::Vector3d> seated_pose;  ///< seated pose in the world frame; empty for stated contacts
  int rank = 0;                                ///< rank of the matrix of the goal's contact normals
  /// True if the rank is 3; if false, only the pose and the rank are measured.
  bool located = false;
  std::optional<PoseError> pose_error;  ///< pose error; set only for three locators
  /// Errors of the points of interest of the task's `fixture`, in the order of the task. If the task has no such
  /// points, the error of the boundary point that moves most. Empty if the task's `fixture` states no tolerance or
  /// pose_error is not set.
  std::vector<PointError> point_errors;
  std::optional<double> worst_point_error;  ///< largest of the point errors, in the task's unit of length

  std::optional<TaskPlan> plan;  ///< plan; empty if the plan problem does not exist, as `why` explains
  bool stopped = false;          ///< true if a limit or the stop token ended a computation early
  /// True if the search for a plan ended and its verdict does not depend on rounding, no other computation was ended
  /// early (`stopped`), and the forces of `best_clamp`, if it is set, are certified. The certainty of clamp positions
  /// is stated in `clamps`.
  bool certified = false;
  // The members below describe the plan. They are set only if a plan was found.
  std::size_t steps = 0;
  std::optional<double> margin;  ///< smallest margin of the steps, among the actuator's wrenches, rad
  std::optional<double>
      margin_full;  ///< smallest margin of the steps, among all wrenches, rad; empty for displaced starts
  /// Kappa of the last step (pawl/planner/energy.h). Infinite if two locators wedge. Empty if the energy conditions do
  /// not apply.
  std::optional<double> kappa;
  /// Largest safe deviation of the friction coefficients; FrictionBound::exact states whether it is the true limit.
  std::optional<FrictionLimit> friction_limit;
  /// Smallest tilt, rad, that suffices for all steps of the plan. Set only if the actuator is a tray whose friction
  /// might hold the part.
  std::optional<double> least_tilt;

  /// The guarantee of the plan for every part in the profile zone of the task's part. Set only if the part has a
  /// profile tolerance above 0.
  std::optional<ZoneGuarantee> zone;
  /// Proved energy depth for a load of 1 N, in N times the length unit. If the energy of the part is at most this
  /// depth, the part still reaches its seat. For an outline without arcs, the depth is proved for every part in the
  /// profile zone.
  std::optional<double> depth;
  /// Result of the search for the depth. After `stopped` and `enough`, the true depth may be larger. After `caged`,
  /// every larger depth is proved too.
  std::optional<EnergyDepth::End> depth_end;

  /// Largest angle, rad, by which the last wrench of the plan may deviate, in any direction of wrench space, while the
  /// seat stays strongly stable. (Strongly stable: the only consistent mode is the one in which nothing moves and every
  /// touching contact is kept.) The value is pi if the seat is strongly stable under every wrench. It is empty if the
  /// seat is not strongly stable under the last wrench itself, or if this depends on rounding.
  std::optional<double> strongly_stable;

  /// A pose at which the part can be put down from above and released, so that it moves to its seat. Empty if no depth
  /// was proved or no such pose was found.
  std::optional<ReleasePose> release;

  std::optional<ClampEdges> clamps;  ///< edges on which a clamp can press; only for a located part with an outline
  /// Forces of the clamp at `clamp_at`, or in the middle of the longest interval if `clamp_at` is empty. Set only if
  /// the task's `fixture` states process wrenches and `clamps` was requested.
  std::optional<PlacedClamp> best_clamp;
  /// Whether the part can leave its fixture within the plane; only for a part with an outline. `undecided` if neither a
  /// way out nor a proof that none exists was found.
  std::optional<Loading::End> loadable;
  /// Wrong placements that the fixture accepts; empty if not requested, or if they cannot be examined.
  std::optional<WrongPlacements> placements;
  std::string why;  ///< explanation for people: the properties of the fixture, or the reason why it cannot be used

  bool found() const { return plan && plan->found(); }
};

/// Measures the fixture of a task: its part, fixels, goal and actuator. The friction coefficient of clamps is that of
/// the task. The result is deterministic if only limits on numbers, and not a stop token, end the search. Throws
/// InputError for a task that has faults or states neither fixels nor contacts. If the part has no seat, is not located
/// or has no plan, the result states this.
FixtureMeasures measure_fixture(const ValidTask& task, const FixtureMeasureOptions& options = {});

/// Returns the middle of the longest clamp interval, or of the first one if several have that length. Returns nothing
/// if a clamp cannot press on any edge.
std::optional<ClampPlace> longest_clamp(const ClampEdges& clamps, const Outline& outline);

}  // namespace pawl
