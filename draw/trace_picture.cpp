// SPDX-License-Identifier: MIT
#include <pawl/draw/trials_picture.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "panel_items.h"
#include "pose_charts.h"
#include "sheet.h"

namespace pawl::draw {
namespace {

constexpr std::array kDashes{Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dot};

/// Fixels with a force in the end, by number.
std::vector<int> pressed(const TraceFigure& figure) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < figure.forces.size(); ++i) {
    if (!figure.forces[i].empty() && figure.forces[i].back() > 0) numbers.push_back(figure.part.fixels[i].number);
  }
  return numbers;
}

/// The part at its end, and ghosts of it on its way, the same distance apart in time.
Panel path_panel(const TraceFigure& figure) {
  constexpr std::size_t kGhosts = 7;
  Panel panel;
  panel.title = "on its way; filled fixels press in the end";
  panel.world = grown(box_of(figure.part), .25 * figure.part.size);
  panel.clip = true;
  const std::size_t count = figure.poses.size();
  if (count == 0) return panel;
  for (std::size_t k = 0; k < kGhosts; ++k) {
    add_ghost(panel, figure.part, figure.poses[k * (count - 1) / kGhosts], Pen{Ink::ghost, 1, Dash::dashed});
  }
  PartLook look;
  look.touching = pressed(figure);
  add_part(panel, figure.part, figure.poses.back(), look);
  std::vector<Eigen::Vector2d> path;
  for (const Eigen::Vector3d& pose : figure.poses)
    path.push_back(displacement_of(figure.part, pose)(figure.part.center));
  add_stroke(panel, polyline(std::move(path)), Pen{Ink::motion, 1.5});
  return panel;
}

std::vector<Chart> pose_charts(const TraceFigure& figure) {
  PoseCharts charts(figure.poses, figure.length);
  charts.draw([&](Panel& panel, const PoseCharts::Projection& onto) {
    std::vector<Eigen::Vector2d> path;
    for (const Eigen::Vector3d& pose : figure.poses) path.push_back(onto(pose));
    if (path.empty()) return;
    add_mark(panel, path.front(), Shape::ring, 9, Ink::motion);
    add_name(panel, path.front(), "start", Ink::motion, 20);
    add_mark(panel, path.back(), figure.ends_seated ? Shape::disc : Shape::cross, 9,
             figure.ends_seated ? Ink::seated : Ink::failed);
    add_stroke(panel, polyline(std::move(path)), Pen{Ink::motion, 1.8});
    add_mark(panel, onto(Eigen::Vector3d::Zero()), Shape::diamond, 10, Ink::best);
    add_name(panel, onto(Eigen::Vector3d::Zero()), "seat", Ink::best, 30);
  });
  return charts.charts();
}

Chart over_time(const TraceFigure& figure, const std::string& title, const std::string& unit) {
  Chart chart;
  chart.title = title;
  chart.x_name = "t, s";
  chart.y_name = unit;
  chart.x = {0, figure.times.empty() ? 1 : figure.times.back()};
  return chart;
}

void add_series(Chart& chart, const TraceFigure& figure, const std::vector<double>& values, const Pen& pen) {
  std::vector<Eigen::Vector2d> points;
  for (std::size_t k = 0; k < values.size(); ++k) points.emplace_back(figure.times[k], values[k]);
  if (points.size() < 2) return;
  Panel panel;
  add_stroke(panel, polyline(std::move(points)), pen);
  chart.items.insert(chart.items.end(), panel.items.begin(), panel.items.end());
}

/// One line a fixel, named where it is highest.
Chart force_chart(const TraceFigure& figure) {
  Chart chart = over_time(figure, "normal force of each fixel", "N");
  std::vector<double> all{0};
  for (const std::vector<double>& forces : figure.forces) all.insert(all.end(), forces.begin(), forces.end());
  chart.y = {0, range_of(all, .1).second};
  for (std::size_t i = 0; i < figure.forces.size(); ++i) {
    const std::vector<double>& forces = figure.forces[i];
    add_series(chart, figure, forces, Pen{Ink::force, 1.6, kDashes[i % kDashes.size()]});
    const auto most = std::max_element(forces.begin(), forces.end());
    if (most == forces.end() || *most <= 0) continue;
    const Eigen::Vector2d at(figure.times[static_cast<std::size_t>(most - forces.begin())], *most);
    Panel panel;
    add_name(panel, at, "fixel " + std::to_string(figure.part.fixels[i].number), Ink::force, 10);
    chart.items.insert(chart.items.end(), panel.items.begin(), panel.items.end());
  }
  return chart;
}

Chart energy_chart(const TraceFigure& figure) {
  Chart chart = over_time(figure, "kinetic energy", "N " + figure.length);
  chart.y = {0, range_of(figure.energies, .1).second};
  add_series(chart, figure, figure.energies, Pen{Ink::motion, 1.8});
  return chart;
}

}  // namespace

Picture draw(const TraceFigure& figure, double width) {
  Sheet sheet(width);
  sheet.heading(figure.title);
  sheet.notes(figure.notes);
  sheet.space(8);
  const double height = sheet.narrow() ? 270 : 300;
  const PanelGrid grid = panel_grid(3, {sheet.left(), sheet.y()}, sheet.width(), {300, 640, 3, 0, height, 16});
  sheet.add(path_panel(figure), grid.boxes[0]);
  const std::vector<Chart> poses = pose_charts(figure);
  for (std::size_t k = 0; k < 2; ++k) add_chart(sheet, poses[k], grid.boxes[k + 1]);
  sheet.space(14);
  add_charts(sheet, {force_chart(figure), energy_chart(figure)}, height);
  std::string description = spoken(figure.notes);
  return sheet.finish(figure.title, description);
}

}  // namespace pawl::draw
