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

/// Returns (a, b) such that a first + b second is the wrench of a circle's plane that is nearest to `wrench`.
Eigen::Vector2d circle_coordinates(const WrenchDomain& circle, const Eigen::Vector3d& wrench);

/// Where the part may be before a step.
struct RestState {
  std::vector<PoseBox> boxes;
  double kinetic = 0;                ///< largest kinetic energy, N m for a load of 1 N
  std::optional<EnergyLoad> before;  ///< load that acts until then; unset before the first step
};

/// A step with its covers.
struct RestStep {
  EnergyLoad load;
  std::unique_ptr<BoxJudge> before, judge;  ///< proofs under the load before the step and under its own
  std::unique_ptr<SweepCover> sweep;        ///< cover of the change of the load, if it is not instant
  std::unique_ptr<RestCover> cover;         ///< unset if the part may leave during the sweep
  CoverEnd end = CoverEnd::stopped;
  RestRegion region;
  RestState after;  ///< where the part may be after the step, if the cover is bounded

  bool bounded() const { return end == CoverEnd::bounded || end == CoverEnd::coarse; }
};

/// A part in its start region among fixels and walls, to which steps are applied.
class RestSteps {
 public:
  /// Throws InputError in the cases of find_rest_regions(), except for those about wrenches. `task` must outlive it.
  RestSteps(const ValidTask& task, const StartRegion& start, const RestOptions& options);

  const SeatedTask& reference() const { return reference_; }
  bool seated() const { return seated_; }
  double force() const { return force_; }
  const RestState& start() const { return start_; }
  const EnergyProblem& problem() const { return problem_; }
  /// Returns the actuator's wrenches, in the frame of the contact set.
  WrenchDomain wrenches() const;

  /// Applies a wrench in the frame of the contact set. `last` states whether `options.enough` holds for this step.
  RestStep apply(const RestState& from, const Eigen::Vector3d& wrench, const RestOptions& options, bool last) const;
  /// Returns the load of a wrench, with its tolerances.
  EnergyLoad load_of(const Eigen::Vector3d& wrench) const;
  /// Returns the certificate of steps that are all bounded.
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
  EnergyProblem problem_;  ///< without goal and load
  double force_ = 1;
  double support_ = 0, support_radius_ = 0;  ///< friction of the support, relative to the force, and its radius, m
  std::optional<double> residual_;           ///< residual energy, N m for a load of 1 N
  PoseBox start_box_, domain_;
  RestState start_;
};

}  // namespace pawl::internal::inline planner
