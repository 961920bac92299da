// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pawl::draw {

/// A body or a link of a scene: its outline in the world, at the start and in the end.
struct BodyFigure {
  Path start, end;     ///< closed
  bool fixed = false;  ///< the ground: it stands still
  int number = 0;      ///< from 1, as the answer counts bodies; 0: none is written
};

/// How a scene ended.
struct SceneFigure {
  std::string title, length;  ///< the unit of lengths
  std::vector<Note> notes;
  std::vector<BodyFigure> bodies;
  std::vector<Eigen::Vector2d> energies;  ///< time, s, and energy, N times the length
};

/// The last frame, with the start as ghosts, and energy over time. `width`: of the page, px.
Picture draw(const SceneFigure& figure, double width);

}  // namespace pawl::draw
