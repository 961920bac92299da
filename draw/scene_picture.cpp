// SPDX-License-Identifier: MIT
#include <pawl/draw/scene_picture.h>

#include <algorithm>

#include "chart.h"
#include "page_frame.h"
#include "panel_items.h"
#include "sheet.h"

namespace pawl::draw {
namespace {

/// With more bodies ghosts of where they were hide where they are.
constexpr std::size_t kMostGhosts = 12;
constexpr std::size_t kMostNumbered = 60;  ///< bodies

/// All that moves, at its start too, with some room; the ground as far as that shows it.
Box world_of(const std::vector<BodyFigure>& bodies) {
  std::optional<Box> box;
  const auto add = [&](const Path& path) {
    const Box bounds = *bounds_of(path, true);
    box = box ? joined(*box, bounds) : bounds;
  };
  for (const BodyFigure& body : bodies) {
    if (body.fixed) continue;
    add(body.start);
    add(body.end);
  }
  for (const BodyFigure& body : bodies) {
    if (!box) add(body.end);
  }
  return box ? grown(*box, .12 * box->size.maxCoeff()) : Box{};
}

Panel last_frame(const SceneFigure& figure, const Box& room) {
  Panel panel;
  panel.page = {room.least + Eigen::Vector2d(0, Sheet::kTitle), room.size - Eigen::Vector2d(0, Sheet::kTitle)};
  panel.title = "in the end";
  panel.world = world_of(figure.bodies);
  panel.clip = true;
  for (const BodyFigure& body : figure.bodies) {
    if (body.fixed) add_shape(panel, body.end, Pen{Ink::pin, 1.5}, Fill{Ink::pin, .12, Hatch::rising});
  }
  for (const BodyFigure& body : figure.bodies) {
    const Box box = *bounds_of(body.end, true);
    const bool in_sight = overlap(box, panel.world) && figure.bodies.size() <= kMostNumbered;
    if (body.number == 0 || !in_sight) continue;
    const Eigen::Vector2d middle = box.center().cwiseMax(panel.world.least).cwiseMin(panel.world.most());
    add_label(panel, middle, std::to_string(body.number), body.fixed ? Ink::pin : Ink::part, Place::beside, 20, 12);
    std::get<Label>(panel.items.back()).clearance = -8;  // upon the body
  }
  const auto moving = static_cast<std::size_t>(
      std::count_if(figure.bodies.begin(), figure.bodies.end(), [](const BodyFigure& body) { return !body.fixed; }));
  for (const BodyFigure& body : figure.bodies) {
    if (body.fixed) continue;
    if (moving <= kMostGhosts) add_shape(panel, body.start, Pen{Ink::ghost, 1, Dash::dashed}, std::nullopt);
    add_shape(panel, body.end, Pen{Ink::part, 1.5}, Fill{Ink::part, .14});
  }
  if (moving > 0 && moving <= kMostGhosts) panel.title += ", and dashed at the start";
  internal::add_scale_bar(panel, figure.length);
  return panel;
}

Chart energy_chart(const SceneFigure& figure) {
  Chart chart;
  chart.title = "energy, kinetic and potential";
  chart.x_name = "t, s";
  chart.y_name = "N " + figure.length;
  std::vector<double> energies;
  for (const Eigen::Vector2d& at : figure.energies) energies.push_back(at.y());
  chart.x = {0, figure.energies.empty() ? 1 : figure.energies.back().x()};
  chart.y = range_of(energies, .1);
  Panel items;
  if (figure.energies.size() > 1) add_stroke(items, polyline(figure.energies), Pen{Ink::motion, 1.8});
  chart.items = std::move(items.items);
  return chart;
}

}  // namespace

Picture draw(const SceneFigure& figure, double width) {
  Sheet sheet(width);
  sheet.heading(figure.title);
  sheet.notes(figure.notes);
  sheet.space(8);
  const PanelGrid grid =
      panel_grid(2, {sheet.left(), sheet.y()}, sheet.width(), {300, 800, 2, 0, sheet.narrow() ? 330. : 520., 18});
  sheet.add(last_frame(figure, grid.boxes[0]), grid.boxes[0]);
  Box chart = grid.boxes[1];
  chart.size.y() = std::min(chart.size.y(), 380.);
  add_chart(sheet, energy_chart(figure), chart);
  return sheet.finish(figure.title, spoken(figure.notes));
}

}  // namespace pawl::draw
