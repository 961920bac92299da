// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl {

/// A loop of an offset curve. The material is on its left: the loop runs counterclockwise around material, and
/// clockwise around a hole.
struct OffsetLoop {
  Path path;
  /// Origin of each segment of `path`: 2 k if it comes from segment k of the original outline, 2 k + 1 if it comes from
  /// the vertex at the end of segment k. The segments are numbered as if the original ran counterclockwise: segment k
  /// of a clockwise outline with n segments has the number n - 1 - k.
  std::vector<std::size_t> sources;
};

/// The shape of an offset curve where it passes a corner on the corner's convex side.
enum class OffsetCorners {
  round,  ///< an arc around the corner, at the given distance from it
  /// the offset lines of two straight edges are extended until they meet, if the inner angle between the edges is at
  /// least 60 degrees; any other corner gets an arc, as with `round`
  sharp
};

/// Returns the boundary of the region inside an outline, enlarged or reduced. If `distance` (m) is positive, the result
/// bounds the points whose distance from the region is at most `distance`. If `distance` is negative, the result bounds
/// the points inside the outline whose distance from the outline is at least -`distance`. Lines and arcs stay lines and
/// arcs. The result can have several loops; for a negative distance, it can also have none. A loop runs
/// counterclockwise around a region and clockwise around a hole, which remains for example if the gap of a narrow slot
/// closes. The largest loop is the first.
///
/// All offset edges, and the arcs around the corners, are cut where they meet. A piece belongs to the result if its
/// middle is not nearer to the outline than |distance|. Let s be the largest magnitude of a coordinate of the outline,
/// plus |distance|. Coordinates are rounded to about 1e-9 s. Pieces that are shorter than 3e-7 s are left out. Returns
/// nothing if the pieces do not join to closed loops, which can happen if the distance equals half the width of a slot;
/// a slightly different distance then works. Throws InputError for an invalid outline, and at /distance for a number
/// that is not finite. O(n^2) at worst.
std::optional<std::vector<OffsetLoop>> offset_outline(const Outline& outline, double distance,
                                                      OffsetCorners corners = OffsetCorners::round);

/// Returns the outer boundary of the union of two overlapping regions; holes of the union are left out. Coordinates are
/// rounded as for offset_outline(). Returns nothing if the regions do not overlap, or if the pieces do not join to a
/// closed loop. Throws InputError for an invalid outline. O(n^2) at worst.
std::optional<Path> united_outline(const Outline& a, const Outline& b);

/// The smallest distance between two outlines.
struct OutlineDistance {
  double distance = 0;       ///< distance between the two boundaries, m; 0 if they meet
  double error = 0;          ///< bound on the rounding error of `distance`, m
  Eigen::Vector2d on_a{0, 0}, on_b{0, 0};  ///< one point of each boundary, m; they have this distance from each other
  std::size_t segment_a = 0, segment_b = 0;  ///< indices, from 0, of the segments (edges) that contain on_a and on_b
  bool a_inside_b = false;   ///< true if a lies inside b, decided exactly; meaningful only if the boundaries do not
                             ///< meet
};

/// Returns the smallest distance between the boundaries of two outlines. Throws InputError for an invalid outline. O(n
/// m), but pairs of edges that are far apart cost little.
OutlineDistance outline_distance(const Outline& a, const Outline& b);

}  // namespace pawl
