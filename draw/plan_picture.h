// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::draw {

/// A directed graph with ranked nodes. The rank of a contact state is its number of touching fixels.
struct RankedGraph {
  std::vector<int> ranks;  ///< rank of each node
  std::vector<std::pair<std::size_t, std::size_t>>
      edges;  ///< first and second node of each edge; no edge leads to its own node
};

struct GraphLayout {
  std::vector<Eigen::Vector2d> places;  ///< position of each node: x in [0, 1] by rank, y in [0, 1] within the rank
  std::vector<double> bulges;           ///< bulge of the arc of each edge (outline.h); 0 is straight
  std::size_t crossings = 0;            ///< number of crossings, counting straight edges between neighbouring ranks
};

/// Returns a layered drawing in the manner of Sugiyama, Tagawa and Toda (1981). Each rank is a column. Each column is
/// ordered by the mean positions of the nodes' neighbours, in sweeps from both sides, and the order with the fewest
/// crossings is kept. Since the ranks are given, no layering is needed. Edges that skip a rank are drawn as arcs around
/// the nodes between their ends; the original method inserts dummy nodes instead. The layout is deterministic and takes
/// O(sweeps E^2) for E edges.
///
/// `aspect` is the height of the drawing area divided by its width. `radius` is the radius of a node divided by that
/// width. Edges stay clear of nodes of this radius.
GraphLayout lay_out(const RankedGraph& graph, double aspect, double radius);

}  // namespace pawl::draw
