// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>
#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/geometry/outline.h>
#include <pawl/planner/orient.h>

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

namespace pawl::draw {

/// A plan of squeezes or pushes that starts from any orientation, for pictures.
struct OrientFigure {
  Outline outline;               ///< outline of the part, body coordinates
  Eigen::Vector2d center{0, 0};  ///< centre of mass, body coordinates
  std::string length;            ///< name of the unit of length
  std::string title;
  std::vector<Note> notes;
  OrientBy by = OrientBy::squeeze;
  double period = 0;  ///< period of the width or the radius function, rad
  std::vector<TransferStep> transfer;
  int symmetry = 0;
  double final = 0;               ///< orientation after the plan, rad
  std::vector<OrientStep> steps;  ///< steps of the plan; empty if no plan exists
};

/// Draws a plan: charts of the width or radius function and of the transfer function, and the part between the jaws, or
/// at the fence, after each of the first 24 steps. If several orientations are possible after a step, one of them is
/// drawn in full, and up to five others as ghosts. The page is `width` px wide, and its height depends on the content.
Picture draw(const OrientFigure& figure, double width);

/// Returns a player of the plan, in which each initial orientation has its own animation. The tool is drawn as two bars
/// (jaws) or as one bar (fence). The part turns at a constant rate during each turn. The position of the part along the
/// jaws or the fence is unknown, so its centre of mass is drawn at a fixed point. Without a plan, the player shows the
/// part at rest.
Page orient_page(const OrientFigure& figure);

}  // namespace pawl::draw
