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

/// One fixture of several, in its own pose: world, lengths in the task's unit.
struct FixtureFigure {
  PartFigure part;
  std::string title;
  std::vector<Note> measures;                       ///< a line each, below it
  std::vector<Path> clamps;                         ///< stretches of the outline that take a clamp; open
  std::optional<Eigen::Vector3d> wrench;            ///< of the plan's first step
  std::optional<std::pair<double, double>> window;  ///< directions of its force, rad
  /// The tip of a clamp on the lattice, and the direction in which it presses.
  std::optional<std::pair<Eigen::Vector2d, Eigen::Vector2d>> clamp;
  double clamp_radius = 0;
};

/// Fixtures side by side, as a contact sheet.
struct FixturesFigure {
  std::string title;
  std::vector<Note> notes;
  std::vector<FixtureFigure> fixtures;
};

/// `width`: of the page, px; its height is what it takes.
Picture draw(const FixturesFigure& figure, double width);

}  // namespace pawl::draw
