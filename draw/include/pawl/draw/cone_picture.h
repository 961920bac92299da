// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/wrench_map.h>
#include <pawl/io/valid_task.h>

namespace pawl::draw {

struct ModeCone {
  std::string mode;
  bool feasible = true;
  ConeRows cone;                                         ///< the wrench cone; empty if the mode is not feasible
  std::optional<Eigen::Vector3d> widest = std::nullopt;  ///< wrench of the cone with the largest margin
  double margin_deg = 0;                                 ///< margin of `widest` in degrees
};

struct ConeFigure {
  std::vector<ModeCone> modes;
  Warnings warnings = {};
};

/// Draws wrench cones.
///
/// For one mode, draws the generators of its cone beside the part, as in [BTG02, figures 3 and 4], and the cone on the
/// sphere of wrench directions. If all generators are forces, adds moment labels. For several modes, draws the
/// generators of each mode side by side. Modes that do not fit on the page are left out.
Picture cone_picture(const ValidTask& task, const ConeFigure& figure, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
