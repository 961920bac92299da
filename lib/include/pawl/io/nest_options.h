// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

namespace pawl {

/// The options "nest" of a task: how a pocket for its part is made [MODEL section 15]. Lengths are in the task's unit,
/// and the pocket lies around the part at the task's pose.
struct NestOptions {
  /// The shape of the pocket at inner corners that a round cutter cannot make sharp.
  enum class Relief {
    dogbone,  ///< a slot of the cutter's width that runs into the corner along its bisector
    tbone,    ///< a slot of the cutter's width along the longer of the two walls; it cuts into the shorter wall only; a
              ///< corner that no such slot reaches gets a dog-bone
    round,    ///< the corner is rounded with the cutter's radius, and the whole pocket is widened so that the part
              ///< still fits
    none      ///< the corner is rounded with the cutter's radius
  };
  /// A side of the plate.
  enum class Side { left, right, bottom, top };
  /// A notch for fingers: a slot with a round end, perpendicular to an edge of the part.
  struct Notch {
    int edge = 1;      ///< number of the part's edge, from 1 in the outline's order
    double at = .5;    ///< position of the notch along the edge, as a fraction of the edge's length, from 0 to 1
    double width = 0;  ///< width of the notch, > 0
    double depth = 0;  ///< length by which the notch extends beyond the pocket's wall, > 0
  };

  /// Distance between the part and the pocket's wall, > 0. Default: the larger of a 500th of the part's diameter and
  /// twice its profile tolerance.
  std::optional<double> clearance;
  /// Wanted accuracy, > 0, instead of a clearance: the largest distance of a point of the part from its nominal
  /// position. If `tilt_deg` is set, the accuracy applies to the part after the plate was tilted. If `tilt_deg` is not
  /// set, it applies to every position of the part in the pocket. The clearance is then the one that reaches this
  /// accuracy, but at most a 50th of the part's diameter.
  std::optional<double> accuracy;
  double cutter_radius = 0;  ///< radius of the cutter, >= 0; with 0, corners of the pocket can be sharp
  Relief relief = Relief::dogbone;
  /// Side of the plate at which the pockets are open, so that the part can be moved into the pocket within the plane.
  /// On this side, the plate ends where the part ends, plus the clearance.
  std::optional<Side> open_side;
  std::vector<Notch> notches;
  /// Least distance of a pocket from the edge of the plate and from other pockets, > 0. Default: a tenth of the part's
  /// diameter.
  std::optional<double> margin;
  /// Width and height of the plate; the pockets are in its middle. The walls around the pockets may be thinner than the
  /// default margin, but not thinner than a stated margin. Default: as small as the margin permits, with edges at round
  /// numbers.
  std::optional<Eigen::Vector2d> plate_size;
  double lead_in = 0;  ///< width of the chamfer around the upper edge of the pocket, >= 0
  /// Direction towards which the tray with the nest is tilted, degrees counterclockwise from the world's x axis. The
  /// accuracy of the seated part is computed for this direction.
  std::optional<double> tilt_deg;
  std::array<int, 2> array{1, 1};        ///< number of pockets in x and in y, >= 1
  bool foolproof = false;  ///< whether to refuse a nest that also accepts the part in a wrong placement
  std::optional<Eigen::Vector2d> pitch;  ///< distances in x and y between the centres of neighbouring pockets; default:
                                         ///< the least that `margin` permits
};

}  // namespace pawl
