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

/// What pushes a part: a force that is constant in the world and acts at a point fixed in the part, and a constant
/// torque; with an anchor a pull of the same size from that point towards the anchor instead.
struct LoadFigure {
  Eigen::Vector2d force{0, 0};  ///< world, N
  double torque = 0;            ///< N times the length, beside the force's own
  Eigen::Vector2d at{0, 0};     ///< world, of the seated part
  std::optional<Eigen::Vector2d> anchor = std::nullopt;
};

/// The basin of an energy certificate: poses round the goal, free and no higher than `depth` above it. Displacements
/// are (dx, dy, dtheta) from the seat, world, about the centre of mass, rad.
struct BasinFigure {
  LoadFigure load;
  double depth = 0;                       ///< N times the length, for this load
  std::array<Eigen::Vector3d, 2> extent;  ///< least and greatest of each, over the certificate's boxes
  std::optional<Eigen::Vector3d> spill;   ///< the pass where it spills
  std::vector<int> spill_fixels;          ///< that may touch there
  std::string length;                     ///< the unit
  bool cut_short = false;                 ///< a limit ended the proof: the basin is this deep at least
};

/// The load's potential at a displacement, 0 at the seat.
double potential(const PartFigure& part, const LoadFigure& load, const Eigen::Vector3d& displacement);

}  // namespace pawl::draw
