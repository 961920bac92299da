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

/// A plate with pockets in which a part is to lie [MODEL section 15]. Coordinates are those of the world, lengths in the
/// task's unit.
struct [[nodiscard]] Nest {
  std::string fault;  ///< reason why the nest cannot be made; then only `largest_cutter` and the options below it may
                      ///< be set. Empty if the nest was made

  /// If no pocket can be made with the requested cutter: a smaller cutter radius with which a pocket can be made. It is
  /// found by bisection; larger radii may be possible too.
  std::optional<double> largest_cutter;

  // The options that were used, with the default where the task states none.
  double clearance = 0;
  double margin = 0;
  Eigen::Vector2d pitch{0, 0};

  Path pocket;                ///< outline of the pocket around the part at the task's pose, counterclockwise. An open
                              ///< pocket ends with a straight segment on the plate's edge
  std::vector<Path> reliefs;  ///< slots of the cutter at corners; they are part of `pocket`
  std::vector<Path> notches;  ///< notches for fingers; they are part of `pocket`
  std::optional<Path> lead_in;  ///< outer edge of the chamfer around the pocket, if a lead-in is requested
  std::vector<Path> pockets;  ///< all pockets of the plate; `pocket` is the first
  Polygon plate;              ///< outline of the plate, a rectangle
  double wall_thickness = 0;  ///< least distance between a pocket and another pocket or the plate's edge

  /// Proved lower bound on the distance between the nominal part and the wall of its pocket.
  double gap = 0;
  Eigen::Vector2d tightest{0, 0};  ///< point of the part that is nearest to the wall
  std::size_t tightest_edge = 1;   ///< number, from 1, of the part's edge that contains `tightest`
  /// For a pocket with an open side: proved lower bound on the distance between the nominal part and the wall while the
  /// part moves in. It moves in a straight line from outside of the plate to its final pose. Without a value if the
  /// side is closed, or if it is not proved that every part within its tolerance can move in.
  std::optional<double> entry_gap;
  /// True if it is proved that every part within its profile tolerance fits into the pocket at the task's pose: the
  /// nominal part lies in the pocket, and `gap` is at least the tolerance.
  bool fits = false;
  /// Smallest clearance with which the part would still fit; without a value if none was found up to the part's diameter.
  std::optional<double> least_clearance;
  std::vector<std::string> notes;  ///< differences between the pocket and the requested one, as sentences

  /// The same as `task`, except that the plate is extended beyond its open side, so that the pockets are closed. Used
  /// to compute the play and the wrong placements of a part that lies on the plate.
  Task closed_task;
  Task task;  ///< the task with the plate as its only wall, and without fixels, goal, plan, start and options
};

/// Returns the unit vector that points out of the plate at a side.
Eigen::Vector2d outward_of(NestOptions::Side side);

/// Makes a nest for the part of a task, as the task's options request. Whether the part fits is decided from the
/// distance between the two outlines, with bounds on rounding errors. This test does not use the construction of the
/// pocket.
///
/// Throws InputError for a task without an outline (/part/outline); for a clearance not above the part's tolerance
/// (/nest/clearance); for notches on edges that do not exist, narrower than the cutter, or less deep than half their
/// width (/nest/notches/k); for more than one row of pockets with an open side (/nest/array); and for pockets that meet
/// each other or come nearer than a stated margin (/nest/pitch). If a pocket is impossible, or a stated plate is too
/// small, returns a nest with the reason in Nest::fault.
Nest make_nest(const ValidTask& task, const NestOptions& options);

}  // namespace pawl
