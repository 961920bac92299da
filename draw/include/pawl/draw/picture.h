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
/// system, called its world, with y up. It contains strokes, marks and labels. Positions are in the panel's world,
/// stroke widths and text sizes in px of the page. Small multiples, strips of frames and charts are all pages of
/// panels. Items have roles (Ink) instead of colours; the renderer chooses the colours (pawl/draw/render.h).
namespace pawl::draw {

/// The role of an item. Each role needs its own Dash, Hatch or Shape in addition to its colour, because colours are not
/// visible in black and white.
enum class Ink {
  part,
  ghost,     ///< the part at another pose or time
  pin,       ///< a fixel or the ground
  normal,    ///< contact frames
  friction,  ///< friction cones
  gap,
  center_of_mass,
  force,
  moment,
  motion,
  wanted,  ///< the desired mode and its cone
  rival,
  safe,
  best,  ///< the recommended wrench
  seated,
  failed,
  axis,
  grid,
  text,
  note,  ///< secondary text
  warning
};
inline constexpr int kInkCount = 21;

enum class Dash { solid, dashed, dotted, dash_dot };
enum class Hatch { none, rising, falling, crossed, dots };
enum class Head { none, arrow, both_arrows };  ///< arrow heads at the end of a stroke, or at both ends

struct Pen {
  Ink ink = Ink::text;
  double width = 1.5;  ///< width of the stroke, px, > 0
  Dash dash = Dash::solid;
};

/// A fill: a transparent area of the ink's colour, below a hatch in the full colour.
struct Fill {
  Ink ink = Ink::part;
  double opacity = 0.15;  ///< opacity of the tint, 0 to 1
  Hatch hatch = Hatch::none;
};

/// A curve of line segments and arcs, as in an outline, open or closed. An open stroke ends at its last vertex, whose
/// bulge is ignored.
struct Stroke {
  Path path;
  bool closed = false;
  std::optional<Pen> pen = Pen{};
  std::optional<Fill> fill = std::nullopt;
  Head head = Head::none;
  std::vector<Path> holes = {};  ///< closed paths inside a closed path; drawn with the same pen, and not filled
};

enum class Shape { disc, ring, square, diamond, triangle, cross, plus, star, center_of_mass };

/// A symbol whose size in px does not depend on the panel's scale.
struct Mark {
  Eigen::Vector2d at{0, 0};
  Shape shape = Shape::disc;
  double size = 8;  ///< size of the symbol, px
  Ink ink = Ink::text;
};

/// Position of a label. A label with `beside` is placed near `at`, where there is room, and has a leader line if it is
/// far away. The other positions are fixed: `at` is the left end, the middle or the right end of the text's centre
/// line.
enum class Place { beside, left, middle, right };

struct Label {
  Eigen::Vector2d at{0, 0};
  std::string text;  ///< one line of UTF-8; invalid characters, and characters without a glyph, are shown as U+FFFD
  double size = 13;  ///< text size, px
  Ink ink = Ink::text;
  Place place = Place::beside;
  double clearance = 6;  ///< for Place::beside: least distance between `at` and the label, px
  int priority = 0;      ///< labels of lowest priority are omitted first
  double turn = 0;       ///< number of counterclockwise quarter turns, 0 or 1; for fixed labels
};

using Item = std::variant<Stroke, Mark, Label>;

/// An axis-parallel rectangle, given by its minimum corner and its size.
struct Box {
  Eigen::Vector2d least{0, 0};
  Eigen::Vector2d size{1, 1};  ///< width and height, > 0

  Eigen::Vector2d most() const { return least + size; }
  Eigen::Vector2d center() const { return least + size / 2; }
  bool operator==(const Box&) const = default;
};

/// Returns whether the interiors of two boxes intersect.
bool overlap(const Box& a, const Box& b);

struct Panel {
  Box world;                ///< visible rectangle
  Box page;                 ///< position, px from the page's upper left corner, y down
  bool equal_scale = true;  ///< whether x and y have the same scale, with `world` centred in `page`; if false, `world`
                            ///< is stretched to fill `page`
  bool clip = false;        ///< whether items outside of `page` are cut off
  std::vector<Item> items;  ///< items, painted in this order, with labels last
  std::string title, description;  ///< texts for screen readers; drawn only if `items` contain them
};

/// Returns px of the page per unit of the panel's world, in x and y.
Eigen::Vector2d scale_of(const Panel& panel);
/// to_page() converts a point of the panel's world to the page (px, y down), to_world() converts it back.
Eigen::Vector2d to_page(const Panel& panel, const Eigen::Vector2d& world);
Eigen::Vector2d to_world(const Panel& panel, const Eigen::Vector2d& page);

struct Picture {
  Eigen::Vector2d size{1280, 800};  ///< width and height of the page, px
  std::string title, description;   ///< texts for screen readers and search
  std::vector<Panel> panels;        ///< panels, painted in this order
};

/// Paths of common strokes.
Path segment(const Eigen::Vector2d& from, const Eigen::Vector2d& to);
Path polyline(std::vector<Eigen::Vector2d> vertices);
Path rectangle(const Box& box);
Path circle(const Eigen::Vector2d& center, double radius);
/// Returns the arc from angle `from` to `to` (rad), less than a full turn apart; clockwise if to < from.
Path arc(const Eigen::Vector2d& center, double radius, double from, double to);
Path path_of(const Outline& outline);  ///< Returns the closed path of the outline.
/// Returns a part of segment i of a closed path as an open path. The part lies between two fractions of the segment's
/// length.
Path stretch_of(const Path& path, std::size_t i, double from, double to);
Path moved(Path path, const Eigen::Vector3d& pose);  ///< Returns the path rotated by pose.z() (rad), then translated.
/// Returns the path with each arc replaced by chords, to within 1/1000 of the arc's radius.
std::vector<Eigen::Vector2d> flattened(const Path& path, bool closed);
/// Returns the bounding box of a path, or nothing for a path without vertices.
std::optional<Box> bounds_of(const Path& path, bool closed);

}  // namespace pawl::draw
