// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pawl::draw {

/// A body or link of a scene: its outline in the world at the start and at the end.
struct BodyFigure {
  Path start, end;     ///< closed
  bool fixed = false;  ///< true for the ground
  int number = 0;      ///< number of the body in the answer, from 1; 0 if no number is written
  std::vector<Path> start_holes = {}, end_holes = {};
};

/// The final state of a scene.
struct SceneFigure {
  std::string title, length;  ///< title, and name of the unit of length
  std::vector<Note> notes;
  std::vector<BodyFigure> bodies;
  std::vector<Eigen::Vector2d> energies;  ///< time, s, and energy at this time, N times the length unit
};

/// Draws the bodies at the end, their initial poses as ghosts, and a chart of the energy over time. The page is `width`
/// px wide, and its height follows from the content.
Picture draw(const SceneFigure& figure, double width);

}  // namespace pawl::draw
