// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// How equal panels are laid out in rows: small multiples, strips, contact sheets.
struct GridShape {
  double least_width = 180;      ///< px, of a panel: as many columns as fit, at least one
  double most_width = 320;       ///< px
  std::size_t most_columns = 6;  ///< at least 1
  double aspect = 1;             ///< height of a panel by its width
  double head = 0;               ///< px, added to each panel's height: room for its title
  double gap = 12;               ///< px, between panels
};

struct PanelGrid {
  std::vector<Box> boxes;  ///< px of the page, y down; row by row; a row that is not full begins at the left
  std::size_t columns = 1;
  double bottom = 0;  ///< px, of the last row
};

/// Boxes for `count` panels from (left, top), `width` px at most in all. A width below least_width has one column, as
/// wide as there is room.
PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape);

/// The words of a text as lines of at most `width` px; a word that is longer is broken.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

/// The first so many bytes of a text, whole characters, with an ellipsis where it goes on.
std::string cut(const std::string& text, std::size_t most);

/// Notes in one line, to be read aloud.
std::string spoken(const std::vector<Note>& notes);

/// A page that is filled from the top: lines of text, then panels under their headings. Its height is what it takes.
class Sheet {
 public:
  explicit Sheet(double width);

  double left() const { return margin_; }
  double width() const { return width_ - 2 * margin_; }  ///< between the margins
  double y() const { return y_; }
  bool narrow() const { return width_ < 700; }

  void heading(const std::string& text);                    ///< of the picture
  void line(const std::string& text, Ink ink = Ink::text);  ///< a paragraph, wrapped
  void notes(const std::vector<Note>& notes);               ///< a paragraph each; of many the first
  bool is_full() const { return y_ > kFull; }               ///< more would make a page that cannot be drawn
  void space(double px) { y_ += px; }
  /// Text at a place of the page; one line.
  void write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place = Place::left);

  /// Adds a panel in a box, under its title, of which as much is drawn as one line holds. The panel's page is set.
  void add(Panel panel, const Box& box);
  /// As it is.
  void add_plain(Panel panel) { panels_.push_back(std::move(panel)); }

  /// The page, with its texts to be read aloud.
  Picture finish(const std::string& title, const std::string& description);

  static constexpr double kTitle = 20;  ///< px above a panel
  static constexpr double kFull = 14000;

 private:
  double width_, margin_, y_;
  std::vector<Panel> panels_;
  std::vector<Label> texts_;  ///< y down
};

}  // namespace pawl::draw

namespace pawl::draw::internal {

struct LegendEntry {
  std::string text;
  Pen pen = {};
  Head head = Head::none;
  std::optional<Fill> fill = std::nullopt;
  std::optional<Shape> shape = std::nullopt;  ///< a mark instead of a stroke
};

/// A page with its words round an open room: title and lines below it at the top; notes and a legend at the bottom.
class PageFrame {
 public:
  PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description);

  void add_line(const std::string& text, Ink ink = Ink::note);  ///< below the title, in as many lines as it needs
  /// Above what stands at the bottom already; at most `most` lines, the last then saying how many were left out.
  void add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most = 4);
  void add_legend(const std::vector<LegendEntry>& entries);
  /// One line of so many px at most, from a point of the page (y down, its middle).
  void add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width);
  void add_space(double px) { take_top(px); }
  void add_panel(Panel panel) { panels_.push_back(std::move(panel)); }

  const Box& room() const { return room_; }  ///< px of the page that is left
  bool narrow() const { return size_.x() < 700; }
  Picture finish();

 private:
  Eigen::Vector2d flipped(double x, double y) const { return {x, size_.y() - y}; }
  void write(double x, double y, const std::string& text, double size, Ink ink);
  void take_top(double px);
  void take_bottom(double px);
  void add_swatch(const LegendEntry& entry, double x, double y);

  Eigen::Vector2d size_;
  double margin_;
  std::string title_, description_;
  Box room_;
  Panel words_;
  std::vector<Panel> panels_;
};

/// A bar of a round length in a panel's lower left corner, with that length.
void add_scale_bar(Panel& panel, const std::string& unit);

/// "0.0005", "12.5": four digits.
std::string number(double value);

}  // namespace pawl::draw::internal

namespace pawl::draw {

/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  std::vector<double> values;  ///< ascending, all within the range
};

/// At most `most` (at least 2) ticks in [low, high], as many as fit; a few more where that would be one alone. A range
/// of no length, or of numbers that differ by rounding alone, has one tick: its middle.
Ticks nice_ticks(double low, double high, int most);

/// A tick as text, with just the digits that tell it from its neighbours: "0.25", "-1.5e-06", never "-0".
std::string tick_text(double value, double step);

/// A chart: two axes with round ticks, and what is plotted between them, in the world of its data.
struct Chart {
  std::string title, x_name, y_name;
  std::pair<double, double> x{0, 1}, y{0, 1};  ///< ranges; one of no length is widened
  bool equal_scale = false;                    ///< one scale for x and y: the shorter range is widened
  std::vector<Item> items;                     ///< clipped to the ranges
  std::string description;
};

/// The range round some values, with a margin of so much of its length; nothing is 0 to 1.
std::pair<double, double> range_of(const std::vector<double>& values, double margin = .05);

/// Adds a chart in a box of the page: a panel of the axes and, over it, one of the data.
void add_chart(Sheet& sheet, const Chart& chart, const Box& box);

/// Two charts of pose space: (x, y) to one scale, and (x, theta) with theta in degrees. What is drawn in one is drawn
/// in both, through a projection of displacements (dx, dy, dtheta), rad, onto the chart's plane.
class PoseCharts {
 public:
  /// Ranges hold `shown`, the seat among them.
  PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length);

  using Projection = std::function<Eigen::Vector2d(const Eigen::Vector3d&)>;
  using Draw = std::function<void(Panel& items, const Projection& onto)>;
  void draw(const Draw& draw);

  std::vector<Chart> charts() const { return {xy_, xt_}; }

 private:
  Chart xy_, xt_;
};

/// Charts side by side, or under each other on a narrow page.
void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height);

}  // namespace pawl::draw
