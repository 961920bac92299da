// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::draw {

/// A directed graph whose nodes have ranks, as contact states have by the number of fixels that touch.
struct RankedGraph {
  std::vector<int> ranks;                                  ///< of each node
  std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< from, to; no loops
};

struct GraphLayout {
  std::vector<Eigen::Vector2d> places;  ///< of each node: x in [0, 1] by rank, y in [0, 1] within it
  std::vector<double> bulges;           ///< of each edge's arc (outline.h): 0 is straight
  std::size_t crossings = 0;            ///< of straight edges between neighbouring ranks
};

/// A layered drawing in the manner of Sugiyama, Tagawa and Toda (1981): a column a rank, the order in a column by the
/// barycentres of neighbours, in sweeps from both sides, of which the one with the fewest crossings is kept. The ranks
/// are given, so no node has to be layered, and edges that skip a rank are arcs round the nodes between, for lack of
/// which dummy nodes stand in the original. Deterministic; O(sweeps E^2).
///
/// `aspect`: height by width of the place where it is drawn; `radius`: of a node, as part of the width: what edges keep
/// from.
GraphLayout lay_out(const RankedGraph& graph, double aspect, double radius);

}  // namespace pawl::draw
