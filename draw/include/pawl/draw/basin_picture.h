// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// The load on a part: a force that acts at a point fixed in the part, plus a constant torque. The force is constant in
/// the world frame. If an anchor is given, the force has a constant magnitude and always points from its point of
/// application towards the anchor.
struct LoadFigure {
  Eigen::Vector2d force{0, 0};  ///< force in the world frame, N
  double torque = 0;            ///< torque in addition to the moment of the force, N times the length unit
  Eigen::Vector2d at{0, 0};     ///< point of application with the part seated, world frame
  std::optional<Eigen::Vector2d> anchor = std::nullopt;
};

/// The basin of an energy certificate: collision-free poses around the goal whose potential is at most `depth` above
/// that of the goal. A pose is given by its displacement (dx, dy, dtheta) from the seat: that of the centre of mass,
/// world frame, and the rotation, rad.
struct BasinFigure {
  LoadFigure load;
  double depth = 0;  ///< depth for this load; the unit is N times the length unit
  std::array<Eigen::Vector3d, 2>
      extent;  ///< minimum and maximum of each coordinate over the boxes of the energy certificate
  std::optional<Eigen::Vector3d> spill;  ///< pose at which the basin spills, if it is known: the saddle of the
                                         ///< potential on the lowest way out
  std::vector<int> spill_fixels;         ///< numbers of the fixels that may touch at the saddle
  std::string length;                    ///< unit of length, such as "mm"
  bool cut_short = false;                ///< true if a limit ended the proof; the depth is then a lower bound
};

/// Returns the potential of the load at a displacement, relative to the seat.
double potential(const PartFigure& part, const LoadFigure& load, const Eigen::Vector3d& displacement);

}  // namespace pawl::draw
