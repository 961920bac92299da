// SPDX-License-Identifier: MIT
#include "draw/plan_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pawl/base/fault.h>
#include <pawl/draw/plan_picture.h>
#include <pawl/draw/render.h>
#include <pawl/draw/step_figure.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "draw/basin_picture.h"
#include "draw/part_figure.h"
#include "draw/sheet.h"

namespace pawl::draw {

/// Draws the graph in layers by the number of touching fixels. States in which the part may be before the step are
/// filled. States in which it may come to rest have a second ring. Arrows are moves with their modes. `aspect` is the
/// height of the panel's box divided by its width.
Panel graph_panel(const GraphFigure& figure, double width, double aspect);

namespace {

// Displacement by which a state is shown away from the seat, as a multiple of the part's size.
constexpr double kOpen = .07;
constexpr double kMotion = .13;  // displacement of the ghosts of a state, as a multiple of the part's size

const std::vector<internal::LegendEntry>& state_legend() {
  static const std::vector<internal::LegendEntry> kLegend = {
      {"possible before the step", Pen{Ink::wanted, 2}, Head::none, Fill{Ink::wanted, .22}},
      {"may rest here", Pen{Ink::seated}, Head::none, std::nullopt, Shape::ring},
      {"first motion (exaggerated)", Pen{Ink::motion, 1.5, Dash::dashed}, Head::arrow},
      {"pin that does not touch (gap enlarged)", Pen{Ink::pin}, Head::none, std::nullopt, Shape::ring}};
  return kLegend;
}

const std::vector<internal::LegendEntry>& region_legend() {
  static const std::vector<internal::LegendEntry> kLegend = {
      {"corners of the region where the step starts", Pen{Ink::ghost, 1, Dash::dashed}},
      {"corners of the region where the part comes to rest", Pen{Ink::seated, 1.2}},
      {"poses in which it starts", Pen{Ink::ghost, .5}, Head::none, Fill{Ink::ghost, .25}},
      {"poses in which it may rest", Pen{Ink::seated, .5}, Head::none, Fill{Ink::seated, .8}},
      {"at its place", Pen{Ink::best}, Head::none, std::nullopt, Shape::diamond}};
  return kLegend;
}

bool shows_regions(const PlanFigure& figure) {
  return std::any_of(figure.steps.begin(), figure.steps.end(),
                     [](const StepFigure& step) { return !step.starts.empty() || !step.rests.empty(); });
}

bool shows_states(const PlanFigure& figure) {
  return std::any_of(figure.steps.begin(), figure.steps.end(),
                     [](const StepFigure& step) { return !step.states.empty(); });
}

std::string name_of(const std::vector<int>& fixels) {
  return fixels.empty() ? "none" : fmt::format("{}", fmt::join(fixels, " "));
}

Panel wrench_panel(const PlanFigure& figure, const StepFigure& step, const Box& world, const Box& box) {
  Panel panel;
  panel.title = "line of force";
  panel.world = world;
  panel.page = {{0, 0}, {box.size.x(), box.size.y() - Sheet::kTitle}};
  panel.clip = true;
  for (const Eigen::Vector3d& start : step.starts) add_ghost(panel, figure.part, start, Pen{Ink::ghost, 1, Dash::dashed});
  add_part(panel, figure.part, Eigen::Vector3d::Zero(), {});
  for (const Eigen::Vector3d& rest : step.rests) add_ghost(panel, figure.part, rest, Pen{Ink::seated, 1.2});
  add_wrench(panel, figure.part, step.wrench, Ink::best);
  if (!figure.length.empty()) internal::add_scale_bar(panel, figure.length);
  return panel;
}

/// Returns the panel of a state. It shows the part displaced such that only the fixels of the state touch, and ghosts
/// of the possible motions.
Panel state_panel(const PartFigure& part, const StateFigure& state, const Box& world) {
  Panel panel;
  panel.title = name_of(state.fixels) + (state.rests ? ": may rest" : state.escapes ? ": may leave" : "");
  panel.description = fmt::format("touching {}: {}", name_of(state.fixels), fmt::join(state.modes, " "));
  panel.world = world;
  const Eigen::Vector3d from = state_displacement(part, state.fixels, kOpen).value_or(Eigen::Vector3d::Zero());
  PartStyle look;
  look.numbers = false;
  look.mark = 7;
  look.touching = state.fixels;
  add_part(panel, part, from, look);
  for (const Eigen::Vector3d& motion : state.motions) {
    add_motion(panel, part, from, shown_motion(part, motion, kMotion), state.escapes ? Ink::failed : Ink::motion);
  }
  return panel;
}

/// The boxes of the panels of one step.
struct StepBoxes {
  Box wrench, compass, graph;
  PanelGrid states;
};

GridShape state_shape(double aspect, bool narrow) {
  return {narrow ? 112. : 128., narrow ? 150. : 170., narrow ? 3U : 4U, aspect, Sheet::kTitle, 8};
}

/// Returns the height of the graph, px, which depends on the largest number of states in one column.
double graph_height(const GraphFigure& graph) {
  std::map<std::size_t, int> columns;
  int most = 1;
  for (const GraphFigure::State& state : graph.states) most = std::max(most, ++columns[state.fixels.size()]);
  return Sheet::kTitle + std::clamp(74. * most, 100., 320.);
}

/// Returns the boxes of a step if all panels are in one row. Returns nothing if the page is too narrow for a panel of a
/// state between the wrench and the graph.
std::optional<StepBoxes> wide_boxes(const Sheet& sheet, const StepFigure& step, std::size_t states, double aspect) {
  const bool has_window = step.window.has_value();
  constexpr double kGap = 16, kCompass = 150, kGraph = 340;
  // Wider for a step with regions, because no states are drawn beside its wrench.
  const double wrench_width = step.starts.empty() ? 260 : 460;
  const double y = sheet.y(), x = sheet.left();
  StepBoxes boxes;
  const double across = has_window ? wrench_width + kGap + kCompass : wrench_width;
  const double middle = sheet.width() - across - kGraph - 2 * kGap;
  if (sheet.narrow() || middle < state_shape(aspect, false).least_width) return std::nullopt;
  boxes.states = panel_grid(states, {x + across + kGap, y}, middle, state_shape(aspect, false));
  boxes.wrench = {{x, y}, {wrench_width, Sheet::kTitle + wrench_width * aspect}};
  boxes.compass = {{x + wrench_width + kGap, y}, {kCompass, Sheet::kTitle + kCompass}};
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

/// Adds rectangles as one shape, because separate shapes would show seams.
void add_rectangles(Panel& items, const std::vector<Box>& boxes, const Fill& fill) {
  std::vector<Path> paths;
  for (const Box& box : boxes) {
    const Eigen::Vector2d low = box.least, high = box.most();
    paths.push_back(polyline({low, {high.x(), low.y()}, high, {low.x(), high.y()}}));
  }
  if (paths.empty()) return;
  Path first = std::move(paths.front());
  paths.erase(paths.begin());
  add_shape(items, std::move(first), std::move(paths), std::nullopt, fill);
}

Box extent_of(const std::vector<Box>& boxes) {
  Eigen::Vector2d low = boxes.front().least, high = boxes.front().most();
  for (const Box& box : boxes) {
    low = low.cwiseMin(box.least);
    high = high.cwiseMax(box.most());
  }
  return {low, high - low};
}

/// Returns a chart of one projection of the regions of a step. It shows the whole region at the start, unless the
/// region at rest would then be too small to see.
Chart region_chart(const std::vector<Box>& starts, const std::vector<Box>& rests, const std::string& x_name,
                   const std::string& y_name) {
  constexpr double kMostRatio = 25;
  Chart chart;
  chart.x_name = x_name;
  chart.y_name = y_name;
  const Box rest = extent_of(rests);
  std::vector<double> x{rest.least.x(), rest.most().x()}, y{rest.least.y(), rest.most().y()};
  if (!starts.empty()) {
    const Box start = extent_of(starts);
    if ((start.size.array() <= kMostRatio * rest.size.array()).all()) {
      x.insert(x.end(), {start.least.x(), start.most().x()});
      y.insert(y.end(), {start.least.y(), start.most().y()});
    }
  }
  chart.x = range_of(x, .12);
  chart.y = range_of(y, .12);
  Panel items;
  add_rectangles(items, starts, Fill{Ink::ghost, .25});
  add_rectangles(items, rests, Fill{Ink::seated, .8});
  add_mark(items, {0, 0}, Shape::diamond, 8, Ink::best);
  chart.items = std::move(items.items);
  return chart;
}

/// Adds charts of the regions of a step. Adds nothing if the step has no region at rest.
void add_regions(Sheet& sheet, const StepFigure& step, const std::string& length) {
  if (step.rest_region[0].empty()) return;
  sheet.space(8);
  const std::string x = "x, " + length, y = "y, " + length, turn = "\u03b8, \u00b0";
  const std::array<std::pair<std::string, std::string>, 3> axes{{{x, y}, {x, turn}, {y, turn}}};
  std::vector<Chart> charts;
  for (std::size_t k = 0; k < axes.size(); ++k)
    charts.push_back(region_chart(step.start_region[k], step.rest_region[k], axes[k].first, axes[k].second));
  charts[0].title = "(x, y) of the centre of mass, from its place";
  charts[1].title = "x and angle \u03b8";
  charts[2].title = "y and angle \u03b8";
  add_charts(sheet, charts, 230);
}

void add_step(Sheet& sheet, const PlanFigure& figure, const StepFigure& step) {
  sheet.space(10);
  sheet.line(step.title);
  sheet.notes(step.notes);
  sheet.space(4);
  double farthest = 0;
  for (const Eigen::Vector3d& start : step.starts) farthest = std::max(farthest, start.head<2>().norm());
  const Box world = grown(box_of(figure.part), .18 * figure.part.size + farthest);
  const double aspect = std::clamp(world.size.y() / world.size.x(), .4, 1.2);
  const std::size_t shown = std::min(step.states.size(), figure.most_states);
  const std::optional<StepBoxes> wide = wide_boxes(sheet, step, shown, aspect);
  const StepBoxes boxes = wide ? *wide : narrow_boxes(sheet, step, shown, aspect);
  sheet.add(wrench_panel(figure, step, world, boxes.wrench), boxes.wrench);
  if (step.window) {
    sheet.add(compass(*step.window, std::atan2(step.wrench.y(), step.wrench.x())), boxes.compass);
  }
  for (std::size_t k = 0; k < shown; ++k)
    sheet.add(state_panel(figure.part, step.states[k], world), boxes.states.boxes[k]);
  if (!step.graph.moves.empty()) {
    const double width = boxes.graph.size.x(), height = boxes.graph.size.y() - Sheet::kTitle;
    sheet.add(graph_panel(step.graph, width, height / width), boxes.graph);
  }
  add_regions(sheet, step, figure.length);
  if (shown < step.states.size()) sheet.line(fmt::format("and {} more states", step.states.size() - shown), Ink::note);
}

}  // namespace

Picture draw(const PlanFigure& figure, double width) {
  Sheet sheet(width);
  sheet.head(figure.title, figure.notes);
  std::string description = spoken(figure.notes);
  for (std::size_t k = 0; k < figure.steps.size(); ++k) {
    if (sheet.is_full()) {
      sheet.line(fmt::format("and {} more steps that do not fit on this sheet", figure.steps.size() - k), Ink::warning);
      break;
    }
    add_step(sheet, figure, figure.steps[k]);
    description += ". " + figure.steps[k].title;
  }
  if (figure.basin && !sheet.is_full()) add_basin(sheet, figure.part, *figure.basin);
  sheet.space(10);
  if (shows_states(figure)) sheet.legend(state_legend());
  if (shows_regions(figure)) sheet.legend(region_legend());
  sheet.space(4);
  sheet.tail(figure.notes);
  return sheet.finish(figure.title, description);
}

namespace {

/// Returns the numbers of the fixels of a state, counted from 1.
std::vector<int> numbers_of(const PlanProblem& problem, int state) {
  std::vector<int> numbers = problem.fixels(state);
  for (int& number : numbers) ++number;
  return numbers;
}

int state_of(const PlanProblem& problem, const std::vector<int>& numbers) {
  // Two states have no touching fixels: the displaced start, and the state without contact. The displaced start has the
  // larger number if it exists. The search begins with the largest number and therefore finds it.
  for (int state = problem.graph.count() - 1; state >= 0; --state) {
    if (numbers_of(problem, state) == numbers) return state;
  }
  throw InputError("/results/steps", "", "must be a contact state of this task");
}

std::set<int> state_numbers(const PlanProblem& problem, const Belief& belief) {
  std::set<int> states;
  for (const std::vector<int>& numbers : belief) states.insert(state_of(problem, numbers));
  return states;
}

StateSet bits_of(const std::set<int>& states) {
  StateSet bits;
  for (const int state : states) bits.set(static_cast<std::size_t>(state));
  return bits;
}

/// Returns all states that the part may pass through from the states `before`, including these states.
std::set<int> reached_from(const PlanProblem& problem, const std::set<int>& before, const Eigen::Vector3d& g) {
  std::set<int> reached = before;
  std::vector<int> open(before.begin(), before.end());
  while (!open.empty()) {
    const StateSet next = problem.graph.moves(open.back(), g).successors;
    open.pop_back();
    for (int state = 0; state < problem.graph.count(); ++state) {
      if (next[state] && reached.insert(state).second) open.push_back(state);
    }
  }
  return reached;
}

StateFigure state_figure(const PlanProblem& problem, int state, const Eigen::Vector3d& g) {
  StateFigure figure;
  const StateMoves moves = problem.graph.moves(state, g);
  figure.fixels = numbers_of(problem, state);
  figure.rests = moves.rest;
  figure.escapes = moves.escape;
  for (const ForwardSolution& solution : forward(problem.graph.contacts_in(state), g).solutions) {
    const bool moving = solution.acceleration_rank_deficiency > 0 || !solution.acceleration.isZero();
    if (!moving) figure.modes.insert(figure.modes.begin(), solution.mode.str());
    if (moving) figure.modes.push_back(solution.mode.str());
    if (moving) figure.motions.push_back(problem.graph.contacts().to_world(solution.acceleration));
  }
  return figure;
}

/// Returns the modes that lead out of a state. The key of an entry is the state to which the modes lead, or -1 if the
/// part leaves permanently.
std::map<int, std::string> ways_from(const PlanProblem& problem, int state, const Eigen::Vector3d& g) {
  const ContactGraph& graph = problem.graph;
  const StateMoves moves = graph.moves(state, g);
  std::map<int, std::string> ways;
  const auto add = [&](int to, const std::string& mode) { ways[to] += (ways[to].empty() ? "" : " ") + mode; };
  for (const int k : graph.consistent(state, g)) {
    const StateMode& mode = graph.modes(state)[k];
    if (mode.can_rest && moves.rest) continue;
    if (mode.successors.none()) add(-1, mode.cone.mode.str());
    // From the displaced start, the part may reach only some successors of the mode, because the sizes of the gaps
    // decide which contacts are gained first.
    const StateSet to = mode.successors & moves.successors;
    for (int next = 0; next < graph.count(); ++next) {
      if (to[next]) add(next, mode.cone.mode.str());
    }
  }
  return ways;
}

GraphFigure graph_figure(const PlanProblem& problem, const Eigen::Vector3d& g, const std::set<int>& before,
                         const std::set<int>& after) {
  GraphFigure figure;
  std::set<int> shown = reached_from(problem, before, g);
  shown.insert(after.begin(), after.end());
  const StateSet goals = goal_states(problem.graph, problem.options);
  for (int state = 0; goals.count() == 1 && state < problem.graph.count(); ++state) {
    if (goals[static_cast<std::size_t>(state)]) shown.insert(state);
  }
  std::map<int, std::size_t> place;
  for (const int state : shown) {
    place[state] = figure.states.size();
    figure.states.push_back(
        {numbers_of(problem, state), before.count(state) > 0, after.count(state) > 0, goals[static_cast<std::size_t>(state)]});
  }
  for (const int state : shown) {
    for (const auto& [to, modes] : ways_from(problem, state, g)) {
      if (to == state) continue;
      figure.moves.push_back({place[state], to < 0 ? std::nullopt : std::optional(place[to]), modes});
    }
  }
  return figure;
}

}  // namespace

WrenchMoves wrench_moves(const PlanProblem& problem, const Eigen::Vector3d& wrench, const Belief& before,
                         const Belief& after) {
  const Eigen::Vector3d g = problem.graph.contacts().from_world(wrench);
  const std::set<int> from = state_numbers(problem, before), to = state_numbers(problem, after);
  WrenchMoves moves;
  for (const int state : from) moves.states.push_back(state_figure(problem, state, g));
  moves.graph = graph_figure(problem, g, from, to);
  std::vector<StateMoves> all;
  for (int state = 0; state < problem.graph.count(); ++state) all.push_back(problem.graph.moves(state, g));
  const StepResult end = step(step_results(all), bits_of(from));
  moves.safe = end.safe;
  moves.ends_there = (end.rests & ~bits_of(to)).none();
  return moves;
}

namespace {

constexpr double kStateText = 12, kModes = 11;

struct Node {
  Eigen::Vector2d at{0, 0};
  double radius = 0;  ///< radius of a node, px
};

std::string name_of(const GraphFigure::State& state) {
  return state.fixels.empty() ? "none" : fmt::format("{}", fmt::join(state.fixels, " "));
}

/// Returns the arc of an edge of the graph, shortened so that it begins and ends at the circles of its two nodes.
Path between(const Node& a, const Node& b, double bulge) {
  const Eigen::Vector2d d = b.at - a.at;
  // At each end, the angle between the arc and its chord is half of the angle that the arc spans.
  const double angle = 2 * std::atan(bulge), direction = std::atan2(d.y(), d.x());
  const auto out = [](double along) { return Eigen::Vector2d(std::cos(along), std::sin(along)); };
  const Eigen::Vector2d from = a.at + a.radius * out(direction - angle);
  const Eigen::Vector2d to = b.at - b.radius * out(direction + angle);
  return {{from, to}, {bulge, 0}};
}

Eigen::Vector2d middle_of(const Path& path) {
  const Eigen::Vector2d d = path.vertices[1] - path.vertices[0];
  return path.vertices[0] + d / 2 + path.bulges[0] / 2 * Eigen::Vector2d(d.y(), -d.x());
}

RankedGraph ranked(const GraphFigure& figure, std::size_t& escape) {
  RankedGraph graph;
  for (const GraphFigure::State& state : figure.states) graph.ranks.push_back(static_cast<int>(state.fixels.size()));
  escape = figure.states.size();
  const bool escapes =
      std::any_of(figure.moves.begin(), figure.moves.end(), [](const GraphFigure::Move& move) { return !move.to; });
  if (escapes) graph.ranks.push_back(-1);
  for (const GraphFigure::Move& move : figure.moves) graph.edges.emplace_back(move.from, move.to.value_or(escape));
  return graph;
}

void add_state(Panel& panel, const GraphFigure::State& state, const Node& node) {
  const Ink ink = state.goal ? Ink::seated : state.before ? Ink::wanted : Ink::axis;
  add_shape(panel, circle(node.at, node.radius), Pen{ink, state.before || state.after ? 2. : 1.},
            state.before ? std::optional(Fill{ink, .22}) : std::nullopt);
  if (state.after) add_shape(panel, circle(node.at, node.radius - 4), Pen{Ink::seated, 1.5}, std::nullopt);
  add_text(panel, node.at, name_of(state), Ink::text, Place::middle, kStateText);
}

}  // namespace

Panel graph_panel(const GraphFigure& figure, double width, double aspect) {
  Panel panel;
  panel.title = "contact states";
  const double height = width * aspect;
  panel.world = {{0, 0}, {width, height}};
  double radius = 14;
  for (const GraphFigure::State& state : figure.states)
    radius = std::max(radius, text_width(name_of(state), kStateText) / 2 + 8);
  radius = std::min(radius, 44.);
  std::size_t escape = 0;
  const RankedGraph graph = ranked(figure, escape);
  const double inset = radius + 6;
  const GraphLayout layout = lay_out(graph, height / width, radius / width);
  std::vector<Node> nodes;
  for (const Eigen::Vector2d& place : layout.places) {
    nodes.push_back({{inset + place.x() * (width - 2 * inset), place.y() * height}, radius});
  }
  for (std::size_t k = 0; k < figure.moves.size(); ++k) {
    const GraphFigure::Move& move = figure.moves[k];
    const Path path = between(nodes[move.from], nodes[move.to.value_or(escape)], layout.bulges[k]);
    add_stroke(panel, path, Pen{move.to ? Ink::motion : Ink::failed, 1.5, move.to ? Dash::solid : Dash::dashed},
               Head::arrow);
    add_name(panel, middle_of(path), move.modes, Ink::note, 1, kModes);
  }
  for (std::size_t k = 0; k < figure.states.size(); ++k) add_state(panel, figure.states[k], nodes[k]);
  if (nodes.size() > escape) add_text(panel, nodes[escape].at, "leaves", Ink::failed, Place::middle, kStateText);
  return panel;
}

namespace {

using Edge = std::pair<std::size_t, std::size_t>;
// Indices of the nodes of each rank, from the lowest to the highest node of the column.
using NodeColumns = std::vector<std::vector<std::size_t>>;

NodeColumns columns_of(const RankedGraph& graph) {
  std::map<int, std::vector<std::size_t>> by_rank;
  for (std::size_t node = 0; node < graph.ranks.size(); ++node) by_rank[graph.ranks[node]].push_back(node);
  NodeColumns columns;
  for (auto& [rank, nodes] : by_rank) columns.push_back(std::move(nodes));
  return columns;
}

/// Sets x of each node by its column, and distributes the nodes of a column evenly in y. A node that is alone in its
/// column is centred.
std::vector<Eigen::Vector2d> places_of(const NodeColumns& columns, std::size_t count) {
  std::vector<Eigen::Vector2d> places(count, Eigen::Vector2d(.5, .5));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double across = columns.size() > 1 ? static_cast<double>(c) / static_cast<double>(columns.size() - 1) : .5;
    for (std::size_t k = 0; k < columns[c].size(); ++k) {
      places[columns[c][k]] = {across, (static_cast<double>(k) + .5) / static_cast<double>(columns[c].size())};
    }
  }
  return places;
}

bool cross(const Edge& a, const Edge& b, const std::vector<Eigen::Vector2d>& places) {
  if (a.first == b.first || a.first == b.second || a.second == b.first || a.second == b.second) return false;
  const auto side = [&](std::size_t p, std::size_t q, std::size_t r) {
    const Eigen::Vector2d u = places[q] - places[p], v = places[r] - places[p];
    return u.x() * v.y() - u.y() * v.x();
  };
  return side(a.first, a.second, b.first) * side(a.first, a.second, b.second) < 0 &&
         side(b.first, b.second, a.first) * side(b.first, b.second, a.second) < 0;
}

std::size_t crossings_of(const RankedGraph& graph, const std::vector<Eigen::Vector2d>& places) {
  std::size_t crossings = 0;
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) crossings += cross(graph.edges[i], graph.edges[j], places) ? 1 : 0;
  }
  return crossings;
}

/// Sorts the nodes of one column by the mean y of their neighbours. The key of a node without neighbours is its own y.
void order_by_neighbours(const RankedGraph& graph, const std::vector<Eigen::Vector2d>& places,
                         std::vector<std::size_t>& column) {
  std::map<std::size_t, double> mean;
  for (const std::size_t node : column) {
    double sum = 0, count = 0;
    for (const auto& [from, to] : graph.edges) {
      if (from != node && to != node) continue;
      sum += places[from == node ? to : from].y();
      count += 1;
    }
    mean[node] = count > 0 ? sum / count : places[node].y();
  }
  std::stable_sort(column.begin(), column.end(), [&](std::size_t a, std::size_t b) { return mean[a] < mean[b]; });
}

NodeColumns best_order(const RankedGraph& graph) {
  constexpr int kSweeps = 8;
  NodeColumns columns = columns_of(graph), best = columns;
  std::vector<Eigen::Vector2d> places = places_of(columns, graph.ranks.size());
  std::size_t fewest = crossings_of(graph, places);
  for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      order_by_neighbours(graph, places, columns[sweep % 2 == 0 ? c : columns.size() - 1 - c]);
      places = places_of(columns, graph.ranks.size());
    }
    const std::size_t crossings = crossings_of(graph, places);
    if (crossings >= fewest) continue;
    fewest = crossings;
    best = columns;
  }
  return best;
}

/// Returns the approximate distance of a point from the arc from a to b with the given bulge. The arc is replaced by
/// samples of the parabola through a and b that has the same height as the arc.
double distance_from_arc(const Eigen::Vector2d& point, const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                         double bulge) {
  constexpr int kPoints = 32;
  const Eigen::Vector2d d = b - a, right(d.y(), -d.x());
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= kPoints; ++k) {
    // For the bulges that occur in graphs, the parabola deviates from the arc by a few px.
    const double t = static_cast<double>(k) / kPoints;
    least = std::min(least, (a + t * d + 4 * t * (1 - t) * bulge / 2 * right - point).norm());
  }
  return least;
}

struct PlacedGraph {
  const RankedGraph& graph;
  std::vector<Eigen::Vector2d> places;  ///< positions of the nodes, in units of the drawing's width
  double radius;
};

/// Returns the clearance of an arc: the smallest distance between the arc and the circle of a node that is not one of
/// its ends. The result is at most one radius.
double room_of(const PlacedGraph& placed, const Edge& edge, double bulge) {
  double room = placed.radius;
  for (std::size_t node = 0; node < placed.places.size(); ++node) {
    if (node == edge.first || node == edge.second) continue;
    const double distance =
        distance_from_arc(placed.places[node], placed.places[edge.first], placed.places[edge.second], bulge);
    room = std::min(room, distance - placed.radius);
  }
  return room;
}

/// Tries a straight edge and arcs of increasing bulge, to both sides. Returns the first bulge whose clearance is at
/// least half a node's radius or, if no clearance is that large, the bulge with the largest clearance. If the graph
/// also has the edge in the opposite direction, the straight edge and negative bulges are not tried, so that both edges
/// are visible.
double bulge_of(const PlacedGraph& placed, const Edge& edge) {
  const std::vector<Edge>& edges = placed.graph.edges;
  const bool both_ways = std::find(edges.begin(), edges.end(), Edge(edge.second, edge.first)) != edges.end();
  double best = 0, most = -std::numeric_limits<double>::infinity();
  for (const double bulge : {0., .15, -.15, .25, -.25, .35, -.35, .5, -.5}) {
    if (both_ways && bulge < .1) continue;
    const double room = room_of(placed, edge, bulge);
    if (room <= most + 1e-9) continue;
    most = room;
    best = bulge;
    if (room >= placed.radius * .5) break;
  }
  return best;
}

}  // namespace

GraphLayout lay_out(const RankedGraph& graph, double aspect, double radius) {
  GraphLayout layout;
  layout.places = places_of(best_order(graph), graph.ranks.size());
  layout.crossings = crossings_of(graph, layout.places);
  PlacedGraph placed{graph, layout.places, radius};
  for (Eigen::Vector2d& place : placed.places) place.y() *= aspect;
  for (const Edge& edge : graph.edges) layout.bulges.push_back(bulge_of(placed, edge));
  return layout;
}

}  // namespace pawl::draw
