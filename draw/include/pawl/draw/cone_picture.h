// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/wrench_map.h>
#include <pawl/io/valid_task.h>

namespace pawl::draw {

struct ModeCone {
  std::string mode;
  bool feasible = true;
  ConeRows cone;                                         ///< empty where not feasible
  std::optional<Eigen::Vector3d> widest = std::nullopt;  ///< its widest direction
  double margin_deg = 0;                                 ///< of that one
};

struct ConeFigure {
  std::vector<ModeCone> modes;
  Warnings warnings = {};
};

/// Wrench cones. Of one mode: its generators beside the part, as [BTG02, figures 3 and 4] draw them, with moment labels
/// where all are forces; and the cone on the sphere of wrench directions. Of several: the generators of as many as
/// there is room for, side by side.
Picture cone_picture(const ValidTask& task, const ConeFigure& figure, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
