// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pawl::draw {

/// A body or link of a scene, with its outline in the world frame at the start and at the end.
struct BodyFigure {
  Path start, end;     ///< closed outlines at the start and at the end
  bool fixed = false;  ///< true for the ground
  int number = 0;      ///< number of the body in the answer, counted from 1; 0 to write no number
  std::vector<Path> start_holes = {}, end_holes = {};
};

/// The final state of a scene.
struct SceneFigure {
  std::string title, length;  ///< title of the picture, and name of the unit of length
  std::vector<Note> notes;
  std::vector<BodyFigure> bodies;
  std::vector<Eigen::Vector2d> energies;  ///< points (time in s, energy at this time in N times the length unit)
};

/// Draws the bodies at the end, ghosts of their initial poses, and a chart of the energy over time. The page is `width`
/// px wide, and its height depends on the content.
Picture draw(const SceneFigure& figure, double width);

}  // namespace pawl::draw
