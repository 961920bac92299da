// SPDX-License-Identifier: MIT
#include <pawl/draw/fixtures_picture.h>

#include <algorithm>
#include <cmath>

#include "panel_items.h"
#include "sheet.h"

namespace pawl::draw {
namespace {

constexpr double kLine = 17;      ///< px, of the measures below a fixture
constexpr double kSector = .28;   ///< of the part's size
constexpr double kGap = 18;       ///< px
constexpr double kTextSize = 12;  ///< px

/// Directions of the force as a sector about the centre of mass, where they can be told from a whole turn.
void add_window(const FixtureFigure& fixture, Panel& panel) {
  if (!fixture.window) return;
  const double radius = kSector * fixture.part.size;
  const auto [from, to] = *fixture.window;
  constexpr double kTurn = 6.283;
  if (!(to > from) || to - from >= kTurn) return;
  Path sector = arc(fixture.part.center, radius, from, to);
  sector.vertices.push_back(fixture.part.center);
  sector.bulges.resize(sector.vertices.size(), 0);
  add_shape(panel, std::move(sector), Pen{Ink::best, 1}, Fill{Ink::best, .25});
}

void add_clamp(const FixtureFigure& fixture, Panel& panel) {
  if (!fixture.clamp) return;
  const auto& [tip, direction] = *fixture.clamp;
  add_arrow(panel, tip - .3 * fixture.part.size * direction, tip, Pen{Ink::safe, 3});
  if (fixture.clamp_radius > 0) add_shape(panel, circle(tip, fixture.clamp_radius), Pen{Ink::safe, 1.5}, std::nullopt);
}

Panel panel_of(const FixtureFigure& fixture) {
  Panel panel;
  panel.title = fixture.title;
  panel.description = spoken(fixture.measures);
  Box box = box_of(fixture.part);
  if (fixture.clamp)
    box = joined(box, {fixture.clamp->first - .25 * fixture.part.size * fixture.clamp->second, {0, 0}});
  panel.world = grown(box, .12 * fixture.part.size);
  panel.clip = true;
  add_part(panel, fixture.part, Eigen::Vector3d::Zero(), {});
  for (const Path& stretch : fixture.clamps) add_stroke(panel, stretch, Pen{Ink::safe, 5});
  add_window(fixture, panel);
  if (fixture.wrench) add_wrench(panel, fixture.part, *fixture.wrench, Ink::best);
  add_clamp(fixture, panel);
  return panel;
}

}  // namespace

Picture draw(const FixturesFigure& figure, double width) {
  Sheet sheet(width);
  sheet.heading(figure.title);
  sheet.notes(figure.notes);
  if (!figure.fixtures.empty()) {
    sheet.line(
        "numbers: pins; thick: where one clamp without friction holds; arrow and sector: the force that seats it, "
        "and the directions in which it does",
        Ink::note);
  }
  sheet.space(8);
  std::size_t lines = 0;
  for (const FixtureFigure& fixture : figure.fixtures) lines = std::max(lines, fixture.measures.size());
  const double below = kLine * static_cast<double>(lines);
  const PanelGrid grid = panel_grid(figure.fixtures.size(), {sheet.left(), sheet.y()}, sheet.width(),
                                    {240, 420, 4, .8, Sheet::kTitle + below, kGap});
  for (std::size_t k = 0; k < figure.fixtures.size() && !sheet.is_full(); ++k) {
    const FixtureFigure& fixture = figure.fixtures[k];
    Box box = grid.boxes[k];
    box.size.y() -= below;
    sheet.add(panel_of(fixture), box);
    double y = box.most().y() + kLine / 2;
    for (const Note& measure : fixture.measures) {
      const std::vector<std::string> shown = wrapped(measure.text, kTextSize, box.size.x());
      if (!shown.empty()) {
        sheet.write({box.least.x(), y}, shown.size() > 1 ? shown[0] + "\u2026" : shown[0], kTextSize, measure.ink);
      }
      y += kLine;
    }
    sheet.space(std::max(0., grid.boxes[k].most().y() - sheet.y()));
  }
  return sheet.finish(figure.title, spoken(figure.notes));
}

}  // namespace pawl::draw
