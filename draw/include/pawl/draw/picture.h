// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Pictures as plain data. A picture is a page of panels; a panel is a window into a world of its own, y up, with
/// strokes, marks and labels in it. Positions are in the panel's world, widths and sizes of text in px of the page: a
/// small multiple, a strip of frames or a chart is a page of panels. What stands here has roles (Ink), no colours:
/// those are the renderer's (pawl/draw/render.h).
namespace pawl::draw {

/// What a stroke stands for. In black and white its Dash, Hatch or Shape has to tell it apart too.
enum class Ink {
  part,
  ghost,     ///< the part elsewhere, or earlier
  pin,       ///< a fixel, the ground
  normal,    ///< contact frames
  friction,  ///< friction cones
  gap,
  center_of_mass,
  force,
  moment,
  motion,
  wanted,  ///< the desired mode, its cone
  rival,
  safe,
  best,  ///< the wrench to use
  seated,
  failed,
  axis,
  grid,
  text,
  note,  ///< text of less weight
  warning
};
inline constexpr int kInkCount = 21;

enum class Dash { solid, dashed, dotted, dash_dot };
enum class Hatch { none, rising, falling, crossed, dots };
enum class Head { none, arrow, both_arrows };  ///< at the end of a stroke, or at both

struct Pen {
  Ink ink = Ink::text;
  double width = 1.5;  ///< px, > 0
  Dash dash = Dash::solid;
};

/// A tint of `opacity`, under a hatch in full ink.
struct Fill {
  Ink ink = Ink::part;
  double opacity = 0.15;  ///< 0 to 1
  Hatch hatch = Hatch::none;
};

/// Sides and arcs, as an outline's but open or closed: an open one ends at its last vertex, whose bulge is not read.
struct Stroke {
  Path path;
  bool closed = false;
  std::optional<Pen> pen = Pen{};
  std::optional<Fill> fill = std::nullopt;
  Head head = Head::none;
};

enum class Shape { disc, ring, square, diamond, triangle, cross, plus, star, center_of_mass };

/// A sign of so many px, whatever the panel's scale.
struct Mark {
  Eigen::Vector2d at{0, 0};
  Shape shape = Shape::disc;
  double size = 8;  ///< px across
  Ink ink = Ink::text;
};

/// Where a label stands. `beside`: near `at`, wherever there is room, with a line to it from further off. The others
/// are fixed: `at` is the left end, the middle or the right end of the text's middle line.
enum class Place { beside, left, middle, right };

struct Label {
  Eigen::Vector2d at{0, 0};
  std::string text;  ///< one line of UTF-8, any: what is no character, or has no glyph, is shown as U+FFFD
  double size = 13;  ///< px
  Ink ink = Ink::text;
  Place place = Place::beside;
  double clearance = 6;  ///< px kept free round `at`; of a label beside
  int priority = 0;      ///< where there is no room the least is left out
  double turn = 0;       ///< quarter turns counterclockwise: 0 or 1; of a fixed label
};

using Item = std::variant<Stroke, Mark, Label>;

/// An axis-parallel rectangle, from its least corner.
struct Box {
  Eigen::Vector2d least{0, 0};
  Eigen::Vector2d size{1, 1};  ///< > 0

  Eigen::Vector2d most() const { return least + size; }
  Eigen::Vector2d center() const { return least + size / 2; }
  bool operator==(const Box&) const = default;
};

/// Whether two boxes have more than their edges in common.
bool overlap(const Box& a, const Box& b);

struct Panel {
  Box world;                ///< what is shown
  Box page;                 ///< where, px from the page's upper left corner, y down
  bool equal_scale = true;  ///< one scale for x and y, with the world's middle in the page's; else `world` fills `page`
  bool clip = false;        ///< nothing is drawn outside `page`
  std::vector<Item> items;  ///< painted in this order, labels last
  std::string title, description;  ///< to be read aloud; drawn only where items say so
};

/// px of the page to a unit of the panel's world, in x and y.
Eigen::Vector2d scale_of(const Panel& panel);
/// A point of the panel's world on the page, px, y down; and back.
Eigen::Vector2d to_page(const Panel& panel, const Eigen::Vector2d& world);
Eigen::Vector2d to_world(const Panel& panel, const Eigen::Vector2d& page);

struct Picture {
  Eigen::Vector2d size{1280, 800};  ///< px
  std::string title, description;   ///< to be read aloud, and found
  std::vector<Panel> panels;        ///< painted in this order
};

/// Strokes that are often drawn.
Path segment(const Eigen::Vector2d& from, const Eigen::Vector2d& to);
Path polyline(std::vector<Eigen::Vector2d> vertices);
Path rectangle(const Box& box);
Path circle(const Eigen::Vector2d& center, double radius);
/// From the angle `from` to `to` (rad), less than a whole turn apart; clockwise where to < from.
Path arc(const Eigen::Vector2d& center, double radius, double from, double to);
Path path_of(const Outline& outline);                ///< closed
Path moved(Path path, const Eigen::Vector3d& pose);  ///< turned by pose.z() (rad), then shifted
std::vector<Eigen::Vector2d> flattened(const Path& path,
                                       bool closed);          ///< arcs as chords, within 1/1000 of their radius
std::optional<Box> bounds_of(const Path& path, bool closed);  ///< of no vertices: none

}  // namespace pawl::draw
