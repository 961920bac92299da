// SPDX-License-Identifier: MIT
#include "compass.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>

#include <cmath>
#include <numbers>

#include "panel_items.h"

namespace pawl::draw {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

Eigen::Vector2d toward(double angle) { return {std::cos(angle), std::sin(angle)}; }

std::string in_degrees(double angle) { return fmt::format("{:.1f}\u00b0", degrees(std::remainder(angle, kTurn))); }

/// From the centre along the arc and back.
Path sector(double from, double to) {
  Path path = arc({0, 0}, 1, from, to);
  path.bulges.resize(path.vertices.size(), 0);
  path.bulges.back() = 0;
  path.vertices.emplace_back(0, 0);
  path.bulges.push_back(0);
  return path;
}

void add_scale(Panel& panel) {
  add_shape(panel, circle({0, 0}, 1), Pen{Ink::axis, 1}, std::nullopt);
  for (int k = 0; k < 12; ++k) {
    const Eigen::Vector2d out = toward(kTurn * k / 12);
    add_stroke(panel, segment((k % 3 == 0 ? .86 : .93) * out, out), Pen{Ink::axis, 1});
  }
  static constexpr const char* kQuarters[] = {"0\u00b0", "90\u00b0", "180\u00b0", "-90\u00b0"};
  for (int k = 0; k < 4; ++k) add_text(panel, 1.24 * toward(kTurn * k / 4), kQuarters[k], Ink::note, Place::middle, 10);
}

}  // namespace

Panel compass(const std::pair<double, double>& window, double best) {
  Panel panel;
  panel.world = {{-1.5, -1.4}, {3, 2.8}};
  // At the wedge's edges labels find no places that could not be mistaken for each other's.
  const bool all = window.second - window.first >= kTurn * (1 - 1e-12);
  panel.title = all ? "all directions" : in_degrees(window.first) + " to " + in_degrees(window.second);
  panel.description = "directions from " + in_degrees(window.first) + " to " + in_degrees(window.second) +
                      ", counterclockwise from x; the arrow at " + in_degrees(best);
  const auto [from, to] = window;
  if (all) {
    add_shape(panel, circle({0, 0}, 1), std::nullopt, Fill{Ink::safe, .3});
  } else {
    add_shape(panel, sector(from, to), Pen{Ink::safe, 1.5}, Fill{Ink::safe, .3});
  }
  add_scale(panel);
  add_arrow(panel, {0, 0}, .98 * toward(best), Pen{Ink::best, 2.5});
  return panel;
}

}  // namespace pawl::draw
