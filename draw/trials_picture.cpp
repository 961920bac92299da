// SPDX-License-Identifier: MIT
#include <pawl/draw/trials_picture.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/part_figure.h"
#include "draw/sheet.h"

namespace pawl::draw {
namespace {

constexpr std::size_t kMostFailureGhosts = 6, kMostNames = 12;

/// An end of a trial that is farther from the seat than this, as a multiple of the part's size, is not drawn: the other
/// ends would become too small.
constexpr double kFar = .75;

bool is_far(const PartFigure& part, const Eigen::Vector3d& end) {
  return end.head<2>().norm() > kFar * part.size || std::abs(end.z()) > 1;
}

/// Returns the poses that the charts must contain: all starts, and the ends of failed trials within kFar of the seat.
std::vector<Eigen::Vector3d> poses_shown(const TrialsFigure& figure) {
  std::vector<Eigen::Vector3d> poses;
  for (const TrialFigure& trial : figure.trials) {
    poses.push_back(trial.start);
    if (trial.failed && !is_far(figure.part, trial.end)) poses.push_back(trial.end);
  }
  return poses;
}

void add_starts(const TrialsFigure& figure, Panel& panel, const PoseCharts::Projection& onto) {
  std::size_t failed = 0;
  for (const TrialFigure& trial : figure.trials) {
    if (!trial.failed) add_mark(panel, onto(trial.start), Shape::ring, 6, Ink::seated);
  }
  for (const TrialFigure& trial : figure.trials) {
    if (!trial.failed) continue;
    add_stroke(panel, segment(onto(trial.start), onto(trial.end)), Pen{Ink::failed, 1.2, Dash::dotted}, Head::arrow);
    add_mark(panel, onto(trial.start), Shape::cross, 9, Ink::failed);
    if (failed++ < kMostNames) add_name(panel, onto(trial.start), trial.name, Ink::failed, 1, 11);
  }
  add_mark(panel, onto(Eigen::Vector3d::Zero()), Shape::diamond, 10, Ink::best);
  add_name(panel, onto(Eigen::Vector3d::Zero()), "seat", Ink::best, 30, 12);
}

/// Returns a panel with the seated part and with ghosts at the ends of failed trials.
Panel ends_panel(const TrialsFigure& figure, const Box& box) {
  Panel panel;
  panel.title = "ends";
  panel.world = grown(box_of(figure.part), .3 * figure.part.size);
  panel.clip = true;
  add_part(panel, figure.part, Eigen::Vector3d::Zero(), {});
  std::size_t ghosts = 0, gone = 0;
  for (const TrialFigure& trial : figure.trials) {
    if (!trial.failed) continue;
    const bool far = is_far(figure.part, trial.end);
    if (far) ++gone;
    if (!far && ghosts++ < kMostFailureGhosts)
      add_ghost(panel, figure.part, trial.end, Pen{Ink::failed, 1.2, Dash::dashed});
  }
  if (gone > 0) {
    add_text(panel, panel.world.least + Eigen::Vector2d(panel.world.size.x() / 2, .05 * panel.world.size.y()),
             std::to_string(gone) + " ended outside this picture", Ink::note, Place::middle, 11);
  }
  if (ghosts == 0 && gone == 0) panel.title = "seated";
  panel.page = {{0, 0}, {box.size.x(), box.size.y() - Sheet::kTitle}};
  internal::add_scale_bar(panel, figure.length);
  return panel;
}

/// Returns a panel with one bar per outcome. Its length is proportional to the number of trials.
Panel outcomes_panel(const TrialsFigure& figure, double width, double height) {
  Panel panel;
  panel.title = "how the starts ended";
  panel.world = {{0, 0}, {width, height}};
  std::size_t most = 1;
  for (const auto& [name, count] : figure.outcomes) most = std::max(most, count);
  const double row = std::min(26., height / static_cast<double>(std::max<std::size_t>(figure.outcomes.size(), 1)));
  constexpr double kNames = 76, kCounts = 44;
  for (std::size_t k = 0; k < figure.outcomes.size(); ++k) {
    const auto& [name, count] = figure.outcomes[k];
    const double y = height - (static_cast<double>(k) + .5) * row;
    const bool good = name == "seated" || name == "rolling";
    const double length = (width - kNames - kCounts) * static_cast<double>(count) / static_cast<double>(most);
    add_text(panel, {kNames - 6, y}, name, count > 0 ? Ink::text : Ink::note, Place::right, 12);
    if (count > 0) {
      const Ink ink = good ? Ink::seated : Ink::failed;
      add_shape(panel, rectangle({{kNames, y - .32 * row}, {length, .64 * row}}), Pen{ink, 1},
                Fill{ink, .35, good ? Hatch::none : Hatch::rising});
    }
    add_text(panel, {kNames + length + 6, y}, std::to_string(count), Ink::text, Place::left, 12);
  }
  return panel;
}

}  // namespace

Picture draw(const TrialsFigure& figure, double width) {
  Sheet sheet(width);
  sheet.head(figure.title, figure.notes);
  const bool failures =
      std::any_of(figure.trials.begin(), figure.trials.end(), [](const TrialFigure& trial) { return trial.failed; });
  const auto named = static_cast<std::size_t>(
      std::count_if(figure.trials.begin(), figure.trials.end(), [](const TrialFigure& trial) { return trial.failed; }));
  sheet.space(8);
  PoseCharts charts(poses_shown(figure), figure.length);
  charts.draw([&](Panel& panel, const PoseCharts::Projection& onto) { add_starts(figure, panel, onto); });
  add_charts(sheet, charts.charts(), sheet.narrow() ? 300 : 360);
  sheet.space(14);
  const PanelGrid grid =
      panel_grid(2, {sheet.left(), sheet.y()}, sheet.width(), {300, 640, 2, 0, sheet.narrow() ? 230. : 240., 16});
  sheet.add(ends_panel(figure, grid.boxes[0]), grid.boxes[0]);
  sheet.add(outcomes_panel(figure, grid.boxes[1].size.x(), grid.boxes[1].size.y() - Sheet::kTitle), grid.boxes[1]);
  sheet.space(10);
  std::vector<internal::LegendEntry> legend = {
      {"start that ends seated", Pen{Ink::seated}, Head::none, std::nullopt, Shape::ring}};
  if (failures) {
    legend.push_back(
        {"start that fails, with its number for --replay", Pen{Ink::failed}, Head::none, std::nullopt, Shape::cross});
    legend.push_back({"from start to end (not the path)", Pen{Ink::failed, 1.2, Dash::dotted}, Head::arrow});
    legend.push_back({"end of a failed start", Pen{Ink::failed, 1.2, Dash::dashed}});
  }
  sheet.legend(legend);
  sheet.space(4);
  if (named > kMostNames)
    sheet.line(std::to_string(named - kMostNames) + " crosses have no number, for lack of room", Ink::note);
  sheet.tail(figure.notes);
  return sheet.finish(figure.title, spoken(figure.notes));
}

namespace {

constexpr std::array kDashes{Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dot};

/// Returns the numbers of the fixels whose force is not 0 at the end.
std::vector<int> pressed(const TraceFigure& figure) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < figure.forces.size(); ++i) {
    if (!figure.forces[i].empty() && figure.forces[i].back() > 0) numbers.push_back(figure.part.fixels[i].number);
  }
  return numbers;
}

/// Returns a panel with the part at the end of the trial, and with ghosts along its path at equal intervals of time.
Panel path_panel(const TraceFigure& figure) {
  constexpr std::size_t kGhosts = 7;
  Panel panel;
  panel.title = "path";
  panel.world = grown(box_of(figure.part), .25 * figure.part.size);
  panel.clip = true;
  const std::size_t count = figure.poses.size();
  if (count == 0) return panel;
  for (std::size_t k = 0; k < kGhosts; ++k) {
    add_ghost(panel, figure.part, figure.poses[k * (count - 1) / kGhosts], Pen{Ink::ghost, 1, Dash::dashed});
  }
  PartStyle look;
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

/// Returns a chart with one line per fixel. The number of a fixel is written at the highest point of its line.
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
    const Eigen::Vector2d at(figure.times[most - forces.begin()], *most);
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
  sheet.head(figure.title, figure.notes);
  sheet.space(8);
  const double height = sheet.narrow() ? 270 : 300;
  const PanelGrid grid = panel_grid(3, {sheet.left(), sheet.y()}, sheet.width(), {300, 640, 3, 0, height, 16});
  sheet.add(path_panel(figure), grid.boxes[0]);
  const std::vector<Chart> poses = pose_charts(figure);
  for (std::size_t k = 0; k < 2; ++k) add_chart(sheet, poses[k], grid.boxes[k + 1]);
  sheet.space(14);
  add_charts(sheet, {force_chart(figure), energy_chart(figure)}, height);
  sheet.space(10);
  sheet.legend({{"path of the centre of mass", Pen{Ink::motion, 1.5}},
                {"part on its way", Pen{Ink::ghost, 1, Dash::dashed}},
                {"pin that presses at the end", Pen{Ink::pin, 1.5}, Head::none, Fill{Ink::pin, .3}}});
  sheet.space(4);
  sheet.tail(figure.notes);
  std::string description = spoken(figure.notes);
  return sheet.finish(figure.title, description);
}

}  // namespace pawl::draw
