// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/pose_error.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_clamps.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// Limit on the number of clamp positions that are examined if no places are given. These positions are the middles of the
/// first clamp intervals.
inline constexpr std::size_t kMostClampMiddles = 64;

/// The options of a check of a task's fixture: the results to compute, and the errors, clamps and wrenches for which to
/// compute them.
struct FixtureQuestion {
  std::optional<double> tolerance;  ///< error >= 0 of each locator along its normal, in the task's unit of length; the
                                    ///< errors of points are computed for this value
  bool clamps = false;              ///< whether to find the positions where one frictionless clamp loads all locators
  /// Places at which to compute a clamp's forces. An empty list has a default if `clamps` is true and process wrenches
  /// exist: the middles of the first kMostClampMiddles intervals.
  std::vector<ClampPlace> places;
  /// Process wrenches (fx, fy, tau), world frame, under which the clamp must hold the part. If the list is empty, the
  /// wrenches of the task's `fixture` are used.
  std::vector<Eigen::Vector3d> wrenches;
};

/// A clamp at a given place. Its friction is the task's.
struct PlacedClamp {
  ClampPlace place;
  Contact contact;  ///< contact of the clamp with the part, body frame
  ClampForces forces;
};

/// The properties of a fixture: the precision with which it locates its seated part, and the positions and forces of a
/// clamp that holds the part.
struct [[nodiscard]] FixtureCheck {
  std::string unseated;       ///< reason why the part has no seat; empty if it has one. Without a seat, all other
                              ///< members are unknown
  SeatedTask seated;          ///< contacts of the seat, in the frame that all points below use
  std::vector<int> locators;  ///< contacts of the seat that belong to the goal, numbered from 0
  int rank = 0;               ///< rank of the matrix of the locators' contact normals
  std::optional<PoseError> pose_error;  ///< set only if three of the locators locate the part
  /// Errors of the points of interest of the task's `fixture`; if it has none, the error of the boundary point that
  /// moves most. Empty if no tolerance is given or pose_error is unset.
  std::vector<PointError> points;
  std::optional<ClampEdges> clamps;       ///< edges on which a clamp can press, if requested
  std::vector<Eigen::Vector3d> wrenches;  ///< process wrenches that were used, world frame
  std::vector<PlacedClamp> placed;

  [[nodiscard]] bool located() const { return rank == 3; }
};

/// Checks the fixture of a task. Throws InputError for a task that has faults or states neither fixels nor contacts,
/// and for a tolerance, places or wrenches that are not valid. Throws InputError at /part/outline if clamps or places
/// are requested and the part has no outline.
FixtureCheck check_fixture(const ValidTask& task, const FixtureQuestion& question);

}  // namespace pawl
