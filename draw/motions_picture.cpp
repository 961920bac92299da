// SPDX-License-Identifier: MIT
#include <pawl/draw/fixtures_picture.h>
#include <pawl/draw/motions_picture.h>
#include <pawl/draw/scene_picture.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "draw/part_figure.h"
#include "draw/sheet.h"

namespace pawl::draw {
namespace {

// Largest displacement of a point of a ghost, as a multiple of the part's size.
constexpr double kShown = .16;
constexpr std::size_t kMostLettered = 40;  // with more fixels than this, no letters are written
constexpr double kForce = .4;              // length of the arrow of the largest force, as a multiple of the part's size

double largest_force(const std::vector<MotionFigure>& motions) {
  double most = 0;
  for (const MotionFigure& motion : motions) {
    for (const Eigen::Vector2d& force : motion.forces) most = std::max(most, force.norm());
  }
  return most;
}

/// Writes the number and the letter of each fixel beside the fixel: "2 l".
void add_letters(Panel& panel, const PartFigure& part, const std::string& mode) {
  if (part.fixels.size() > kMostLettered) return;
  for (std::size_t i = 0; i < part.fixels.size(); ++i) {
    std::string text = std::to_string(part.fixels[i].number);
    if (i < mode.size()) text += std::string(" ") + mode[i];
    add_fixel_name(panel, part, part.fixels[i], text);
  }
}

Panel motion_panel(const PartFigure& part, const MotionFigure& motion, const Box& world, double force_scale) {
  Panel panel;
  panel.title = motion.title;
  panel.world = world;
  PartStyle look;
  look.numbers = false;
  add_part(panel, part, Eigen::Vector3d::Zero(), look);
  add_motion(panel, part, Eigen::Vector3d::Zero(), shown_motion(part, motion.motion, kShown), motion.ink);
  for (std::size_t i = 0; i < motion.forces.size(); ++i) {
    const Eigen::Vector2d at = part.fixels[i].point, force = motion.forces[i] * force_scale;
    if (force.norm() > .02 * part.size) add_arrow(panel, at, at + force, Pen{Ink::force, 2.2});
  }
  add_letters(panel, part, motion.mode);
  return panel;
}

std::vector<Panel> motion_panels(const MotionsFigure& figure, const Box& world) {
  const double most = largest_force(figure.motions);
  const double force_scale = most > 0 ? kForce * figure.part.size / most : 0;
  std::vector<Panel> panels;
  for (const MotionFigure& motion : figure.motions)
    panels.push_back(motion_panel(figure.part, motion, world, force_scale));
  return panels;
}

Panel wrench_panel(const MotionsFigure& figure, const Box& world) {
  Panel panel;
  panel.title = figure.wrench_title;
  panel.world = world;
  panel.clip = true;
  add_part(panel, figure.part, Eigen::Vector3d::Zero(), {});
  add_wrench(panel, figure.part, *figure.wrench, Ink::best);
  return panel;
}

std::vector<internal::LegendEntry> legend_of(const MotionsFigure& figure) {
  std::vector<internal::LegendEntry> legend = {
      {figure.moves + " (exaggerated)", Pen{Ink::motion, 1.5, Dash::dashed}, Head::arrow},
      {"pin that does not touch", Pen{Ink::pin}, Head::none, std::nullopt, Shape::ring}};
  if (figure.wrench) legend.push_back({"wrench", Pen{Ink::best, 2.4}, Head::arrow});
  if (largest_force(figure.motions) > 0)
    legend.push_back({"force on the part (one scale)", Pen{Ink::force, 3}, Head::arrow});
  return legend;
}

constexpr const char* kLetters =
    "Letters at the pins: a approaches, l and r slides left and right, n sticks or rolls, s separates.";

/// Adds panels in rows below the current content. The panel with the index `scaled` gets a scale bar, unless `length`,
/// the name of the unit of length, is empty.
void add_grid(Sheet& sheet, std::vector<Panel> panels, GridShape shape, std::size_t scaled, const std::string& length) {
  if (panels.empty()) return;
  const PanelGrid grid = panel_grid(panels.size(), {sheet.left(), sheet.y()}, sheet.width(), shape);
  for (std::size_t k = 0; k < panels.size(); ++k) {
    if (k == scaled && !length.empty()) {
      panels[k].page = {{0, 0}, {grid.boxes[k].size.x(), grid.boxes[k].size.y() - Sheet::kTitle}};
      internal::add_scale_bar(panels[k], length);
    }
    sheet.add(std::move(panels[k]), grid.boxes[k]);
  }
}

}  // namespace

Picture draw(const MotionsFigure& figure, double width) {
  Sheet sheet(width);
  sheet.head(figure.title, figure.notes);
  sheet.space(8);
  const Box world = grown(box_of(figure.part), .2 * figure.part.size);
  const double aspect = std::clamp(world.size.y() / world.size.x(), .4, 1.4);
  std::vector<Panel> large = figure.maps, small = motion_panels(figure, world);
  if (figure.wrench) large.insert(large.begin(), wrench_panel(figure, world));
  if (large.size() + small.size() <= 3) {  // all panels fit into one row and get the same size
    std::move(small.begin(), small.end(), std::back_inserter(large));
    small.clear();
  }
  constexpr std::size_t kNone = 1000;
  const std::size_t first = figure.wrench ? 0 : figure.maps.size();  // index of the first panel that shows the part
  add_grid(sheet, std::move(large), {300, 420, 3, std::clamp(aspect, .5, .9), Sheet::kTitle, 16}, first, figure.length);
  if (figure.wrench) sheet.space(12);
  add_grid(sheet, std::move(small), {170, 340, 6, aspect, Sheet::kTitle, 14}, figure.wrench ? kNone : 0, figure.length);
  if (figure.left_out > 0) {
    sheet.space(6);
    sheet.line("and " + std::to_string(figure.left_out) + " more", Ink::note);
  }
  sheet.space(10);
  sheet.legend(legend_of(figure));
  sheet.space(4);
  const bool letters = std::any_of(figure.motions.begin(), figure.motions.end(),
                                   [](const MotionFigure& motion) { return !motion.mode.empty(); });
  if (letters) sheet.line(kLetters, Ink::note);
  sheet.tail(figure.notes);
  return sheet.finish(figure.title, spoken(figure.notes));
}

namespace {

/// With more bodies than this, no ghosts at the initial poses are drawn, because they would hide the final poses.
constexpr std::size_t kMostGhosts = 12;
constexpr std::size_t kMostNumberedBodies = 60;  ///< with more bodies than this, no numbers are written

/// Returns the bounding box of all moving bodies at the start and at the end, with a margin. The ground is drawn only
/// within this box.
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
  panel.title = "end";
  panel.world = world_of(figure.bodies);
  panel.clip = true;
  for (const BodyFigure& body : figure.bodies) {
    if (body.fixed) add_shape(panel, body.end, body.end_holes, Pen{Ink::pin, 1.5}, Fill{Ink::pin, .12, Hatch::rising});
  }
  for (const BodyFigure& body : figure.bodies) {
    const Box box = *bounds_of(body.end, true);
    const bool in_sight = overlap(box, panel.world) && figure.bodies.size() <= kMostNumberedBodies;
    if (body.number == 0 || !in_sight) continue;
    const Eigen::Vector2d middle = box.center().cwiseMax(panel.world.least).cwiseMin(panel.world.most());
    add_label(panel, middle, std::to_string(body.number), body.fixed ? Ink::pin : Ink::part, Place::beside, 20, 12);
    std::get<Label>(panel.items.back()).clearance = -8;  // negative, so that the label may lie on the body
  }
  const auto moving = static_cast<std::size_t>(
      std::count_if(figure.bodies.begin(), figure.bodies.end(), [](const BodyFigure& body) { return !body.fixed; }));
  for (const BodyFigure& body : figure.bodies) {
    if (body.fixed) continue;
    if (moving <= kMostGhosts) {
      add_shape(panel, body.start, body.start_holes, Pen{Ink::ghost, 1, Dash::dashed}, std::nullopt);
    }
    add_shape(panel, body.end, body.end_holes, Pen{Ink::part, 1.5}, Fill{Ink::part, .14});
  }
  if (moving > 0 && moving <= kMostGhosts) panel.title += "; dashed = start";
  internal::add_scale_bar(panel, figure.length);
  return panel;
}

Chart energy_chart(const SceneFigure& figure) {
  Chart chart;
  chart.title = "kinetic and potential energy";
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
  sheet.head(figure.title, figure.notes);
  sheet.space(8);
  const PanelGrid grid =
      panel_grid(2, {sheet.left(), sheet.y()}, sheet.width(), {300, 800, 2, 0, sheet.narrow() ? 330. : 520., 18});
  sheet.add(last_frame(figure, grid.boxes[0]), grid.boxes[0]);
  Box chart = grid.boxes[1];
  chart.size.y() = std::min(chart.size.y(), 380.);
  add_chart(sheet, energy_chart(figure), chart);
  sheet.space(8);
  sheet.tail(figure.notes);
  return sheet.finish(figure.title, spoken(figure.notes));
}

namespace {

constexpr double kMeasureHeight = 17;  ///< height of one line of the measures below a fixture, px
constexpr double kSector = .28;  ///< radius of the sector of permitted directions, as a multiple of the part's size
constexpr double kGap = 18;      ///< distance between panels, px
constexpr double kMeasureTextSize = 12;  ///< text size, px

/// Draws the permitted directions of the force as a sector around the centre of mass. Draws nothing if the sector would
/// look like a full circle.
void add_window(const FixtureFigure& fixture, Panel& panel) {
  if (!fixture.window) return;
  const double radius = kSector * fixture.part.size;
  const auto [from, to] = *fixture.window;
  constexpr double kAlmostTurn = 6.283;
  if (!(to > from) || to - from >= kAlmostTurn) return;
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
  if (!figure.notes.empty()) sheet.notes({figure.notes[0]});
  sheet.space(8);
  std::size_t lines = 0;
  for (const FixtureFigure& fixture : figure.fixtures) lines = std::max(lines, fixture.measures.size());
  const double below = kMeasureHeight * static_cast<double>(lines);
  const PanelGrid grid = panel_grid(figure.fixtures.size(), {sheet.left(), sheet.y()}, sheet.width(),
                                    {240, 420, 4, .8, Sheet::kTitle + below, kGap});
  for (std::size_t k = 0; k < figure.fixtures.size() && !sheet.is_full(); ++k) {
    const FixtureFigure& fixture = figure.fixtures[k];
    Box box = grid.boxes[k];
    box.size.y() -= below;
    sheet.add(panel_of(fixture), box);
    double y = box.most().y() + kMeasureHeight / 2;
    for (const Note& measure : fixture.measures) {
      const std::vector<std::string> shown = wrapped(measure.text, kMeasureTextSize, box.size.x());
      if (!shown.empty()) {
        sheet.write({box.least.x(), y}, shown.size() > 1 ? shown[0] + "\u2026" : shown[0], kMeasureTextSize,
                    measure.ink);
      }
      y += kMeasureHeight;
    }
    sheet.space(std::max(0., grid.boxes[k].most().y() - sheet.y()));
  }
  sheet.space(8);
  if (!figure.fixtures.empty()) {
    const auto any = [&](const auto& holds) { return std::any_of(figure.fixtures.begin(), figure.fixtures.end(), holds); };
    std::vector<internal::LegendEntry> entries;
    if (any([](const FixtureFigure& fixture) {
          return std::any_of(fixture.part.fixels.begin(), fixture.part.fixels.end(), [](const FixelFigure& fixel) { return !fixel.wall; });
        }))
      entries.push_back({"pin", Pen{Ink::pin, 1.5}, Head::none, Fill{Ink::pin, .3}});
    if (any([](const FixtureFigure& fixture) { return !fixture.part.walls.empty(); }))
      entries.push_back({"plate or wall", Pen{Ink::pin, 1.5}, Head::none, Fill{Ink::pin, .18}});
    if (any([](const FixtureFigure& fixture) { return fixture.wrench || fixture.window || !fixture.clamps.empty() || fixture.clamp; }))
      entries.insert(entries.end(), {{"one clamp holds", Pen{Ink::safe, 5}},
                                     {"seating force", Pen{Ink::best, 3}, Head::arrow},
                                     {"its allowed directions", Pen{Ink::best, 1}, Head::none, Fill{Ink::best, .25}}});
    sheet.legend(entries);
    sheet.space(6);
  }
  if (figure.notes.size() > 1) sheet.notes({figure.notes.begin() + 1, figure.notes.end()});
  return sheet.finish(figure.title, spoken(figure.notes));
}

}  // namespace pawl::draw
