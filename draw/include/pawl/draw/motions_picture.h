// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A line of text below a picture's heading.
struct Note {
  std::string text;
  Ink ink = Ink::text;
};

/// One motion of the part. It belongs to a mode or to a solution of the forward problem.
struct MotionFigure {
  std::string title;  ///< title above this motion
  /// Mode, one letter per fixel, written beside the fixels; if empty, only the fixels' numbers are written.
  std::string mode;
  Eigen::Vector3d motion{0, 0, 0};  ///< twist or acceleration in the world frame; only its direction is drawn
  /// One force on the part per fixel, world frame, N. If empty, no forces are drawn.
  std::vector<Eigen::Vector2d> forces = {};
  Ink ink = Ink::motion;
};

/// Motions of one part, drawn as small multiples for the answers of `check`, `forward` and `modes`.
struct MotionsFigure {
  PartFigure part;
  std::string title;
  std::vector<Note> notes;
  /// Applied wrench, drawn in a panel of its own as the line along which its force acts.
  std::optional<Eigen::Vector3d> wrench;
  std::string wrench_title;
  std::vector<MotionFigure> motions;
  std::string moves = "first motion";  ///< word for the motions in the caption that explains ghosts and arrows
  std::size_t left_out = 0;            ///< number of motions that are not in the list and are only counted in a note
  std::vector<Panel> maps;             ///< more panels, placed beside the panel of the wrench
  std::string length = {};             ///< name of the unit of length, for a scale bar; "" for no scale bar
};

/// Draws motions on a page that is `width` px wide. The height of the page depends on the content.
Picture draw(const MotionsFigure& figure, double width);

}  // namespace pawl::draw
