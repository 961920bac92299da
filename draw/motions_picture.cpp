// SPDX-License-Identifier: MIT
#include <pawl/draw/motions_picture.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "panel_items.h"
#include "sheet.h"

namespace pawl::draw {
namespace {

constexpr double kShown = .16;             // of the part's size: how far a ghost is displaced
constexpr std::size_t kMostLettered = 40;  // fixels
constexpr double kForce = .4;              // of the part's size: the largest force

double largest_force(const std::vector<MotionFigure>& motions) {
  double most = 0;
  for (const MotionFigure& motion : motions) {
    for (const Eigen::Vector2d& force : motion.forces) most = std::max(most, force.norm());
  }
  return most;
}

/// "2 l": the fixel and its letter.
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
  PartLook look;
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

std::string legend(const MotionsFigure& figure) {
  std::string text = "dashed: " + figure.moves +
                     ", drawn at any size; letters: a approaching, l and r sliding left and "
                     "right, n rolling, s separating; hollow fixels do not touch";
  if (largest_force(figure.motions) > 0) text += "; thick arrows: forces on the part, to one scale";
  return text;
}

/// Panels in rows under what is there.
void add_grid(Sheet& sheet, std::vector<Panel> panels, GridShape shape) {
  if (panels.empty()) return;
  const PanelGrid grid = panel_grid(panels.size(), {sheet.left(), sheet.y()}, sheet.width(), shape);
  for (std::size_t k = 0; k < panels.size(); ++k) sheet.add(std::move(panels[k]), grid.boxes[k]);
}

}  // namespace

Picture draw(const MotionsFigure& figure, double width) {
  Sheet sheet(width);
  sheet.heading(figure.title);
  sheet.notes(figure.notes);
  sheet.line(legend(figure), Ink::note);
  sheet.space(8);
  const Box world = grown(box_of(figure.part), .2 * figure.part.size);
  const double aspect = std::clamp(world.size.y() / world.size.x(), .4, 1.4);
  std::vector<Panel> large = figure.maps, small = motion_panels(figure, world);
  if (figure.wrench) large.insert(large.begin(), wrench_panel(figure, world));
  if (large.size() + small.size() <= 3) {  // one row, one size
    std::move(small.begin(), small.end(), std::back_inserter(large));
    small.clear();
  }
  add_grid(sheet, std::move(large), {300, 420, 3, std::clamp(aspect, .5, .9), Sheet::kTitle, 16});
  if (figure.wrench) sheet.space(12);
  add_grid(sheet, std::move(small), {170, 340, 6, aspect, Sheet::kTitle, 14});
  if (figure.left_out > 0) {
    sheet.space(6);
    sheet.line("and " + std::to_string(figure.left_out) + " more", Ink::note);
  }
  return sheet.finish(figure.title, spoken(figure.notes));
}

}  // namespace pawl::draw
