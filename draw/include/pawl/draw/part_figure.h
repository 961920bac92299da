// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl::draw {

struct FixelFigure {
  int number = 1;  ///< number of the contact in answers, counted from 1
  Eigen::Vector2d at{0, 0};
  double radius = 0;
  std::optional<Path> diamond;   ///< outline of a diamond pin; empty for other fixels
  Eigen::Vector2d point{0, 0};   ///< point of the part that is closest to the fixel or the wall
  Eigen::Vector2d normal{0, 1};  ///< unit normal at `point`, into the part
  double gap = 0;
  bool touching = true;
  bool wall = false;  ///< true for a contact with a wall; `at` is then the touched point of the wall
  /// False for a fixel that does not touch the seated part. `normal` and `gap` are then not set, and `point` equals
  /// `at`.
  bool contact = true;
};

/// A wall in the world frame.
struct WallFigure {
  Path outline;
  std::vector<Path> holes;
};

/// Returns the walls of a task.
std::vector<WallFigure> wall_figures(const Task& task);

/// A part among its fixels and walls, for pictures of answers. The frame is the world frame, and lengths are in the
/// task's unit.
struct PartFigure {
  std::optional<Path> outline;  ///< outline of the part; empty if the task gives contacts instead of an outline
  std::vector<Path> holes;
  Eigen::Vector2d center{0, 0};
  double gyration = 1;  ///< radius of gyration of the part
  /// Length of the longer side of the bounding box of outline, contacts and centre of mass; `gyration` if this length
  /// is 0.
  double size = 1;
  std::vector<FixelFigure> fixels;  ///< contacts with fixels, followed by contacts with walls
  std::vector<WallFigure> walls;
};

/// Returns a vector rotated by an angle, rad.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// Returns the part at the pose that the task states, with the gaps at this pose.
PartFigure part_figure(const ValidTask& task);
/// Returns the part in its seated pose. The fixels of the result are the contacts of `seat`, followed by the fixels
/// that do not touch.
PartFigure seated_figure(const ValidTask& task, const SeatedTask& seat);

}  // namespace pawl::draw
