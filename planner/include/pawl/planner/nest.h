// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/io/nest_options.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// A plate with pockets for a part [MODEL section 15]. Coordinates are in the world frame, lengths in the task's unit.
struct [[nodiscard]] Nest {
  /// Reason why the nest cannot be made, or "" if it was made. If a reason is stated, only the members that were
  /// computed before the failure are set.
  std::string fault;

  /// A smaller cutter radius with which a pocket can be made. Set if no pocket can be made with the requested cutter.
  /// The radius is found by bisection; larger radii may be possible too.
  std::optional<double> largest_cutter;

  // The options that were used, with default values for those that the task does not state.
  double clearance = 0;
  double margin = 0;
  Eigen::Vector2d pitch{0, 0};

  /// Outline of the pocket around the part at the task's pose, counterclockwise. The last segment of an open pocket is
  /// straight and lies on the plate's edge.
  Path pocket;
  std::vector<Path> reliefs;    ///< slots of the cutter at corners, which are parts of `pocket`
  std::vector<Path> notches;    ///< notches for fingers, which are parts of `pocket`
  std::optional<Path> lead_in;  ///< outer edge of the chamfer around the pocket; empty without a lead-in
  std::vector<Path> pockets;    ///< all pockets of the plate, beginning with `pocket`
  Polygon plate;                ///< outline of the plate, a rectangle
  /// Smallest distance of a pocket from another pocket or, up to rounding of the plate's size, from the plate's edge.
  double wall_thickness = 0;

  /// Proved lower bound on the distance between the nominal part and the wall of its pocket; 0 if the part is not
  /// inside the pocket.
  double gap = 0;
  Eigen::Vector2d tightest{0, 0};  ///< point of the part that is nearest to the wall
  std::size_t tightest_edge = 1;   ///< number of the edge of the part on which `tightest` lies, counted from 1
  /// Set for a pocket with an open side: proved lower bound on the distance between the nominal part and the wall while
  /// the part moves in on a straight line, from outside of the plate to its final pose. Empty if the side is closed, or
  /// if it is not proved that every part within its tolerance can move in.
  std::optional<double> entry_gap;
  /// True if it is proved that every part within its profile tolerance fits into the pocket at the task's pose. For the
  /// proof, the nominal part lies in the pocket, and `gap` is at least the tolerance.
  bool fits = false;
  /// Smallest clearance with which every part within its profile tolerance fits, with a relative accuracy of 1/1000. If
  /// the pocket has reliefs or sharp corners, it is the profile tolerance. Empty if no such clearance up to the part's
  /// diameter was found.
  std::optional<double> least_clearance;
  std::vector<std::string> notes;  ///< sentences that state how the pocket differs from the requested one

  /// The task `task`, in which the plate is extended beyond its open side so that the pockets are closed. It is used to
  /// compute the play and the wrong placements of a part that lies on the plate.
  Task closed_task;
  /// The task with the plate as its only wall, and without fixels, goal, plan, start and options; its actuator is a
  /// tray if none is stated.
  Task task;
};

/// Returns the unit vector that points out of the plate at a side.
Eigen::Vector2d outward_of(NestOptions::Side side);

/// Makes a nest for the part of a task, as the options request. The distance between the two outlines, with bounds on
/// rounding errors, decides whether the part fits. This test does not use the construction of the pocket.
///
/// Throws InputError for a task without an outline (/part/outline); for a clearance not above the part's tolerance
/// (/nest/clearance); for notches on edges that do not exist, narrower than the cutter, or less deep than half their
/// width (/nest/notches/k); for more than one row of pockets with an open side (/nest/array); and for pockets that meet
/// each other or come nearer than a stated margin (/nest/pitch). If a pocket is impossible, or a stated plate is too
/// small, returns a nest with the reason in Nest::fault.
Nest make_nest(const ValidTask& task, const NestOptions& options);

}  // namespace pawl
