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

/// Of an outline drawn in many edges only the first intervals are looked at for a clamp's force where no place is
/// given.
inline constexpr std::size_t kMostClampMiddles = 64;

/// What is asked of the fixture of a task.
struct FixtureQuestion {
  std::optional<double> tolerance;  ///< of each locator along its normal, length, >= 0: how far points may be off
  bool clamps = false;              ///< where one clamp without friction loads all locators
  /// Places where a clamp's force is looked for. None, and `clamps`, and wrenches: the middle of each interval,
  /// of kMostClampMiddles at most.
  std::vector<ClampPlace> places;
  /// Process wrenches that it must hold the part against, (fx, fy, tau), world. None: those of the task's `fixture`;
  /// without them no wrench at all acts.
  std::vector<Eigen::Vector3d> wrenches;
};

/// A clamp at a place. Its friction is the task's.
struct PlacedClamp {
  ClampPlace place;
  Contact contact;  ///< frame of the seat's contacts
  ClampForces forces;
};

/// How precisely a fixture locates its part, and where and how hard a clamp holds it. Of the seated part.
struct [[nodiscard]] FixtureCheck {
  std::string unseated;                 ///< why the part has no seat: then nothing is known. Empty: it has
  SeatedTask seated;                    ///< contacts, frame of all points below
  std::vector<int> locators;            ///< contacts of the seat that are the goal's, from 0
  int rank = 0;                         ///< of their normals
  std::optional<PoseError> pose_error;  ///< where three locate the part
  /// With a tolerance: of the points of interest of the task's `fixture`; without them of the boundary's point that
  /// moves most. Empty without pose errors.
  std::vector<PointError> points;
  std::optional<ClampEdges> clamps;       ///< where asked for
  std::vector<Eigen::Vector3d> wrenches;  ///< those that clamps are held against, world
  std::vector<PlacedClamp> placed;

  [[nodiscard]] bool located() const { return rank == 3; }
};

/// Throws InputError for a task with faults or without fixels and contacts; at /part/outline without one where clamps
/// or places are asked for; for a tolerance, places and wrenches that are none.
FixtureCheck check_fixture(const ValidTask& task, const FixtureQuestion& question);

}  // namespace pawl
