// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Helpers that draw the part of a figure: its displacements, its bounding box, and the items of a panel.
namespace pawl::draw {

/// A rigid motion of a figure: a rotation by `turn` about `center`, its centre of mass, followed by the translation
/// `move`.
struct Displacement {
  Eigen::Vector2d center{0, 0}, move{0, 0};
  double turn = 0;
  Eigen::Vector2d operator()(const Eigen::Vector2d& point) const;
  Path operator()(Path path) const;
  std::vector<Path> operator()(std::vector<Path> paths) const;
};
Displacement displacement_of(const PartFigure& figure, const Eigen::Vector3d& displacement);

/// Returns the largest displacement of any point of the part, to first order, for the displacement `twist` = (dx, dy,
/// dtheta).
double farthest_motion(const PartFigure& figure, const Eigen::Vector3d& twist);

/// Returns a small displacement along a twist; a ghost with this displacement shows the motion. No point of the part
/// moves by more than `part` times the part's size. For a zero twist, the displacement is zero.
Eigen::Vector3d shown_motion(const PartFigure& figure, const Eigen::Vector3d& twist, double part);

/// Returns a displacement that shows a contact state. `part` bounds the displacement, as a multiple of the part's size.
/// To first order, the gaps of the fixels with the numbers `touching` remain 0, and the gaps of all other fixels open.
/// Returns nothing if the least-squares displacement does not open all these gaps.
std::optional<Eigen::Vector3d> state_displacement(const PartFigure& figure, const std::vector<int>& touching,
                                                  double part);

/// Returns whether a fixel is so far from the part that the part would look like a dot in a panel that shows both. Such
/// a fixel is not drawn; its name is written at the edge of the panel.
bool is_far_off(const PartFigure& figure, const FixelFigure& fixel);

/// Returns the bounding box of the outline, the centre of mass, the portions of the walls near the part, and the
/// contacts and fixels that are not far off.
Box box_of(const PartFigure& figure);
Box joined(const Box& a, const Box& b);
Box grown(const Box& box, double by);

// The functions below add one item to a panel.

inline void add_stroke(Panel& panel, Path path, const Pen& pen, Head head = Head::none) {
  panel.items.emplace_back(Stroke{std::move(path), false, pen, std::nullopt, head});
}
inline void add_shape(Panel& panel, Path path, const std::optional<Pen>& pen, const std::optional<Fill>& fill) {
  panel.items.emplace_back(Stroke{std::move(path), true, pen, fill, Head::none});
}
inline void add_shape(Panel& panel, Path path, std::vector<Path> holes, const std::optional<Pen>& pen,
                      const std::optional<Fill>& fill) {
  panel.items.emplace_back(Stroke{std::move(path), true, pen, fill, Head::none, std::move(holes)});
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
/// Adds a label that the renderer places near a point.
inline void add_name(Panel& panel, const Eigen::Vector2d& at, std::string text, Ink ink, int priority = 0,
                     double size = 12) {
  add_label(panel, at, std::move(text), ink, Place::beside, priority, size);
}
/// Adds a label at a fixed position.
inline void add_text(Panel& panel, const Eigen::Vector2d& at, std::string text, Ink ink, Place place,
                     double size = 12) {
  add_label(panel, at, std::move(text), ink, place, 50, size);
}

/// Adds walls as filled outlines.
void add_walls(Panel& panel, const std::vector<WallFigure>& walls);

/// Adds the name of a fixel, on the side of the fixel that faces away from the part. If the fixel is far off, the name
/// is at the edge of the panel.
void add_fixel_name(Panel& panel, const PartFigure& figure, const FixelFigure& fixel, const std::string& name);

struct PartStyle {
  bool numbers = true;  ///< true to write the numbers of the fixels
  double mark = 9;      ///< size of the mark for a fixel without a radius, px
  /// Numbers of the fixels that touch; other fixels are drawn hollow. If it is empty, FixelFigure::touching decides.
  std::optional<std::vector<int>> touching = std::nullopt;
};

/// Adds the part with a displacement, and the fixels without a displacement.
void add_part(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const PartStyle& look);
/// Adds the part alone as a ghost. If the task has no outline, adds the tangents at its contacts instead.
void add_ghost(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const Pen& pen);
/// Adds a motion that begins at the displacement `from`: a displaced ghost, and arrows from the contact points and the
/// centre of mass to their displaced positions. Arrows that are much shorter than the largest displacement are omitted.
void add_motion(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& from, const Eigen::Vector3d& motion,
                Ink ink);

/// Adds a wrench (fx, fy, tau about the figure's centre) as an arrow across the part. The arrow lies on the line of
/// force, which consists of the points r with r x f = tau. If the distance of this line from the centre of mass is at
/// least 45 % of the shorter side of the panel, the wrench is drawn as an arc about the centre of mass and a force
/// through the centre of mass. A pure moment is drawn as the arc alone.
void add_wrench(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& wrench, Ink ink);

/// Returns the point of the line of force that is closest to the centre of mass, relative to the centre of mass.
/// Returns nothing for a pure moment.
std::optional<Eigen::Vector2d> line_of_force(const Eigen::Vector3d& wrench);

/// Returns a compass rose of force directions in the world frame, in rad, counterclockwise from x. The range `window`
/// extends counterclockwise from its first value to its second value, by at most a full turn. An arrow shows the
/// direction `best`.
Panel compass(const std::pair<double, double>& window, double best);

}  // namespace pawl::draw
