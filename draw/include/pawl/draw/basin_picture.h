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

/// The load on a part: a force at a point that is fixed in the part, plus a constant torque. Without an anchor, the
/// force is constant in the world frame. With an anchor, the force has a constant magnitude and always points from its
/// point of application towards the anchor.
struct LoadFigure {
  Eigen::Vector2d force{0, 0};  ///< force in the world frame, N
  /// Constant torque, N times the length unit; it does not include the moment of the force.
  double torque = 0;
  Eigen::Vector2d at{0, 0};  ///< position of the point of application if the part is seated, world frame
  std::optional<Eigen::Vector2d> anchor = std::nullopt;
};

/// The basin of an energy certificate: poses around the goal that are free of collisions and whose potential is at most
/// `depth` above that of the goal. A pose is given by its displacement (dx, dy, dtheta) from the seat. Here dx and dy
/// are the displacement of the centre of mass in the world frame, and dtheta is the rotation, rad.
struct BasinFigure {
  LoadFigure load;
  double depth = 0;  ///< depth for this load, N times the length unit
  std::array<Eigen::Vector3d, 2>
      extent;  ///< smallest and largest dx, dy and dtheta over the boxes of the energy certificate's component
  /// Pose at which the basin spills: the saddle of the potential on the lowest way out. Empty if it is not known.
  std::optional<Eigen::Vector3d> spill;
  std::vector<int> spill_fixels;  ///< numbers of the fixels that may touch at `spill`
  std::string length;             ///< unit of length, such as "mm"
  bool cut_short = false;         ///< true if a limit ended the proof early; `depth` is then a lower bound
};

/// Returns the potential of the load at a displacement from the seat. The potential is 0 at the seat.
double potential(const PartFigure& part, const LoadFigure& load, const Eigen::Vector3d& displacement);

}  // namespace pawl::draw
