// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl::draw {

struct FixelFigure {
  int number = 1;  ///< number of the contact in answers, from 1
  Eigen::Vector2d at{0, 0};
  double radius = 0;
  std::optional<Path> diamond;   ///< outline of a diamond pin
  Eigen::Vector2d point{0, 0};   ///< point of the part that is closest to the fixel or wall
  Eigen::Vector2d normal{0, 1};  ///< unit normal at `point`, into the part
  double gap = 0;
  bool touching = true;
  bool wall = false;    ///< true for a contact with a wall; `at` is then the point of the wall
  bool contact = true;  ///< false if the fixel does not touch the seated part; point, normal and gap are then unset
};

/// A wall, world frame.
struct WallFigure {
  Path outline;
  std::vector<Path> holes;
};

/// Returns the walls of a task.
std::vector<WallFigure> wall_figures(const Task& task);

/// A part among its fixels and walls, for pictures of answers. World frame, lengths in the task's unit.
struct PartFigure {
  std::optional<Path> outline;  ///< outline of the part; not set if the task gives contacts instead
  std::vector<Path> holes;
  Eigen::Vector2d center{0, 0};
  double gyration = 1;  ///< radius of gyration of the part
  double size = 1;      ///< longer side of the bounding box of outline, contacts and centre of mass
  std::vector<FixelFigure> fixels;  ///< the contacts: fixels, then contacts with walls
  std::vector<WallFigure> walls;
};

/// Returns a vector rotated by an angle, rad.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// Returns the part at the task's own pose, with the gaps at that pose.
PartFigure part_figure(const ValidTask& task);
/// Returns the part in its seated pose. The figure's fixels are the contacts of `seat`, which touch, followed by the
/// fixels that are not contacts.
PartFigure seated_figure(const ValidTask& task, const SeatedTask& seat);

}  // namespace pawl::draw
