// SPDX-License-Identifier: MIT
#include "graph_panel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>

#include "graph_layout.h"
#include "panel_items.h"

namespace pawl::draw {
namespace {

constexpr double kText = 12, kModes = 11;

struct Node {
  Eigen::Vector2d at{0, 0};
  double radius = 0;  ///< px
};

std::string name_of(const GraphFigure::State& state) {
  return state.fixels.empty() ? "none" : fmt::format("{}", fmt::join(state.fixels, " "));
}

/// Both ends of an arc, cut off where the circles round its nodes begin.
Path between(const Node& a, const Node& b, double bulge) {
  const Eigen::Vector2d d = b.at - a.at;
  // The arc leaves its chord at this angle: half of its sweep.
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
  add_text(panel, node.at, name_of(state), Ink::text, Place::middle, kText);
}

}  // namespace

Panel graph_panel(const GraphFigure& figure, double width, double aspect) {
  Panel panel;
  panel.title = "contact states";
  const double height = width * aspect;
  panel.world = {{0, 0}, {width, height}};
  double radius = 14;
  for (const GraphFigure::State& state : figure.states)
    radius = std::max(radius, text_width(name_of(state), kText) / 2 + 8);
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
  if (nodes.size() > escape) add_text(panel, nodes[escape].at, "leaves", Ink::failed, Place::middle, kText);
  return panel;
}

}  // namespace pawl::draw
