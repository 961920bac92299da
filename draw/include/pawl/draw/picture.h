// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Pictures as plain data. A picture is a page (a sheet) of panels. A panel shows a rectangle of its own coordinate
/// system, called its world, with y up. It contains strokes, marks and labels. Positions are in the panel's world.
/// Stroke widths and text sizes are in px of the page. Small multiples, strips of frames and charts are all pages of
/// panels. Items have roles (Ink) instead of colours; the renderer chooses the colours (pawl/draw/render.h).
namespace pawl::draw {

/// The role of an item. Roles must differ in Dash, Hatch or Shape in addition to colour, because colours are not
/// visible in black and white.
enum class Ink {
  part,
  ghost,     ///< the part at another pose or another time
  pin,       ///< a fixel or the ground
  normal,    ///< contact frames
  friction,  ///< friction cones
  gap,
  center_of_mass,
  force,
  moment,
  motion,
  wanted,  ///< the desired mode and its wrench cone
  rival,
  safe,
  best,  ///< the recommended wrench
  seated,
  failed,
  axis,
  grid,
  text,
  note,  ///< less important text
  warning
};
inline constexpr int kInkCount = 21;

enum class Dash { solid, dashed, dotted, dash_dot };
enum class Hatch { none, rising, falling, crossed, dots };
enum class Head { none, arrow, both_arrows };  ///< where a stroke has arrow heads: nowhere, at its end, or at both ends

struct Pen {
  Ink ink = Ink::text;
  double width = 1.5;  ///< width of the stroke in px, > 0
  Dash dash = Dash::solid;
};

/// A fill: a transparent tint of the ink's colour, with a hatch in the full colour on top.
struct Fill {
  Ink ink = Ink::part;
  double opacity = 0.15;  ///< opacity of the tint, in [0, 1]
  Hatch hatch = Hatch::none;
};

/// A curve of line segments and arcs, open or closed. The bulge of vertex i belongs to the segment that follows vertex
/// i. An open curve ends at its last vertex, whose bulge is ignored.
struct Stroke {
  Path path;
  bool closed = false;
  std::optional<Pen> pen = Pen{};
  std::optional<Fill> fill = std::nullopt;
  Head head = Head::none;
  std::vector<Path> holes = {};  ///< closed paths inside a closed path, drawn with the same pen and not filled
};

enum class Shape { disc, ring, square, diamond, triangle, cross, plus, star, center_of_mass };

/// A symbol whose size in px does not depend on the panel's scale.
struct Mark {
  Eigen::Vector2d at{0, 0};
  Shape shape = Shape::disc;
  double size = 8;  ///< size of the symbol, px
  Ink ink = Ink::text;
};

/// The position of a label. A label with `beside` is placed near `at`, where there is room, and gets a leader line if
/// it is far from `at`. A label with another position is fixed: `at` is the left end, the middle or the right end of
/// its centre line.
enum class Place { beside, left, middle, right };

struct Label {
  Eigen::Vector2d at{0, 0};
  std::string text;  ///< one line of UTF-8; invalid characters, and those without a glyph, are shown as U+FFFD
  double size = 13;  ///< text size, px
  Ink ink = Ink::text;
  Place place = Place::beside;
  double clearance = 6;  ///< for Place::beside: smallest distance of the label from `at`, px
  int priority = 0;      ///< if labels do not fit, those of lowest priority are omitted first
  /// For labels with a fixed position: number of counterclockwise quarter turns by which the text is rotated, 0 or 1.
  double turn = 0;
};

using Item = std::variant<Stroke, Mark, Label>;

/// An axis-parallel rectangle, given by the corner with the smallest coordinates and by its size.
struct Box {
  Eigen::Vector2d least{0, 0};
  Eigen::Vector2d size{1, 1};  ///< width and height, > 0

  Eigen::Vector2d most() const { return least + size; }
  Eigen::Vector2d center() const { return least + size / 2; }
  bool operator==(const Box&) const = default;
};

/// Returns whether the interiors of two boxes have a common point.
bool overlap(const Box& a, const Box& b);

struct Panel {
  Box world;  ///< visible rectangle of the panel's coordinate system
  Box page;   ///< rectangle of the panel on the page, px from the page's upper left corner, y down
  /// If true, x and y have the same scale, and `world` is centred in `page`. If false, `world` is stretched to fill
  /// `page`.
  bool equal_scale = true;
  bool clip = false;               ///< true to cut off everything outside of `page`
  std::vector<Item> items;         ///< items, painted in this order, except that labels are painted last
  std::string title, description;  ///< texts for screen readers, which are not drawn
};

/// Returns the number of px of the page per unit of the panel's world, in x and in y.
Eigen::Vector2d scale_of(const Panel& panel);
/// to_page() converts a point of the panel's world to a point of the page (px, y down). to_world() is its inverse.
Eigen::Vector2d to_page(const Panel& panel, const Eigen::Vector2d& world);
Eigen::Vector2d to_world(const Panel& panel, const Eigen::Vector2d& page);

struct Picture {
  Eigen::Vector2d size{1280, 800};  ///< width and height of the page, px
  std::string title, description;   ///< texts for screen readers and for searching
  std::vector<Panel> panels;        ///< panels, painted in this order
};

/// The functions below return paths of common strokes.
Path segment(const Eigen::Vector2d& from, const Eigen::Vector2d& to);
Path polyline(std::vector<Eigen::Vector2d> vertices);
Path rectangle(const Box& box);
Path circle(const Eigen::Vector2d& center, double radius);
/// Returns the arc from angle `from` to angle `to`, in rad. The angles must differ by less than a full turn. The arc is
/// clockwise if to < from.
Path arc(const Eigen::Vector2d& center, double radius, double from, double to);
Path path_of(const Outline& outline);  ///< returns the closed path along the outline
/// Returns a stretch of segment i of a closed path, as an open path. The stretch lies between the fractions `from` and
/// `to`, in [0, 1], of the segment's length.
Path stretch_of(const Path& path, std::size_t i, double from, double to);
/// Returns the path, rotated by pose.z() (rad) about the origin, then translated.
Path moved(Path path, const Eigen::Vector3d& pose);
/// Returns the vertices of a path in which each arc is replaced by chords. The chords deviate from the arc by at most
/// 1/1000 of its radius.
std::vector<Eigen::Vector2d> flattened(const Path& path, bool closed);
/// Returns the bounding box of a path, or nothing for a path without vertices.
std::optional<Box> bounds_of(const Path& path, bool closed);

}  // namespace pawl::draw
