// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pawl/draw/plan_picture.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "basin_panels.h"
#include "compass.h"
#include "graph_panel.h"
#include "panel_items.h"
#include "sheet.h"

namespace pawl::draw {
namespace {

constexpr double kOpen = .07;    // of the part's size: how far a state is from the seat
constexpr double kMotion = .13;  // how far its ghosts go

constexpr const char* kLegend =
    "filled: where the part may be before a step; double ring: where it may come to rest; dashed: how it moves at "
    "first, drawn at any size, "
    "from a state drawn with its gaps opened; hollow fixels do not touch";

bool shows_states(const PlanFigure& figure) {
  return std::any_of(figure.steps.begin(), figure.steps.end(),
                     [](const StepFigure& step) { return !step.states.empty(); });
}

std::string name_of(const std::vector<int>& fixels) {
  return fixels.empty() ? "none" : fmt::format("{}", fmt::join(fixels, " "));
}

Panel wrench_panel(const PartFigure& part, const StepFigure& step, const Box& world) {
  Panel panel;
  panel.title = "line of force";
  panel.world = world;
  panel.clip = true;
  add_part(panel, part, Eigen::Vector3d::Zero(), {});
  add_wrench(panel, part, step.wrench, Ink::best);
  return panel;
}

/// A state: the part where just its fixels touch, and ghosts of where it may go.
Panel state_panel(const PartFigure& part, const StateFigure& state, const Box& world) {
  Panel panel;
  panel.title = name_of(state.fixels) + (state.rests ? ": may rest" : state.escapes ? ": may leave" : "");
  panel.description = fmt::format("touching {}: {}", name_of(state.fixels), fmt::join(state.modes, " "));
  panel.world = world;
  const Eigen::Vector3d from = state_displacement(part, state.fixels, kOpen).value_or(Eigen::Vector3d::Zero());
  PartLook look;
  look.numbers = false;
  look.mark = 7;
  look.touching = state.fixels;
  add_part(panel, part, from, look);
  for (const Eigen::Vector3d& motion : state.motions) {
    add_motion(panel, part, from, shown_motion(part, motion, kMotion), state.escapes ? Ink::failed : Ink::motion);
  }
  return panel;
}

/// Where the panels of one step stand.
struct StepBoxes {
  Box wrench, compass, graph;
  PanelGrid states;
};

GridShape state_shape(double aspect, bool narrow) {
  return {narrow ? 112. : 128., narrow ? 150. : 170., narrow ? 3U : 4U, aspect, Sheet::kTitle, 8};
}

/// px for the graph: by the most states in a column of it.
double graph_height(const GraphFigure& graph) {
  std::map<std::size_t, int> columns;
  int most = 1;
  for (const GraphFigure::State& state : graph.states) most = std::max(most, ++columns[state.fixels.size()]);
  return Sheet::kTitle + std::clamp(74. * most, 100., 320.);
}

StepBoxes wide_boxes(const Sheet& sheet, const StepFigure& step, std::size_t states, double aspect) {
  const bool has_window = step.window.has_value();
  constexpr double kGap = 16, kWrench = 260, kCompass = 150, kGraph = 340;
  const double y = sheet.y(), x = sheet.left();
  StepBoxes boxes;
  const double across = has_window ? kWrench + kGap + kCompass : kWrench;
  const double middle = sheet.width() - across - kGraph - 2 * kGap;
  boxes.states = panel_grid(states, {x + across + kGap, y}, middle, state_shape(aspect, false));
  boxes.wrench = {{x, y}, {kWrench, Sheet::kTitle + kWrench * aspect}};
  boxes.compass = {{x + kWrench + kGap, y}, {kCompass, Sheet::kTitle + kCompass}};
  boxes.graph = {{x + across + middle + 2 * kGap, y}, {kGraph, graph_height(step.graph)}};
  return boxes;
}

StepBoxes narrow_boxes(const Sheet& sheet, const StepFigure& step, std::size_t states, double aspect) {
  const bool has_window = step.window.has_value();
  constexpr double kGap = 8;
  const double y = sheet.y(), x = sheet.left();
  StepBoxes boxes;
  const double compass = has_window ? 140 : 0, wrench = sheet.width() - (has_window ? compass + kGap : 0);
  const double tall = Sheet::kTitle + wrench * aspect;
  boxes.wrench = {{x, y}, {wrench, tall}};
  boxes.compass = {{x + wrench + kGap, y}, {compass, Sheet::kTitle + compass}};
  boxes.states = panel_grid(states, {x, y + tall + kGap}, sheet.width(), state_shape(aspect, true));
  boxes.graph = {{x, boxes.states.bottom + kGap}, {sheet.width(), graph_height(step.graph)}};
  return boxes;
}

void add_step(Sheet& sheet, const PlanFigure& figure, const StepFigure& step) {
  sheet.space(10);
  sheet.line(step.title);
  sheet.notes(step.notes);
  sheet.space(4);
  const Box world = grown(box_of(figure.part), .18 * figure.part.size);
  const double aspect = std::clamp(world.size.y() / world.size.x(), .4, 1.2);
  const std::size_t shown = std::min(step.states.size(), figure.most_states);
  const StepBoxes boxes =
      sheet.narrow() ? narrow_boxes(sheet, step, shown, aspect) : wide_boxes(sheet, step, shown, aspect);
  sheet.add(wrench_panel(figure.part, step, world), boxes.wrench);
  if (step.window) {
    sheet.add(compass(*step.window, std::atan2(step.wrench.y(), step.wrench.x())), boxes.compass);
  }
  for (std::size_t k = 0; k < shown; ++k)
    sheet.add(state_panel(figure.part, step.states[k], world), boxes.states.boxes[k]);
  if (!step.graph.moves.empty()) {
    const double width = boxes.graph.size.x(), height = boxes.graph.size.y() - Sheet::kTitle;
    sheet.add(graph_panel(step.graph, width, height / width), boxes.graph);
  }
  if (shown < step.states.size()) sheet.line(fmt::format("and {} more states", step.states.size() - shown), Ink::note);
}

}  // namespace

Picture draw(const PlanFigure& figure, double width) {
  Sheet sheet(width);
  sheet.heading(figure.title);
  sheet.notes(figure.notes);
  if (shows_states(figure)) sheet.line(kLegend, Ink::note);
  std::string description = spoken(figure.notes);
  for (std::size_t k = 0; k < figure.steps.size(); ++k) {
    if (sheet.is_full()) {
      sheet.line(fmt::format("and {} more steps, for which a page has no room", figure.steps.size() - k), Ink::warning);
      break;
    }
    add_step(sheet, figure, figure.steps[k]);
    description += ". " + figure.steps[k].title;
  }
  if (figure.basin && !sheet.is_full()) add_basin(sheet, figure.part, *figure.basin);
  return sheet.finish(figure.title, description);
}

}  // namespace pawl::draw
