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

/// The layout of equal panels in rows, for example for small multiples, strips and contact sheets.
struct GridShape {
  double least_width = 180;      ///< smallest panel width, px; there are as many columns as fit, at least one
  double most_width = 320;       ///< largest panel width, px
  std::size_t most_columns = 6;  ///< largest number of columns, at least 1
  double aspect = 1;             ///< ratio of a panel's height to its width
  double head = 0;               ///< height of a panel's title, px, added to the panel's height
  double gap = 12;               ///< gap between panels, px
};

struct PanelGrid {
  /// Boxes of the panels row by row, px of the page, y down; an incomplete row is left-aligned.
  std::vector<Box> boxes;
  std::size_t columns = 1;
  double bottom = 0;  ///< lower edge of the last row, px
};

/// Returns the boxes of `count` panels. The upper left corner of the first box is at `left_top`, and all boxes together
/// are at most `width` px wide. If `width` is smaller than least_width, there is one column of this width.
PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape);

/// Returns a text that is split into lines of at most `width` px. A word that is longer than a line is broken.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

/// Returns a text that is cut to at most `most` bytes. Characters are not broken. If the text was cut, an ellipsis is
/// appended.
std::string cut(const std::string& text, std::size_t most);

/// Returns notes as one line of text for screen readers.
std::string spoken(const std::vector<Note>& notes);

namespace internal {

struct LegendEntry {
  std::string text;
  Pen pen = {};
  Head head = Head::none;
  std::optional<Fill> fill = std::nullopt;
  std::optional<Shape> shape = std::nullopt;  ///< symbol of a mark; if empty, the entry shows a stroke
};

}  // namespace internal

/// A page that is filled from the top with lines of text and with panels below their headings. The height of the page
/// depends on the content.
class Sheet {
 public:
  explicit Sheet(double width);

  double left() const { return margin_; }
  double width() const { return width_ - 2 * margin_; }  ///< width between the margins, px
  double y() const { return y_; }
  bool narrow() const { return width_ < 700; }

  void heading(const std::string& text);                    ///< adds the title of the picture
  void line(const std::string& text, Ink ink = Ink::text);  ///< adds a paragraph, and wraps its text
  /// Adds one paragraph per note, for at most kMostNotes notes.
  void notes(const std::vector<Note>& notes);
  /// Adds the title and the first note. Must be called before panels are added.
  void head(const std::string& title, const std::vector<Note>& notes);
  /// Adds all notes except the first. Must be called after panels are added.
  void tail(const std::vector<Note>& notes);
  /// Adds a legend below the content that was added before.
  void legend(const std::vector<internal::LegendEntry>& entries);
  /// Returns whether more content would make the page too large to draw.
  bool is_full() const { return y_ > kFull; }
  void space(double px) { y_ += px; }
  /// Writes one line of text at a position of the page, px.
  void write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place = Place::left);

  /// Adds a panel in a box of the page. The title of the panel is cut to one line and written above the panel. Sets the
  /// panel's page rectangle.
  void add(Panel panel, const Box& box);
  /// adds a panel without changing it
  void add_plain(Panel panel) { panels_.push_back(std::move(panel)); }

  /// Returns the page, with a title and description for screen readers.
  Picture finish(const std::string& title, const std::string& description);

  static constexpr double kTitle = 20;  ///< height of the title above a panel, px
  static constexpr double kFull = 14000;

 private:
  double width_, margin_, y_;
  std::vector<Panel> panels_;
  std::vector<Label> texts_;  ///< texts of the page; positions in px, y down
};

}  // namespace pawl::draw

namespace pawl::draw::internal {

/// A page with text around a free area. The title and lines of text are at the top, notes and a legend at the bottom.
class PageFrame {
 public:
  PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description);

  /// Adds a paragraph below the title, and wraps its text.
  void add_line(const std::string& text, Ink ink = Ink::note);
  /// Adds notes at the bottom, above the notes that were added before, in at most `most` lines. If some notes are
  /// omitted, the last line states how many.
  void add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most = 4);
  void add_legend(const std::vector<LegendEntry>& entries);
  /// Adds one line of text, cut to `width` px. Its left end is at `at`, at half the height of the text, in px of the
  /// page, y down.
  void add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width);
  void add_space(double px) { take_top(px); }
  void add_panel(Panel panel) { panels_.push_back(std::move(panel)); }

  const Box& room() const { return room_; }  ///< returns the free area of the page, px
  bool narrow() const { return size_.x() < 700; }
  Picture finish();

 private:
  Eigen::Vector2d flipped(double x, double y) const { return {x, size_.y() - y}; }
  void write(double x, double y, const std::string& text, double size, Ink ink);
  void take_top(double px);
  void take_bottom(double px);

  Eigen::Vector2d size_;
  double margin_;
  std::string title_, description_;
  Box room_;
  Panel words_;
  std::vector<Panel> panels_;
};

/// Returns a panel with the entries of a legend side by side, in as many rows as necessary. `left_top` is the upper
/// left corner in px of the page, y down.
Panel legend_panel(const std::vector<LegendEntry>& entries, const Eigen::Vector2d& left_top, double width);

/// Adds a scale bar in the lower left corner of a panel. The length of the bar is a round number, which is written
/// beside it.
void add_scale_bar(Panel& panel, const std::string& unit);

/// Returns a number with four significant digits and at most nine decimals, without an exponent: "0.0005", "12.5". All
/// digits before the decimal point are kept: "123457".
std::string number(double value);

}  // namespace pawl::draw::internal

namespace pawl::draw {

/// The ticks of an axis, which are multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  std::vector<double> values;  ///< positions of the ticks, in ascending order, all within the range
};

/// Returns the ticks of [low, high]: as many as possible, but at most `most` (at least 2). If only one tick would
/// remain, returns slightly more than `most`. A range that is empty, or whose ends are equal up to rounding, has one
/// tick in its middle.
Ticks nice_ticks(double low, double high, int most);

/// Returns a tick as text, with just enough digits to distinguish the tick from its neighbours: "0.25", "-0.0000015",
/// never "-0". The text has an exponent only for absolute values below 1e-15 or of at least 1e16.
std::string tick_text(double value, double step);

/// A chart with two axes, whose ticks are round numbers, and with items in the coordinates of the data.
struct Chart {
  std::string title, x_name, y_name;
  std::pair<double, double> x{0, 1}, y{0, 1};  ///< ranges of the axes; a range whose ends are equal is widened
  /// True if x and y have the same scale; the shorter range is then widened.
  bool equal_scale = false;
  std::vector<Item> items;  ///< items in the coordinates of the data; drawn only within the ranges
  std::string description;
};

/// Returns the range of the values, extended at both ends by `margin` times its length. Returns the range 0 to 1 for an
/// empty list.
std::pair<double, double> range_of(const std::vector<double>& values, double margin = .05);

/// Adds a chart in a box of the page: a panel with the axes and, on top of it, a panel with the data.
void add_chart(Sheet& sheet, const Chart& chart, const Box& box);

/// Two charts of pose space: (x, y) at equal scale, and (x, theta) with theta in degrees. Items are drawn in both
/// charts. A Projection maps a displacement (dx, dy, dtheta), with dtheta in rad, to the plane of a chart.
class PoseCharts {
 public:
  /// The ranges of the charts contain the displacements `shown` and the seat. `length` is the name of the unit of
  /// length.
  PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length);

  using Projection = std::function<Eigen::Vector2d(const Eigen::Vector3d&)>;
  using Draw = std::function<void(Panel& items, const Projection& onto)>;
  void draw(const Draw& draw);

  std::vector<Chart> charts() const { return {xy_, xt_}; }

 private:
  Chart xy_, xt_;
};

/// Adds charts side by side or, on a narrow page, below each other. `height` is the height of a chart, px.
void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height);

}  // namespace pawl::draw
