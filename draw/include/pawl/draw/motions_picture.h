// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A line under a picture's heading.
struct Note {
  std::string text;
  Ink ink = Ink::text;
};

/// One motion of the part: what a mode, or a solution of the forward problem, does.
struct MotionFigure {
  std::string title;                         ///< drawn above it
  std::string mode;                          ///< a letter a fixel, written beside it; empty: the numbers alone
  Eigen::Vector3d motion{0, 0, 0};           ///< twist or acceleration, world; only its direction is drawn
  std::vector<Eigen::Vector2d> forces = {};  ///< on the part, one a fixel, world, N; empty: none are drawn
  Ink ink = Ink::motion;
};

/// Motions of one part as small multiples, as the answers of `check`, `forward` and `modes` are drawn.
struct MotionsFigure {
  PartFigure part;
  std::string title;
  std::vector<Note> notes;
  std::optional<Eigen::Vector3d> wrench;  ///< has a panel of its own, its line of force
  std::string wrench_title;
  std::vector<MotionFigure> motions;
  std::string moves = "how the part moves at first";  ///< what ghosts and arrows show, in words
  std::size_t left_out = 0;                           ///< motions that there are besides: counted in a note
  std::vector<Panel> maps;                            ///< further panels, beside that of the wrench
};

/// `width`: of the page, px; its height is what it takes.
Picture draw(const MotionsFigure& figure, double width);

}  // namespace pawl::draw
