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

/// A plan of squeezes or pushes from any orientation, for pictures.
struct OrientFigure {
  Outline outline;                    ///< outline, body coordinates
  Eigen::Vector2d center{0, 0};       ///< centre of mass, body coordinates
  std::string length;                 ///< unit of length
  std::string title;
  std::vector<Note> notes;
  OrientBy by = OrientBy::squeeze;
  double period = 0;                  ///< period of the width or the radius function, rad
  std::vector<TransferStep> transfer;
  int symmetry = 0;
  double final = 0;                   ///< final orientation, rad
  std::vector<OrientStep> steps;      ///< steps of the plan; empty without a plan
};

/// Draws a plan: the width or radius function and the transfer function as charts, and the part between the jaws, or at
/// the fence, after each step. If several orientations are possible after a step, one is drawn in full, and up to five
/// others as ghosts. The sheet is `width` px wide, and its height follows from the content.
Picture draw(const OrientFigure& figure, double width);

/// Returns a player of the plan, in which each initial orientation has its own animation. The tool is drawn as two bars
/// (jaws) or as one bar (fence). Each turn of the part is shown at a constant rate. The position of the part along the
/// jaws or the fence is unknown, so its centre of mass is drawn at a fixed point. Without a plan, the player shows the
/// part at rest.
Page orient_page(const OrientFigure& figure);

}  // namespace pawl::draw
