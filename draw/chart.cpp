// SPDX-License-Identifier: MIT
#include "chart.h"

#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>

#include "panel_items.h"
#include "ticks.h"

namespace pawl::draw {
namespace {

constexpr double kSize = 11;  // px, of the texts

using Range = std::pair<double, double>;

/// What differs by rounding alone is drawn as the straight line that it is.
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

/// The panel of the axes is in px, y up from the box's lower edge.
struct Frame {
  Panel panel;
  Box plot;  ///< in the panel's world
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

/// px that the texts of the ticks need left of the axis.
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

}  // namespace pawl::draw
