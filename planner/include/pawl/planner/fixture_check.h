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

/// Largest number of clamp positions that are examined if no places are given. These positions are the middles of the
/// first clamp intervals.
inline constexpr std::size_t kMostClampMiddles = 64;

/// The options of a check of a task's fixture: the results to compute, and the errors, clamps and wrenches for which to
/// compute them.
struct FixtureQuestion {
  /// Error >= 0 of each locator along its normal, in the task's unit of length. If empty, no errors of points are
  /// computed.
  std::optional<double> tolerance;
  bool clamps = false;  ///< true to find the positions at which one frictionless clamp loads all locators
  /// Positions at which the forces of a clamp are computed. If the list is empty, `clamps` is true and process wrenches
  /// exist, the middles of the first kMostClampMiddles intervals are used.
  std::vector<ClampPlace> places;
  /// Process wrenches (fx, fy, tau), in the world frame, under which the clamp must hold the part. If the list is
  /// empty, the wrenches of the task's `fixture` are used.
  std::vector<Eigen::Vector3d> wrenches;
};

/// A clamp at a given position. Its friction coefficient is that of the task.
struct PlacedClamp {
  ClampPlace place;
  Contact contact;  ///< contact of the clamp with the part, in the body frame
  ClampForces forces;
};

/// The properties of a fixture: the precision with which it locates its seated part, and the positions and forces of a
/// clamp that holds the part.
struct [[nodiscard]] FixtureCheck {
  /// Reason why the part has no seat, in which case all other members are unknown; "" if the part has a seat.
  std::string unseated;
  SeatedTask seated;                    ///< contacts of the seat; the points below are in the frame of these contacts
  std::vector<int> locators;            ///< indices of the contacts of the seat that belong to the goal, counted from 0
  int rank = 0;                         ///< rank of the matrix of the locators' contact normals
  std::optional<PoseError> pose_error;  ///< pose error; set only if three of the locators locate the part
  /// Errors of the points of interest of the task's `fixture`. If the task has none, the error of the boundary point
  /// that moves most. Empty if no tolerance is given or pose_error is not set.
  std::vector<PointError> points;
  std::optional<ClampEdges> clamps;  ///< edges on which a clamp can press; set only if `clamps` was requested
  /// Process wrenches for which the clamp forces were computed, in the world frame; only the zero wrench if none are
  /// stated.
  std::vector<Eigen::Vector3d> wrenches;
  std::vector<PlacedClamp> placed;

  [[nodiscard]] bool located() const { return rank == 3; }
};

/// Checks the fixture of a task. Throws InputError for a task that has faults or states neither fixels nor contacts,
/// and for a tolerance, places or wrenches that are not valid. Throws InputError at /part/outline if clamps or places
/// are requested and the part has no outline.
FixtureCheck check_fixture(const ValidTask& task, const FixtureQuestion& question);

}  // namespace pawl
