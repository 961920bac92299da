// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "energy/box_proof.h"
#include "energy/rest_cover.h"

namespace pawl::internal::inline planner {

/// Returns the coordinates (a, b) of the wrench a * circle.first + b * circle.second that is nearest to `wrench`.
Eigen::Vector2d circle_coordinates(const WrenchDomain& circle, const Eigen::Vector3d& wrench);

/// The poses and the energy that the part may have before a step.
struct RestState {
  std::vector<PoseBox> boxes;
  double kinetic = 0;                ///< largest kinetic energy of the part, N m for a load of 1 N
  std::optional<EnergyLoad> before;  ///< load that acts until the step begins; empty before the first step
};

/// A step of a plan: its load, and covers of the poses that the part can reach during the step.
struct RestStep {
  EnergyLoad load;
  /// Tests of boxes of poses under the load of the previous step (`before`; null unless the load changes gradually),
  /// and under this step's load (`judge`).
  std::unique_ptr<BoxJudge> before, judge;
  /// Cover of the poses during the change of the load; null if the load changes at once.
  std::unique_ptr<SweepCover> sweep;
  /// Cover of the poses under the new load; null if the part may leave during the sweep.
  std::unique_ptr<RestCover> cover;
  CoverEnd end = CoverEnd::stopped;
  RestRegion region;
  RestState after;  ///< poses and energy that the part may have after the step; set only if the cover is bounded

  bool bounded() const { return end == CoverEnd::bounded || end == CoverEnd::coarse; }
};

/// A part in its start region among fixels and walls, together with functions that apply steps.
class RestSteps {
 public:
  /// Throws the same InputErrors as find_rest_regions(), except those that concern wrenches. `task` must outlive this
  /// object.
  RestSteps(const ValidTask& task, const StartRegion& start, const RestOptions& options);

  const SeatedTask& reference() const { return reference_; }
  bool seated() const { return seated_; }
  double force() const { return force_; }
  const RestState& start() const { return start_; }
  const EnergyProblem& problem() const { return problem_; }
  /// Returns the actuator's wrenches, in the frame of the contact set.
  WrenchDomain wrenches() const;

  /// Applies a wrench, which is in the frame of the contact set. If `last` is true, the search may end as soon as the
  /// largest displacement at rest is at most `options.enough`. Throws InputError at /start/region if `from` contains no
  /// free pose.
  RestStep apply(const RestState& from, const Eigen::Vector3d& wrench, const RestOptions& options, bool last) const;
  /// Returns the load that corresponds to a wrench, including its tolerances.
  EnergyLoad load_of(const Eigen::Vector3d& wrench) const;
  /// Returns the certificate of a plan. All steps must have bounded rest regions.
  std::string certificate(const std::vector<RestStep>& steps) const;

 private:
  void check(const StartRegion& start) const;
  PoseBox start_box(const StartRegion& start) const;
  PoseBox find_domain() const;
  std::unique_ptr<BoxJudge> judge_of(const EnergyLoad& load) const;
  RestRegion region_of(const RestStep& step) const;

  const ValidTask& task_;
  RestOptions options_;
  SeatedTask reference_;
  bool seated_ = false;
  EnergyProblem problem_;  ///< problem at the reference pose, without goal and load
  double force_ = 1;
  /// Support friction: largest force divided by the applied force, and moment radius in m.
  double support_ = 0, support_radius_ = 0;
  /// Residual kinetic energy before each later step, N m for a load of 1 N; empty for none.
  std::optional<double> residual_;
  PoseBox start_box_, domain_;
  RestState start_;
};

}  // namespace pawl::internal::inline planner
