// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

namespace pawl {

/// The options "nest" of a task: the pocket in which its part is to lie [MODEL section 15]. Plain data; lengths are in the
/// task's unit, and the pocket lies around the part at the task's pose.
struct NestOptions {
  /// The shape of inner corners of the pocket that a round cutter cannot reach.
  enum class Relief {
    dogbone,  ///< a slot of the cutter's width into the corner, along its bisector
    tbone,    ///< a slot of the cutter's width along the longer of the two walls, so that only the shorter wall is cut
    round,    ///< the corner keeps the cutter's radius, and the whole pocket is widened until the part clears it
    none      ///< the corner keeps the cutter's radius
  };
  /// A side of the plate.
  enum class Side { left, right, bottom, top };
  /// A notch for fingers: a slot with a round end, perpendicular to an edge of the part.
  struct Notch {
    int edge = 1;      ///< number of the part's edge, from 1 in the outline's order
    double at = .5;    ///< position of the notch along the edge, as a fraction of the edge's length, from 0 to 1
    double width = 0;  ///< width of the notch, > 0
    double depth = 0;  ///< length of the notch beyond the pocket's wall, > 0
  };

  /// Distance between the part and the pocket's wall, > 0. Default: the larger of two values, a 500th of the part's
  /// diameter and twice its profile tolerance.
  std::optional<double> clearance;
  /// Wanted accuracy, > 0, instead of a clearance: the largest distance of a point of the part from its nominal
  /// position. If `tilt_deg` is set, this applies to the part after the plate was tilted. If `tilt_deg` is not set, it
  /// applies to every position of the part in the pocket. The clearance is then chosen such that this accuracy is
  /// reached, but is at most a 50th of the part's diameter.
  std::optional<double> accuracy;
  double cutter_radius = 0;  ///< radius of the cutter, >= 0; 0: corners of the pocket can be sharp
  Relief relief = Relief::dogbone;
  /// Side of the plate on which the pockets are open, so that the part can be moved into the pocket within the plane.
  /// On this side, the plate ends at the extent of the part plus the clearance.
  std::optional<Side> open_side;
  std::vector<Notch> notches;
  /// Least distance between a pocket and the edge of the plate, or another pocket, > 0. Default: a tenth of the part's
  /// diameter.
  std::optional<double> margin;
  /// Width and height of the plate, with the pockets in its middle. The walls around the pockets may be thinner than
  /// the default margin, but not thinner than a stated margin. Default: as small as the margin permits, with edges at
  /// round numbers.
  std::optional<Eigen::Vector2d> plate_size;
  double lead_in = 0;  ///< width of the chamfer around the upper edge of the pocket, >= 0
  /// Direction towards which the tray with the nest is tilted, degrees counterclockwise from the world's x axis. It is
  /// used to compute the accuracy of the seated part.
  std::optional<double> tilt_deg;
  std::array<int, 2> array{1, 1};        ///< number of pockets in x and in y, >= 1
  bool foolproof = false;  ///< true if a nest must be refused that also accepts the part in a wrong placement
  std::optional<Eigen::Vector2d> pitch;  ///< distances between the pockets' centres in x and y; default: as `margin`
                                         ///< requires
};

}  // namespace pawl
