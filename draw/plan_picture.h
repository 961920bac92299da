// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::draw {

/// A directed graph whose nodes have ranks. The rank of a contact state is its number of touching fixels.
struct RankedGraph {
  std::vector<int> ranks;  ///< rank of each node
  std::vector<std::pair<std::size_t, std::size_t>>
      edges;  ///< first and last node of each edge, which must be different nodes
};

struct GraphLayout {
  /// Position of each node: x in [0, 1] depends on the rank, y in [0, 1] distinguishes nodes of one rank.
  std::vector<Eigen::Vector2d> places;
  std::vector<double> bulges;  ///< bulge of the arc of each edge (outline.h); 0 for a straight edge
  std::size_t crossings = 0;   ///< number of pairs of edges that would cross if all edges were straight
};

/// Returns a layered drawing in the manner of Sugiyama, Tagawa and Toda (1981). Each rank is a column. The nodes of
/// each column are ordered by the mean positions of their neighbours, in sweeps from both ends, and the order with the
/// fewest crossings is kept. Since the ranks are given, no layering is needed. Edges that skip a rank are drawn as arcs
/// around the nodes between their ends; the original method inserts dummy nodes instead. The layout is deterministic
/// and takes O(sweeps E^2) for E edges.
///
/// `aspect` is the height of the drawing area divided by its width. `radius` is the radius of a node divided by the
/// width of the drawing area. Edges keep a distance from nodes that they do not connect.
GraphLayout lay_out(const RankedGraph& graph, double aspect, double radius);

}  // namespace pawl::draw
