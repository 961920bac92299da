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

/// The layout of equal panels in rows, for small multiples, strips and contact sheets.
struct GridShape {
  double least_width = 180;      ///< least panel width, px; the number of columns is the largest that fits, and at
                                 ///< least one
  double most_width = 320;       ///< largest panel width, px
  std::size_t most_columns = 6;  ///< largest number of columns, at least 1
  double aspect = 1;             ///< ratio of a panel's height to its width
  double head = 0;               ///< height of a panel's title, px, added to the panel's height
  double gap = 12;               ///< gap between panels, px
};

struct PanelGrid {
  std::vector<Box> boxes;  ///< boxes in px of the page, y down, row by row; an incomplete row is left-aligned
  std::size_t columns = 1;
  double bottom = 0;  ///< lower edge of the last row, px
};

/// Returns boxes for `count` panels, starting at `left_top` and at most `width` px wide in all. If `width` is below
/// least_width, there is one column of that width.
PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape);

/// Returns a text split into lines of at most `width` px. A word that is longer than a line is broken.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

/// Returns at most `most` bytes of a text, without cutting characters, and with an ellipsis if the text was cut.
std::string cut(const std::string& text, std::size_t most);

/// Returns notes as one line of text for screen readers.
std::string spoken(const std::vector<Note>& notes);

namespace internal {

struct LegendEntry {
  std::string text;
  Pen pen = {};
  Head head = Head::none;
  std::optional<Fill> fill = std::nullopt;
  std::optional<Shape> shape = std::nullopt;  ///< symbol; if set, the entry shows a mark instead of a stroke
};

}  // namespace internal

/// A page that is filled from the top with lines of text, then panels below their headings. Its height follows from the
/// content.
class Sheet {
 public:
  explicit Sheet(double width);

  double left() const { return margin_; }
  double width() const { return width_ - 2 * margin_; }  ///< width between the margins, px
  double y() const { return y_; }
  bool narrow() const { return width_ < 700; }

  void heading(const std::string& text);                    ///< Adds the title of the picture.
  void line(const std::string& text, Ink ink = Ink::text);  ///< Adds a paragraph, wrapped.
  void notes(const std::vector<Note>& notes);               ///< Adds one paragraph per note; only the first kMostNotes
                                                            ///< are written.
  /// Adds the title and the first note, which are above the pictures.
  void head(const std::string& title, const std::vector<Note>& notes);
  /// Adds all notes except the first. They are below the pictures.
  void tail(const std::vector<Note>& notes);
  /// Adds a legend below all other content.
  void legend(const std::vector<internal::LegendEntry>& entries);
  bool is_full() const {
    return y_ > kFull;
  }  ///< Returns whether more content would make the page too large to draw.
  void space(double px) { y_ += px; }
  /// Writes one line of text at a position of the page.
  void write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place = Place::left);

  /// Adds a panel in a box, below its title, which is cut to one line. Sets the panel's page rectangle.
  void add(Panel panel, const Box& box);
  /// Adds a panel unchanged.
  void add_plain(Panel panel) { panels_.push_back(std::move(panel)); }

  /// Returns the page, with a title and description for screen readers.
  Picture finish(const std::string& title, const std::string& description);

  static constexpr double kTitle = 20;  ///< height of the title above a panel, px
  static constexpr double kFull = 14000;

 private:
  double width_, margin_, y_;
  std::vector<Panel> panels_;
  std::vector<Label> texts_;  ///< labels of the page, px, y down
};

}  // namespace pawl::draw

namespace pawl::draw::internal {

/// A page with text around a free area: title and lines at the top, notes and a legend at the bottom.
class PageFrame {
 public:
  PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description);

  void add_line(const std::string& text, Ink ink = Ink::note);  ///< Adds a line below the title, wrapped.
  /// Adds notes at the bottom, above the notes that are already there, in at most `most` lines. If some notes are
  /// omitted, the last line states their number.
  void add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most = 4);
  void add_legend(const std::vector<LegendEntry>& entries);
  /// Adds one line of text, at most `width` px wide. Its left end, at mid-height, is at `at` on the page, y down.
  void add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width);
  void add_space(double px) { take_top(px); }
  void add_panel(Panel panel) { panels_.push_back(std::move(panel)); }

  const Box& room() const { return room_; }  ///< Returns the free area of the page, px.
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

/// Returns a panel with the entries of a legend side by side, in as many rows as necessary. `left_top` is in px of the
/// page, y down.
Panel legend_panel(const std::vector<LegendEntry>& entries, const Eigen::Vector2d& left_top, double width);

/// Adds a scale bar, whose length is a round number, in a panel's lower left corner. The length is written beside the
/// bar.
void add_scale_bar(Panel& panel, const std::string& unit);

/// Returns a number with four significant digits and at most nine decimals, never with an exponent: "0.0005", "12.5",
/// "123457".
std::string number(double value);

}  // namespace pawl::draw::internal

namespace pawl::draw {

/// Ticks of an axis at round numbers: multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  std::vector<double> values;  ///< ticks, ascending, all within the range
};

/// Returns as many ticks in [low, high] as possible, but at most `most` (which is at least 2). If this would be only
/// one tick, returns slightly more than `most`. An empty range, or a range whose ends differ only by rounding, has one
/// tick in its middle.
Ticks nice_ticks(double low, double high, int most);

/// Returns a tick as text with just enough digits to distinguish it from its neighbours: "0.25", "-0.0000015", never
/// "-0". The text has an exponent only for values below 1e-15 and for values of at least 1e16.
std::string tick_text(double value, double step);

/// A chart: two axes with round ticks, and items in the coordinates of the data.
struct Chart {
  std::string title, x_name, y_name;
  std::pair<double, double> x{0, 1}, y{0, 1};  ///< ranges; an empty range is widened
  bool equal_scale = false;                    ///< whether x and y have the same scale; if so, the shorter range is
                                               ///< widened
  std::vector<Item> items;                     ///< items in the coordinates of the data; portions outside the ranges
                                               ///< are not drawn
  std::string description;
};

/// Returns the range of some values, extended by `margin` times its length, or the range 0 to 1 for an empty list of
/// values.
std::pair<double, double> range_of(const std::vector<double>& values, double margin = .05);

/// Adds a chart in a box of the page: one panel for the axes and, over it, one for the data.
void add_chart(Sheet& sheet, const Chart& chart, const Box& box);

/// Two charts of pose space: (x, y) at equal scale, and (x, theta) with theta in degrees. Items are drawn in both
/// charts. A projection maps displacements (dx, dy, dtheta), rad, to the plane of a chart.
class PoseCharts {
 public:
  /// The ranges of the charts contain the displacements `shown` and the seat.
  PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length);

  using Projection = std::function<Eigen::Vector2d(const Eigen::Vector3d&)>;
  using Draw = std::function<void(Panel& items, const Projection& onto)>;
  void draw(const Draw& draw);

  std::vector<Chart> charts() const { return {xy_, xt_}; }

 private:
  Chart xy_, xt_;
};

/// Adds charts side by side, or below each other on a narrow page.
void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height);

}  // namespace pawl::draw
