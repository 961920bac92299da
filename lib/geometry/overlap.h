// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "geometry/boundary.h"
#include "geometry/depth_field.h"

namespace pawl::internal::inline geometry {

/// Returns whether two placed boundaries overlap by more than `depth` (m, > 0). They overlap if a point of an edge of
/// one boundary is deeper than `depth` inside the other. To detect equal outlines, they also overlap if a point well
/// inside one boundary is deeper than `depth` inside the other. Arcs are exact. Each edge is cut at all points where
/// its depth may become larger or smaller than `depth`. One point of each piece therefore decides about the whole
/// piece. O(n m) if only few edges of the two outlines are near each other.
bool overlap(const PlacedBoundary& a, const PlacedBoundary& b, double depth);

/// A body for many tests with overlap(): a boundary with precomputed values. Copies of the object share these values.
class OverlapBody {
 public:
  /// The middle of an arc, m, and the sine of a quarter of the angle that the arc spans. Not used for straight edges.
  struct Arc {
    Eigen::Vector2d middle{0, 0};
    double sine = 0;
  };
  /// The values that are computed only once per body.
  struct Known {
    std::vector<Arc> arcs;           ///< one entry per edge; an entry is used only if its edge is an arc
    bool has_tips = false;           ///< whether the boundary has a corner with an angle of nearly 0
    std::unique_ptr<DepthField> depths;  ///< signed distances from the boundary; null if the boundary has at most one
                                         ///< edge or arc
  };

  explicit OverlapBody(const Boundary& boundary);

  const Boundary& boundary() const { return shared_->boundary; }
  const Known& known() const { return shared_->known; }

 private:
  struct Shared {
    Boundary boundary;
    Known known;
  };
  std::shared_ptr<const Shared> shared_;
};

/// Does the same as overlap() above, with the precomputed values of both bodies.
bool overlap(const OverlapBody& a, const Placement& place_a, const OverlapBody& b, const Placement& place_b, double depth);

/// Returns whether the bodies overlap by more than `depth` at the given edges: whether some point of the edges
/// `sides_a` of body a is deeper than `depth` in body b, or some point of the edges `sides_b` of body b is deeper than
/// `depth` in body a. Each body must have more than one edge.
bool edges_reach_in(const OverlapBody& a, const Placement& place_a, const std::vector<int>& sides_a, const OverlapBody& b,
                    const Placement& place_b, const std::vector<int>& sides_b, double depth);

}  // namespace pawl::internal::inline geometry
