// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/cone_picture.h>

#include <algorithm>
#include <cmath>

#include "page_frame.h"
#include "task_figure.h"
#include "task_words.h"
#include "wrench_items.h"

namespace pawl::draw {
namespace {

using internal::GeneratorFigure;
using internal::LegendEntry;
using internal::PageFrame;
using internal::TaskFigure;

std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string words_of(const ModeCone& mode, const GeneratorFigure& generators) {
  if (!mode.feasible) return "not feasible: no motion has this mode";
  if (mode.cone.rays.empty() && mode.cone.lines.empty()) return "the zero wrench alone";
  std::string words = counted(generators.forces() + generators.moments(), "generator");
  if (generators.moments() > 0) words += ", of them " + counted(generators.moments(), "pure moment");
  if (mode.cone.lines.size() == 3) return words + "; every wrench";
  if (mode.cone.dimension() < 3) words += fmt::format("; a flat cone, of dimension {}", mode.cone.dimension());
  return words;
}

std::vector<LegendEntry> generator_legend(bool forces, bool moments) {
  std::vector<LegendEntry> legend;
  if (forces) legend.push_back({"generator, a line of force", {Ink::force, 2.4}, Head::arrow});
  if (moments) legend.push_back({"generator, a moment", {Ink::moment, 2.4}, Head::arrow});
  return legend;
}

std::vector<LegendEntry> legend_of(const GeneratorFigure& generators, bool map, bool labels) {
  std::vector<LegendEntry> legend = generator_legend(generators.forces() > 0, generators.moments() > 0);
  if (labels) {
    legend.push_back({"all wrenches turn one way about points here",
                      {Ink::moment, 1, Dash::dash_dot},
                      Head::none,
                      Fill{Ink::moment, .08}});
  }
  if (!map) return legend;
  legend.push_back({"the cone", {Ink::wanted, 2}, Head::none, Fill{Ink::wanted, .2, Hatch::rising}});
  legend.push_back({"forces through the centre of mass", {Ink::axis, 1, Dash::dotted}});
  return legend;
}

Panel generator_panel(const TaskFigure& task, const GeneratorFigure& generators, const Box& page, bool small) {
  Panel panel = task.panel(page, small ? 22 : 40, generators.seen());
  panel.clip = true;
  if (!small) generators.add_moment_labels(panel);
  task.add_part(panel);
  task.add_contacts(panel, {.frames = false, .cones = !small, .gaps = !small});
  generators.add_to(panel, true);
  task.add_center_of_mass(panel, false);
  return panel;
}

WrenchMap map_of(const ModeCone& mode, double gyration) {
  WrenchMap map;
  map.gyration = gyration;
  map.regions.push_back({mode.cone, Ink::wanted, Hatch::rising, ""});
  for (std::size_t k = 0; k < mode.cone.rays.size(); ++k) {
    map.points.push_back({mode.cone.rays[k], Ink::force, Shape::disc, fmt::format("g{}", k + 1)});
  }
  if (mode.widest && mode.cone.dimension() == 3 && !mode.cone.faces.empty()) {
    map.center = *mode.widest;
    map.points.push_back({*mode.widest, Ink::best, Shape::star,
                          fmt::format("widest, {}°", internal::number(std::round(mode.margin_deg * 10) / 10)),
                          mode.margin_deg});
  }
  if (!map.center && !mode.cone.rays.empty()) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& ray : mode.cone.rays) sum += ray;
    if (sum.norm() > 1e-9) map.center = sum;
  }
  return map;
}

/// Two boxes in the room: side by side, or one above the other where it is narrow.
std::pair<Box, Box> halves(const Box& room, bool narrow) {
  constexpr double kAir = 16, kShare = .56;
  if (narrow) {
    const double high = (room.size.y() - kAir) * kShare;
    return {{room.least, {room.size.x(), high}},
            {room.least + Eigen::Vector2d(0, high + kAir), {room.size.x(), room.size.y() - high - kAir}}};
  }
  const double wide = (room.size.x() - kAir) * kShare;
  return {{room.least, {wide, room.size.y()}},
          {room.least + Eigen::Vector2d(wide + kAir, 0), {room.size.x() - wide - kAir, room.size.y()}}};
}

void add_one(const ValidTask& valid, const ModeCone& mode, const TaskFigure& task, PageFrame& frame) {
  const double gyration = valid.contacts().radius_of_gyration();
  const GeneratorFigure generators(task, mode.cone, gyration);
  frame.add_line(fmt::format("mode {}: {}", mode.mode, words_of(mode, generators)), Ink::text);
  const bool map = mode.feasible && mode.cone.dimension() > 0;
  frame.add_legend(legend_of(generators, map, generators.has_moment_labels()));
  if (!map) return frame.add_panel(generator_panel(task, generators, frame.room(), false));
  const auto [left, right] = halves(frame.room(), frame.narrow());
  Panel part = generator_panel(task, generators, left, false);
  part.title = "mode " + mode.mode + ": " + words_of(mode, generators);
  internal::add_scale_bar(part, valid.task().units.length_name());
  frame.add_panel(std::move(part));
  frame.add_panel(wrench_map_panel(map_of(mode, gyration), right));
}

constexpr double kHead = 34;  ///< px above a small multiple

struct Columns {
  std::size_t columns, shown;
};

/// The columns with which small multiples are largest, and how many of them there is room for.
Columns columns_for(std::size_t count, const Eigen::Vector2d& room) {
  constexpr double kLeastWidth = 240, kLeastHeight = 180 + kHead;
  const auto fits = [](double px, double each) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(px / each));
  };
  const std::size_t most = fits(room.x(), kLeastWidth), rows = fits(room.y(), kLeastHeight);
  const std::size_t shown = std::min(count, most * rows);
  Columns best{most, shown};
  double largest = 0;
  for (std::size_t columns = 1; columns <= most; ++columns) {
    const std::size_t needed = std::max<std::size_t>(1, (shown + columns - 1) / columns);
    if (needed > rows) continue;
    const double side =
        std::min(room.x() / static_cast<double>(columns), room.y() / static_cast<double>(needed) - kHead);
    if (side > largest) largest = side, best.columns = columns;
  }
  return best;
}

void add_several(const ValidTask& valid, const ConeFigure& figure, const TaskFigure& task, PageFrame& frame) {
  const double gyration = valid.contacts().radius_of_gyration();
  bool forces = false, moments = false;
  for (const ModeCone& mode : figure.modes) {
    const GeneratorFigure generators(task, mode.cone, gyration);
    forces = forces || generators.forces() > 0;
    moments = moments || generators.moments() > 0;
  }
  frame.add_legend(generator_legend(forces, moments));
  const std::size_t count = figure.modes.size();
  const auto [columns, shown] = columns_for(count, frame.room().size - Eigen::Vector2d(0, 20));
  const std::size_t used = std::max<std::size_t>(1, (shown + columns - 1) / columns);
  frame.add_line(shown == count ? fmt::format("the wrench cones of {} modes", count)
                                : fmt::format("the wrench cones of {} of {} modes", shown, count),
                 Ink::text);
  frame.add_space(8);
  const Box room = frame.room();
  const Eigen::Vector2d cell(room.size.x() / static_cast<double>(columns), room.size.y() / static_cast<double>(used));
  for (std::size_t k = 0; k < shown; ++k) {
    const ModeCone& mode = figure.modes[k];
    const GeneratorFigure generators(task, mode.cone, gyration);
    const Box box{room.least + Eigen::Vector2d(static_cast<double>(k % columns) * cell.x(),
                                               static_cast<double>(k / columns) * cell.y()),
                  cell - Eigen::Vector2d(12, 8)};
    Panel panel = generator_panel(task, generators,
                                  {box.least + Eigen::Vector2d(0, kHead), box.size - Eigen::Vector2d(0, kHead)}, true);
    panel.title = "mode " + mode.mode;
    panel.description = words_of(mode, generators);
    frame.add_panel(std::move(panel));
    frame.add_text(box.least + Eigen::Vector2d(0, 8), "mode " + mode.mode, 13, Ink::text, box.size.x());
    frame.add_text(box.least + Eigen::Vector2d(0, 24), words_of(mode, generators), 11, Ink::note, box.size.x());
  }
}

}  // namespace

Picture cone_picture(const ValidTask& valid, const ConeFigure& figure, const Eigen::Vector2d& size) {
  internal::require_page(size);
  const std::string title = internal::title_of(valid), words = internal::words_of(valid);
  PageFrame frame(size, title, "Wrench cones. " + words);
  frame.add_line(words);
  frame.add_notes(internal::lines_of(figure.warnings), Ink::warning, 3);
  const TaskFigure task(valid);
  if (figure.modes.size() == 1) {
    add_one(valid, figure.modes[0], task, frame);
  } else {
    add_several(valid, figure, task, frame);
  }
  return frame.finish();
}

}  // namespace pawl::draw
