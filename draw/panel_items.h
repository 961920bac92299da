// SPDX-License-Identifier: MIT
// What the makers of panels put into them, in one line each.
#pragma once

#include <pawl/draw/picture.h>

#include <string>

#include "figure_motion.h"

namespace pawl::draw {

inline void add_stroke(Panel& panel, Path path, const Pen& pen, Head head = Head::none) {
  panel.items.emplace_back(Stroke{std::move(path), false, pen, std::nullopt, head});
}
inline void add_shape(Panel& panel, Path path, const std::optional<Pen>& pen, const std::optional<Fill>& fill) {
  panel.items.emplace_back(Stroke{std::move(path), true, pen, fill, Head::none});
}
inline void add_arrow(Panel& panel, const Eigen::Vector2d& from, const Eigen::Vector2d& to, const Pen& pen) {
  add_stroke(panel, segment(from, to), pen, Head::arrow);
}
inline void add_mark(Panel& panel, const Eigen::Vector2d& at, Shape shape, double size, Ink ink) {
  panel.items.emplace_back(Mark{at, shape, size, ink});
}
inline void add_label(Panel& panel, const Eigen::Vector2d& at, std::string text, Ink ink, Place place, int priority,
                      double size) {
  Label label;
  label.at = at;
  label.text = std::move(text);
  label.size = size;
  label.ink = ink;
  label.place = place;
  label.priority = priority;
  panel.items.emplace_back(std::move(label));
}
/// A label that finds its place near a point.
inline void add_name(Panel& panel, const Eigen::Vector2d& at, std::string text, Ink ink, int priority = 0,
                     double size = 12) {
  add_label(panel, at, std::move(text), ink, Place::beside, priority, size);
}
/// One that stands where it is said.
inline void add_text(Panel& panel, const Eigen::Vector2d& at, std::string text, Ink ink, Place place,
                     double size = 12) {
  add_label(panel, at, std::move(text), ink, place, 50, size);
}

/// The name of a fixel, at the side of its pin that is away from the part; of one far off at the panel's edge.
void add_fixel_name(Panel& panel, const PartFigure& figure, const FixelFigure& fixel, const std::string& name);

struct PartLook {
  bool numbers = true;  ///< of the fixels
  double mark = 9;      ///< px, of a fixel without radius
  /// Fixels that touch, by number; default: as the figure says. The others are drawn hollow.
  std::optional<std::vector<int>> touching = std::nullopt;
};

/// The part displaced from its figure, and the fixels where they are.
void add_part(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const PartLook& look);
/// The part alone, as a ghost; of a task without outline the contacts' tangents.
void add_ghost(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const Pen& pen);
/// A motion: a ghost displaced by it, and arrows from the fixels' points and the centre of mass to where they go.
void add_motion(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& from, const Eigen::Vector3d& motion,
                Ink ink);

/// The line of force of a wrench (fx, fy, tau about the figure's centre): the points r with r x f = tau, as an arrow
/// across the part. A pure moment, or a line so far off that it does not meet `room`: an arc about the centre of mass,
/// beside the force through it. `room`: of the panel's world.
void add_wrench(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& wrench, Ink ink);

/// Where the line of force passes closest to the centre of mass, from it. Nothing for a pure moment.
std::optional<Eigen::Vector2d> line_of_force(const Eigen::Vector3d& wrench);

}  // namespace pawl::draw
