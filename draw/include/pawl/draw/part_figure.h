// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl::draw {

struct FixelFigure {
  int number = 1;  ///< as answers count them
  Eigen::Vector2d at{0, 0};
  double radius = 0;
  Eigen::Vector2d point{0, 0};   ///< of the part, closest to it
  Eigen::Vector2d normal{0, 1};  ///< unit, into the part
  double gap = 0;
  bool touching = true;
  bool contact = true;  ///< false: apart when the part is seated; point, normal and gap are not known
};

/// A part among its fixels as pictures of answers need them: all in the world, lengths in the task's units.
struct PartFigure {
  std::optional<Path> outline;  ///< none where the task states contacts
  Eigen::Vector2d center{0, 0};
  double gyration = 1;  ///< radius
  double size = 1;      ///< the longer side of the box round outline, contacts and centre of mass
  std::vector<FixelFigure> fixels;
};

/// A vector turned by an angle, rad.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// At the task's own pose, with the gaps that it has there.
PartFigure part_figure(const ValidTask& task);
/// In the seated pose: the contacts of `seat` touch; other fixels follow, which are no contacts.
PartFigure seated_figure(const ValidTask& task, const SeatedTask& seat);

}  // namespace pawl::draw
