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

/// The possible poses and the energy of the part before a step.
struct RestState {
  std::vector<PoseBox> boxes;
  double kinetic = 0;                ///< largest kinetic energy, N m for a load of 1 N
  std::optional<EnergyLoad> before;  ///< load that acts until the step; unset before the first step
};

/// A step: its load, and the poses that the part can reach in it, as covers of boxes.
struct RestStep {
  EnergyLoad load;
  std::unique_ptr<BoxJudge> before, judge;  ///< tests of boxes under the load before the step, and under the step's load
  std::unique_ptr<SweepCover> sweep;        ///< cover of the change of the load; null if the load changes at once
  std::unique_ptr<RestCover> cover;         ///< unset if the part may leave during the sweep
  CoverEnd end = CoverEnd::stopped;
  RestRegion region;
  RestState after;  ///< possible poses and energy of the part after the step, if the cover is bounded

  bool bounded() const { return end == CoverEnd::bounded || end == CoverEnd::coarse; }
};

/// A part in its start region among fixels and walls, to which steps are applied.
class RestSteps {
 public:
  /// Throws InputError in the cases of find_rest_regions(), except for the cases that concern wrenches. `task` must
  /// outlive this object.
  RestSteps(const ValidTask& task, const StartRegion& start, const RestOptions& options);

  const SeatedTask& reference() const { return reference_; }
  bool seated() const { return seated_; }
  double force() const { return force_; }
  const RestState& start() const { return start_; }
  const EnergyProblem& problem() const { return problem_; }
  /// Returns the actuator's wrenches, in the frame of the contact set.
  WrenchDomain wrenches() const;

  /// Applies a wrench in the frame of the contact set. If `last` is true, the search may end as soon as the largest
  /// displacement at rest is at most `options.enough`.
  RestStep apply(const RestState& from, const Eigen::Vector3d& wrench, const RestOptions& options, bool last) const;
  /// Returns the load that corresponds to a wrench, with its tolerances.
  EnergyLoad load_of(const Eigen::Vector3d& wrench) const;
  /// Returns the certificate of a plan. The rest regions of all steps must be bounded.
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
  EnergyProblem problem_;  ///< its goal and load are not set
  double force_ = 1;
  double support_ = 0, support_radius_ = 0;  ///< support friction: largest force, relative to the applied force, and
                                             ///< moment radius, m
  std::optional<double> residual_;           ///< residual energy, N m for a load of 1 N
  PoseBox start_box_, domain_;
  RestState start_;
};

}  // namespace pawl::internal::inline planner
