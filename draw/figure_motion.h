// SPDX-License-Identifier: MIT
// How the part of a figure moves, and what room it takes.
#pragma once

#include <pawl/draw/part_figure.h>

#include <optional>
#include <vector>

namespace pawl::draw {

/// Rigid motion of a figure: turned about its centre of mass by `turn`, then moved.
struct Displacement {
  Eigen::Vector2d center{0, 0}, move{0, 0};
  double turn = 0;
  Eigen::Vector2d operator()(const Eigen::Vector2d& point) const;
  Path operator()(Path path) const;
};
Displacement displacement_of(const PartFigure& figure, const Eigen::Vector3d& displacement);

/// How far a point of the part moves at most, to first order: of a twist, times a time.
double farthest_motion(const PartFigure& figure, const Eigen::Vector3d& twist);

/// The multiple of a twist that moves no point of the part farther than `part` of its size, as a displacement: what
/// shows a motion as a ghost. Zero for no motion.
Eigen::Vector3d shown_motion(const PartFigure& figure, const Eigen::Vector3d& twist, double part);

/// A displacement, small beside the figure, with gap 0 on the fixels `touching` (numbers) and open gaps elsewhere, to
/// first order: what shows a contact state. Nothing where the least-squares one does not open all.
std::optional<Eigen::Vector3d> state_displacement(const PartFigure& figure, const std::vector<int>& touching,
                                                  double part);

/// A fixel so far off that with it the part would be a dot: it is named at the edge of a panel, and not drawn.
bool is_far_off(const PartFigure& figure, const FixelFigure& fixel);

/// The box round outline, contacts, fixels that are not far off and centre of mass.
Box box_of(const PartFigure& figure);
Box joined(const Box& a, const Box& b);
Box grown(const Box& box, double by);

}  // namespace pawl::draw
