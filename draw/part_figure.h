// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

// How the part of a figure moves, and what room it takes.
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

// What the makers of panels put into them, in one line each.

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

/// A compass rose: directions of a force in the world, counterclockwise from x, rad. `window`: from its first end
/// counterclockwise to its second, at most a whole turn. An arrow points in the direction `best`.
Panel compass(const std::pair<double, double>& window, double best);

}  // namespace pawl::draw
