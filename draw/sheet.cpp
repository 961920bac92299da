// SPDX-License-Identifier: MIT
#include "draw/sheet.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "draw/part_figure.h"
#include "draw/text.h"

namespace pawl::draw {
namespace {

/// Returns the largest number of columns that fit, at most shape.most_columns. If fewer columns give the same number of
/// rows, returns the smallest such number. For example, 4 panels are drawn as 2 rows of 2, and not as 3 + 1.
std::size_t columns_for(std::size_t count, double width, const GridShape& shape) {
  const double fit = std::floor((width + shape.gap) / (shape.least_width + shape.gap));
  const std::size_t most = std::clamp<std::size_t>(fit > 1 ? static_cast<std::size_t>(fit) : 1, 1, shape.most_columns);
  const std::size_t rows = (std::max<std::size_t>(count, 1) + most - 1) / most;
  return (std::max<std::size_t>(count, 1) + rows - 1) / rows;
}

}  // namespace

PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape) {
  PanelGrid grid;
  grid.columns = columns_for(count, width, shape);
  const double across = static_cast<double>(grid.columns);
  const double size = std::min((width - (across - 1) * shape.gap) / across, shape.most_width);
  const double height = std::round(size * shape.aspect) + shape.head;
  grid.bottom = left_top.y();
  for (std::size_t k = 0; k < count; ++k) {
    const double column = static_cast<double>(k % grid.columns), row = static_cast<double>(k / grid.columns);
    grid.boxes.push_back(
        {{std::round(left_top.x() + column * (size + shape.gap)), left_top.y() + row * (height + shape.gap)},
         {std::floor(size), height}});
    grid.bottom = grid.boxes.back().most().y();
  }
  return grid;
}

namespace {

constexpr std::size_t kLongestHeading = 200, kLongestLine = 600, kMostNotes = 40;
constexpr double kBodyText = 13, kHeading = 18, kPanelTitle = 13;

/// Returns the length in bytes of the longest prefix of a text that is at most `width` px wide. The prefix has at least
/// one character.
std::size_t fitting(const std::string& text, double size, double width) {
  std::size_t last = 0;
  for (std::size_t k = 1; k <= text.size(); ++k) {
    if (k < text.size() && (static_cast<unsigned char>(text[k]) & 0xC0) == 0x80)
      continue;  // this byte is not the first one of a character
    if (last > 0 && text_width(text.substr(0, k), size) > width) break;
    last = k;
  }
  return last;
}

}  // namespace

std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most) + "\u2026";
}

std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (text_width(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (!line.empty()) lines.push_back(line);
    for (; text_width(word, size) > width; word.erase(0, lines.back().size())) {
      lines.push_back(word.substr(0, fitting(word, size, width)));
    }
    line = word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

Sheet::Sheet(double width) : width_(width), margin_(width < 700 ? 12 : 24), y_(margin_) {}

void Sheet::write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place) {
  Label label;
  label.at = at;
  label.text = text;
  label.size = size;
  label.ink = ink;
  label.place = place;
  label.priority = 100;
  texts_.push_back(std::move(label));
}

void Sheet::heading(const std::string& text) {
  for (const std::string& part : wrapped(cut(text, kLongestHeading), kHeading, width())) {
    write({margin_, y_ + kHeading * .7}, part, kHeading, Ink::text);
    y_ += std::round(kHeading * 1.4);
  }
}

void Sheet::line(const std::string& text, Ink ink) {
  for (const std::string& part : wrapped(cut(text, kLongestLine), kBodyText, width())) {
    write({margin_, y_ + kBodyText * .75}, part, kBodyText, ink);
    y_ += std::round(kBodyText * 1.5);
  }
}

void Sheet::notes(const std::vector<Note>& notes) {
  for (std::size_t k = 0; k < std::min(notes.size(), kMostNotes); ++k) line(notes[k].text, notes[k].ink);
  if (notes.size() > kMostNotes) line("and " + std::to_string(notes.size() - kMostNotes) + " more lines", Ink::note);
}

void Sheet::head(const std::string& title, const std::vector<Note>& notes) {
  heading(title);
  if (!notes.empty()) this->notes({notes[0]});
}

void Sheet::tail(const std::vector<Note>& notes) {
  if (notes.size() > 1) this->notes({notes.begin() + 1, notes.end()});
}

void Sheet::legend(const std::vector<internal::LegendEntry>& entries) {
  Panel panel = internal::legend_panel(entries, {margin_, y_}, width());
  y_ = panel.page.most().y();
  panels_.push_back(std::move(panel));
}

void Sheet::add(Panel panel, const Box& box) {
  if (!panel.title.empty()) {
    write({box.least.x(), box.least.y() + kTitle / 2},
          fitted_text(cut(panel.title, kLongestHeading), kPanelTitle, box.size.x()), kPanelTitle, Ink::text);
  }
  panel.page = {{box.least.x(), box.least.y() + kTitle}, {box.size.x(), box.size.y() - kTitle}};
  y_ = std::max(y_, box.most().y());
  panels_.push_back(std::move(panel));
}

std::string spoken(const std::vector<Note>& notes) {
  std::string text;
  for (std::size_t k = 0; k < std::min(notes.size(), kMostNotes); ++k)
    text += (text.empty() ? "" : ". ") + cut(notes[k].text, kLongestLine);
  return text;
}

Picture Sheet::finish(const std::string& title, const std::string& description) {
  Picture picture;
  picture.size = {width_, std::ceil(y_ + margin_)};
  picture.title = title;
  picture.description = description;
  picture.panels = std::move(panels_);
  Panel text;
  text.world = text.page = {{0, 0}, picture.size};
  for (Label& label : texts_) {
    label.at.y() = picture.size.y() - label.at.y();
    text.items.emplace_back(std::move(label));
  }
  picture.panels.push_back(std::move(text));
  return picture;
}

}  // namespace pawl::draw

namespace pawl::draw::internal {
namespace {

constexpr double kTitle = 18, kText = 13, kSmall = 12, kSwatch = 26;  ///< sizes in px
constexpr int kWords = 1000;                                          ///< priority of texts at fixed positions

}  // namespace

PageFrame::PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description)
    : size_(size), margin_(size.x() < 700 ? 12 : 20), title_(title), description_(description) {
  room_ = {{margin_, margin_}, (size - Eigen::Vector2d(2 * margin_, 2 * margin_)).cwiseMax(1)};
  words_.world = words_.page = {{0, 0}, size};
  std::vector<std::string> lines = wrapped_text(title, kTitle, room_.size.x());
  if (lines.size() > 2) {
    lines.resize(2);
    lines[1] = fitted_text(lines[1] + " …", kTitle, room_.size.x());
  }
  for (const std::string& line : lines) {
    write(margin_, room_.least.y() + kTitle * .6, line, kTitle, Ink::text);
    take_top(kTitle * 1.35);
  }
}

void PageFrame::write(double x, double y, const std::string& text, double size, Ink ink) {
  words_.items.emplace_back(
      Label{.at = flipped(x, y), .text = text, .size = size, .ink = ink, .place = Place::left, .priority = kWords});
}

void PageFrame::take_top(double px) {
  px = std::min(px, room_.size.y() - 1);
  room_.least.y() += px;
  room_.size.y() -= px;
}

void PageFrame::take_bottom(double px) { room_.size.y() = std::max(1.0, room_.size.y() - px); }

void PageFrame::add_line(const std::string& text, Ink ink) {
  for (const std::string& line : wrapped_text(text, kText, room_.size.x())) {
    write(margin_, room_.least.y() + kText * .7, line, kText, ink);
    take_top(kText * 1.4);
  }
}

void PageFrame::add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    for (std::string& line : wrapped_text(note, kSmall, room_.size.x())) lines.push_back(std::move(line));
  }
  if (lines.size() > most) {
    const std::size_t left = lines.size() - most + 1;
    lines.resize(most - 1);
    lines.push_back(fmt::format("and {} more lines", left));
  }
  if (lines.empty()) return;
  take_bottom(kSmall * 1.4 * static_cast<double>(lines.size()) + 4);
  double y = room_.most().y() + 4 + kSmall * .7;
  for (const std::string& line : lines) {
    write(margin_, y, line, kSmall, ink);
    y += kSmall * 1.4;
  }
}

void PageFrame::add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width) {
  write(at.x(), at.y(), fitted_text(text, size, width), size, ink);
}

void PageFrame::add_legend(const std::vector<LegendEntry>& entries) {
  if (entries.empty()) return;
  Panel legend = legend_panel(entries, {margin_, 0}, room_.size.x());
  take_bottom(legend.page.size.y() + 4);
  legend.page.least.y() = room_.most().y() + 4;
  add_panel(std::move(legend));
}

Picture PageFrame::finish() {
  Picture picture{size_, title_, description_, std::move(panels_)};
  picture.panels.push_back(std::move(words_));
  return picture;
}

namespace {

/// Adds the symbol of a legend entry. The left end of the symbol is at `at`, at half its height.
void add_swatch(const LegendEntry& entry, const Eigen::Vector2d& at, Panel& panel) {
  if (entry.shape) {
    panel.items.emplace_back(Mark{at + Eigen::Vector2d(kSwatch / 2, 0), *entry.shape, 10, entry.pen.ink});
  } else if (entry.fill) {
    panel.items.emplace_back(
        Stroke{rectangle({at - Eigen::Vector2d(0, 6), {kSwatch, 12}}), true, entry.pen, entry.fill});
  } else {
    panel.items.emplace_back(
        Stroke{segment(at, at + Eigen::Vector2d(kSwatch, 0)), false, entry.pen, std::nullopt, entry.head});
  }
}

}  // namespace

Panel legend_panel(const std::vector<LegendEntry>& entries, const Eigen::Vector2d& left_top, double width) {
  constexpr double kRow = 20, kAir = 18;
  std::vector<Eigen::Vector2d> places;  // x coordinate (px) and row index of each entry
  double x = 0, row = 0;
  for (const LegendEntry& entry : entries) {
    const double across = kSwatch + 6 + text_width(entry.text, kSmall);
    if (x > 0 && x + across > width) x = 0, ++row;
    places.emplace_back(x, row);
    x += across + kAir;
  }
  const Eigen::Vector2d size(width, kRow * (row + 1));
  Panel panel;
  panel.world = {{0, 0}, size};
  panel.page = {left_top, size};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Eigen::Vector2d at(places[i].x(), size.y() - kRow * (places[i].y() + .5));
    add_swatch(entries[i], at, panel);
    panel.items.emplace_back(Label{.at = at + Eigen::Vector2d(kSwatch + 6, 0),
                                   .text = fitted_text(entries[i].text, kSmall, width - kSwatch - 6),
                                   .size = kSmall,
                                   .ink = Ink::text,
                                   .place = Place::left,
                                   .priority = kWords});
  }
  return panel;
}

std::string number(double value) {
  constexpr int kDigits = 4, kDecimals = 9;
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value + 0.0);
  // number of digits before the decimal point; 0 or negative for absolute values below 1
  const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::clamp(kDigits - before, 0, kDecimals));
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void add_scale_bar(Panel& panel, const std::string& unit) {
  const double scale = scale_of(panel).x();
  const double most = std::min(160.0, .4 * panel.page.size.x()) / scale;
  const double power = std::pow(10, std::floor(std::log10(most)));
  double length = power;
  for (const double factor : {2.0, 5.0}) {
    if (factor * power <= most) length = factor * power;
  }
  if (!std::isfinite(length) || length <= 0) return;
  const Eigen::Vector2d corner(panel.page.least.x() + 6, panel.page.most().y() - 8);
  const Eigen::Vector2d end = corner + Eigen::Vector2d(length * scale, 0), tick(0, 4);
  for (const auto& [from, to] : {std::pair{corner, end}, {corner - tick, corner + tick}, {end - tick, end + tick}}) {
    panel.items.emplace_back(Stroke{segment(to_world(panel, from), to_world(panel, to)), false, Pen{Ink::axis, 1.5}});
  }
  panel.items.emplace_back(Label{.at = to_world(panel, end + Eigen::Vector2d(8, 0)),
                                 .text = number(length) + " " + unit,
                                 .size = 12,
                                 .ink = Ink::text,
                                 .place = Place::left,
                                 .priority = 900});
}

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

std::vector<double> multiples(double low, double high, double step) {
  // Tolerance for ticks at the ends of the range, as a fraction of the distance between ticks.
  constexpr double kRounding = 1e-9;
  std::vector<double> values;
  const double last = std::floor(high / step + kRounding);
  for (double k = std::ceil(low / step - kRounding); k <= last; ++k) values.push_back(k * step + 0.);
  return values;
}

}  // namespace

Ticks nice_ticks(double low, double high, int most) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high - low > 64 * std::numeric_limits<double>::epsilon() * size)) return {0, {low + (high - low) / 2}};
  const double power = std::pow(10., std::floor(std::log10((high - low) / std::max(most, 2))));
  Ticks finer;
  for (const double factor : {1., 2., 5., 10., 20., 50., 100.}) {
    const double step = factor * power;
    std::vector<double> values = multiples(low, high, step);
    // A single tick does not show the scale, so slightly more ticks than `most` are better.
    if (values.size() < 2 && !finer.values.empty()) return finer;
    if (values.size() <= static_cast<std::size_t>(std::max(most, 2))) return {step, std::move(values)};
    finer = {step, std::move(values)};
  }
  return {0, {low + (high - low) / 2}};
}

std::string tick_text(double value, double step) {
  if (value == 0) return "0";
  const double unit = step > 0 ? step : std::abs(value) / 1000;
  const int digits = static_cast<int>(std::ceil(-std::log10(unit) - 1e-9));
  if (std::abs(value) >= 1e16 || digits > 15) {
    const int places = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9)) + digits;
    return fmt::format("{:.{}e}", value, std::clamp(places, 0, 15));
  }
  return fmt::format("{:.{}f}", value, std::max(digits, 0));
}

namespace {

constexpr double kSize = 11;  // text size, px

using Range = std::pair<double, double>;

/// Widens a range whose ends are equal up to rounding, so that data with such a range appear as a straight line.
Range widened(Range range) {
  constexpr double kRounding = 1e-9;
  const double size = std::max(std::abs(range.first), std::abs(range.second));
  if (range.second - range.first > kRounding * size) return range;
  const double half = size == 0 ? .5 : size / 50;
  return {range.first - half, range.second + half};
}

double length(const Range& range) { return range.second - range.first; }

void stretch(Range& range, double to) {
  const double middle = range.first + length(range) / 2;
  range = {middle - to / 2, middle + to / 2};
}

/// A chart's axes: `panel` is in px, with y up from the lower edge of the box.
struct Frame {
  Panel panel;
  Box plot;  ///< plotting area, in the coordinates of `panel`
};

void add_x_ticks(Frame& frame, const Range& range, const std::string& name) {
  const Ticks ticks = nice_ticks(range.first, range.second, static_cast<int>(frame.plot.size.x() / 70));
  const double bottom = frame.plot.least.y();
  for (const double value : ticks.values) {
    const double x = frame.plot.least.x() + (value - range.first) / length(range) * frame.plot.size.x();
    add_stroke(frame.panel, segment({x, bottom}, {x, frame.plot.most().y()}), Pen{Ink::grid, 1});
    add_text(frame.panel, {x, bottom - 10}, tick_text(value, ticks.step), Ink::note, Place::middle, kSize);
  }
  add_text(frame.panel, {frame.plot.center().x(), bottom - 26}, name, Ink::text, Place::middle, kSize);
}

void add_y_ticks(Frame& frame, const Range& range) {
  const Ticks ticks = nice_ticks(range.first, range.second, static_cast<int>(frame.plot.size.y() / 34));
  const double left = frame.plot.least.x();
  for (const double value : ticks.values) {
    const double y = frame.plot.least.y() + (value - range.first) / length(range) * frame.plot.size.y();
    add_stroke(frame.panel, segment({left, y}, {frame.plot.most().x(), y}), Pen{Ink::grid, 1});
    add_text(frame.panel, {left - 6, y}, tick_text(value, ticks.step), Ink::note, Place::right, kSize);
  }
}

/// Returns the width of the space for the tick labels left of the axis, px.
double tick_room(const Range& range, double height) {
  const Ticks ticks = nice_ticks(range.first, range.second, static_cast<int>(height / 34));
  double room = 0;
  for (const double value : ticks.values) room = std::max(room, text_width(tick_text(value, ticks.step), kSize));
  return std::ceil(room) + 10;
}

}  // namespace

std::pair<double, double> range_of(const std::vector<double>& values, double margin) {
  if (values.empty()) return {0, 1};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double by = margin * (*most - *least);
  return {*least - by, *most + by};
}

void add_chart(Sheet& sheet, const Chart& chart, const Box& box) {
  constexpr double kBelow = 36, kAbove = 26, kRight = 14;
  Range x = widened(chart.x), y = widened(chart.y);
  const double height = box.size.y() - Sheet::kTitle - kBelow - kAbove;
  double left = tick_room(y, height);
  const double width = box.size.x() - left - kRight;
  if (chart.equal_scale) {
    const double scale = std::max(length(x) / width, length(y) / height);
    stretch(x, scale * width);
    stretch(y, scale * height);
  }
  Frame frame;
  const double tall = box.size.y() - Sheet::kTitle;
  frame.panel.title = chart.title;
  frame.panel.world = {{0, 0}, {box.size.x(), tall}};
  frame.plot = {{left, kBelow}, {width, height}};
  add_x_ticks(frame, x, chart.x_name);
  add_y_ticks(frame, y);
  add_text(frame.panel, {0, tall - 9}, chart.y_name, Ink::text, Place::left, kSize);
  add_shape(frame.panel, rectangle(frame.plot), Pen{Ink::axis, 1}, std::nullopt);
  Panel data;
  data.description = chart.description;
  data.world = {{x.first, y.first}, {length(x), length(y)}};
  data.equal_scale = false;
  data.clip = true;
  data.items = chart.items;
  data.page = {{box.least.x() + left, box.least.y() + Sheet::kTitle + kAbove}, {width, height}};
  sheet.add(std::move(frame.panel), box);
  sheet.add_plain(std::move(data));
}

namespace {

Eigen::Vector2d onto_xy(const Eigen::Vector3d& pose) { return {pose.x(), pose.y()}; }
Eigen::Vector2d onto_xt(const Eigen::Vector3d& pose) { return {pose.x(), degrees(pose.z())}; }

}  // namespace

PoseCharts::PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length) {
  std::vector<double> x{0}, y{0}, turn{0};
  for (const Eigen::Vector3d& pose : shown) {
    x.push_back(pose.x());
    y.push_back(pose.y());
    turn.push_back(degrees(pose.z()));
  }
  xy_.title = "(x, y) of the centre of mass, relative to the seat";
  xt_.title = "x of the centre of mass and angle \u03b8, relative to the seat";
  xy_.x_name = xt_.x_name = "x, " + length;
  xy_.y_name = "y, " + length;
  xt_.y_name = "\u03b8, \u00b0";
  xy_.x = xt_.x = range_of(x, .12);
  xy_.y = range_of(y, .12);
  xt_.y = range_of(turn, .12);
  xy_.equal_scale = true;
}

void PoseCharts::draw(const Draw& draw) {
  for (const auto& [chart, projection] : {std::pair(&xy_, Projection(onto_xy)), std::pair(&xt_, Projection(onto_xt))}) {
    Panel items;
    draw(items, projection);
    chart->items.insert(chart->items.end(), items.items.begin(), items.items.end());
  }
}

void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height) {
  GridShape shape{300, 640, 3, 0, height, 16};
  const PanelGrid grid = panel_grid(charts.size(), {sheet.left(), sheet.y()}, sheet.width(), shape);
  for (std::size_t k = 0; k < charts.size(); ++k) add_chart(sheet, charts[k], grid.boxes[k]);
}

}  // namespace pawl::draw
