// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// Two features that touch, are close to each other, or penetrate: a vertex or convex arc of one shape (member
/// `round`), and an edge or arc of the other shape (member `side`).
struct Collision {
  std::size_t shape_a = 0, shape_b = 0;  ///< indices of System::shapes, shape_a < shape_b
  bool vertex_on_b = true;                ///< true if `round` belongs to b, and `side` to a
  int round = 0,
      side =
          0;  ///< indices in the outlines of their shapes. Together with the members above, they identify the pair in
              ///< later steps.
  Eigen::Vector2d on_a{0, 0}, on_b{0, 0};  ///< nearest points of the two shapes, world, m
  Eigen::Vector2d normal{0, 1};            ///< unit vector from a into b
  double gap = 0;                          ///< signed distance between on_a and on_b, m; negative if the shapes
                                           ///< penetrate
};

/// Finds the contacts of a system's shapes in one state: all pairs of features on different solids whose gap is at most
/// `within`, m. The vertex or arc of a pair must lie in front of the edge, and not beyond the ends of the edge. Two
/// edges that lie on each other give two collisions, at the ends of their common part. If two corners meet, each corner
/// is listed as a pair with the edges of the other corner. Outlines need not be convex, and are not decomposed. Shapes
/// of solids that joints or pins connect are left out, as in time steps (see Stepper). The collisions are sorted by
/// shape_a, then by shape_b.
///
/// Candidates are pairs whose bounding boxes meet, found by sort and sweep, O(n log n + pairs). Throws InputError
/// unless system and state are valid and `within` is finite and at least 0. Pairs that penetrate by more than 2e-8 m
/// are not found; use overlapping_shapes() to find overlaps.
std::vector<Collision> collide(const System& system, const State& state, double within = 1e-8);

}  // namespace pawl
