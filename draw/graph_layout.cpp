// SPDX-License-Identifier: MIT
#include "graph_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace pawl::draw {
namespace {

using Edge = std::pair<std::size_t, std::size_t>;
using Columns = std::vector<std::vector<std::size_t>>;  // nodes of each rank, in their order

Columns columns_of(const RankedGraph& graph) {
  std::map<int, std::vector<std::size_t>> by_rank;
  for (std::size_t node = 0; node < graph.ranks.size(); ++node) by_rank[graph.ranks[node]].push_back(node);
  Columns columns;
  for (auto& [rank, nodes] : by_rank) columns.push_back(std::move(nodes));
  return columns;
}

/// x by column; y spread evenly, a column of one in the middle.
std::vector<Eigen::Vector2d> places_of(const Columns& columns, std::size_t count) {
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

/// One column by the mean place of the neighbours of its nodes; those without any stay where they are.
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

Columns best_order(const RankedGraph& graph) {
  constexpr int kSweeps = 8;
  Columns columns = columns_of(graph), best = columns;
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

/// Distance of a point from the arc with this bulge from a to b, by points on it.
double distance_from_arc(const Eigen::Vector2d& point, const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                         double bulge) {
  constexpr int kPoints = 32;
  const Eigen::Vector2d d = b - a, right(d.y(), -d.x());
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= kPoints; ++k) {
    // The parabola through the ends with the arc's height: at these bulges it is the arc but for some px.
    const double t = static_cast<double>(k) / kPoints;
    least = std::min(least, (a + t * d + 4 * t * (1 - t) * bulge / 2 * right - point).norm());
  }
  return least;
}

struct Page {
  const RankedGraph& graph;
  std::vector<Eigen::Vector2d> places;  ///< in units of the width
  double radius;
};

/// How much room an arc leaves to other nodes, up to one radius beyond theirs.
double room_of(const Page& page, const Edge& edge, double bulge) {
  double room = page.radius;
  for (std::size_t node = 0; node < page.places.size(); ++node) {
    if (node == edge.first || node == edge.second) continue;
    const double distance =
        distance_from_arc(page.places[node], page.places[edge.first], page.places[edge.second], bulge);
    room = std::min(room, distance - page.radius);
  }
  return room;
}

/// The flattest arc that keeps off all other nodes; an edge with one the other way bends, so that both are seen.
double bulge_of(const Page& page, const Edge& edge) {
  const std::vector<Edge>& edges = page.graph.edges;
  const bool both_ways = std::find(edges.begin(), edges.end(), Edge(edge.second, edge.first)) != edges.end();
  double best = 0, most = -std::numeric_limits<double>::infinity();
  for (const double bulge : {0., .15, -.15, .25, -.25, .35, -.35, .5, -.5}) {
    if (both_ways && bulge < .1) continue;
    const double room = room_of(page, edge, bulge);
    if (room <= most + 1e-9) continue;
    most = room;
    best = bulge;
    if (room >= page.radius * .5) break;
  }
  return best;
}

}  // namespace

GraphLayout lay_out(const RankedGraph& graph, double aspect, double radius) {
  GraphLayout layout;
  layout.places = places_of(best_order(graph), graph.ranks.size());
  layout.crossings = crossings_of(graph, layout.places);
  Page page{graph, layout.places, radius};
  for (Eigen::Vector2d& place : page.places) place.y() *= aspect;
  for (const Edge& edge : graph.edges) layout.bulges.push_back(bulge_of(page, edge));
  return layout;
}

}  // namespace pawl::draw
