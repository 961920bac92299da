// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A line below a picture's heading.
struct Note {
  std::string text;
  Ink ink = Ink::text;
};

/// One motion of the part, belonging to a mode or to a solution of the forward problem.
struct MotionFigure {
  std::string title;                         ///< title above the motion
  std::string mode;                          ///< mode, with one letter per fixel; each letter is written beside its
                                             ///< fixel; if empty, only the fixels' numbers are written
  Eigen::Vector3d motion{0, 0, 0};           ///< twist or acceleration, world frame; only the direction is drawn
  std::vector<Eigen::Vector2d> forces = {};  ///< forces on the part, one per fixel, world frame, N; if empty, no forces
                                             ///< are drawn
  Ink ink = Ink::motion;
};

/// Motions of one part as small multiples, for the answers of `check`, `forward` and `modes`.
struct MotionsFigure {
  PartFigure part;
  std::string title;
  std::vector<Note> notes;
  std::optional<Eigen::Vector3d> wrench;  ///< applied wrench; it is drawn in a separate panel, as the line along which
                                          ///< its force acts
  std::string wrench_title;
  std::vector<MotionFigure> motions;
  std::string moves = "first motion";  ///< text in the caption that explains the ghosts and arrows
  std::size_t left_out = 0;            ///< number of motions that are not drawn; reported in a note
  std::vector<Panel> maps;             ///< further panels, beside the panel of the wrench
  std::string length = {};             ///< name of the unit of length, for a scale bar; "" means no bar
};

/// Draws motions on a page that is `width` px wide. The height follows from the content.
Picture draw(const MotionsFigure& figure, double width);

}  // namespace pawl::draw
