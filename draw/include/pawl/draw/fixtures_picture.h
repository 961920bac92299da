// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// One of several fixtures, with its own pose of the part. The frame is the world frame, and lengths are in the task's
/// unit.
struct FixtureFigure {
  PartFigure part;
  std::string title;
  std::vector<Note> measures;             ///< lines of text below the fixture
  std::vector<Path> clamps;               ///< stretches of the outline where a clamp can press, as open paths
  std::optional<Eigen::Vector3d> wrench;  ///< wrench of the plan's first step; empty without a plan
  /// First and last direction, rad, of the range in which the force of a one-step plan may act. The range extends
  /// counterclockwise from the first direction to the last. Empty for a plan of several steps, and for a plan without
  /// such a range.
  std::optional<std::pair<double, double>> window;
  /// Tip of a clamp on the lattice of a modular plate, and the direction in which the clamp presses.
  std::optional<std::pair<Eigen::Vector2d, Eigen::Vector2d>> clamp;
  double clamp_radius = 0;  ///< radius of the clamp's tip; 0 for a point
};

/// Several fixtures, which are drawn as a grid of small pictures.
struct FixturesFigure {
  std::string title;
  std::vector<Note> notes;
  std::vector<FixtureFigure> fixtures;
};

/// Draws fixtures on a page that is `width` px wide. The height of the page depends on the content.
Picture draw(const FixturesFigure& figure, double width);

}  // namespace pawl::draw
