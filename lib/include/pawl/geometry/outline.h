// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pawl {

/// A simple polygon, clockwise or counterclockwise, convex or not. The vertices are in m. Edge i runs from vertex i to
/// the next vertex, and the last edge to vertex 0. A vertex may lie in the middle of a straight side; it is then not a
/// corner.
struct Polygon {
  std::vector<Eigen::Vector2d> vertices;
};

struct Disc {
  Eigen::Vector2d center{0, 0};  ///< centre, m
  double radius = 1;             ///< radius, m, > 0
};

/// A closed outline of straight edges and circular arcs, clockwise or counterclockwise, that does not meet itself.
/// Segment i runs from vertex i to the next vertex, and the last segment to vertex 0. The bulge of a segment is
/// tan(sweep / 4), as in DXF. A segment with the bulge 0 is straight. With a bulge above 0 the arc runs
/// counterclockwise and lies to the right of its chord, seen along the segment. With a bulge below 0 the arc runs
/// clockwise. The bulges 1 and -1 are semicircles. Two vertices suffice if the arcs enclose an area: two bulges of 1
/// make a circle.
///
/// Arcs are exact. Let d be the vector from the start to the end of the segment, m the midpoint of the chord, n = d
/// turned by +90 degrees, and b the bulge. The centre is m + n (1 - b^2) / (4 b), and the squared radius is |d|^2 (1 +
/// b^2)^2 / (16 b^2). Both are rational. A vertex at which the outline continues in exactly the same direction is not a
/// corner.
///
/// Segments that together approximate one smooth curve, such as an ellipse, can have the same curve number. Wherever
/// edges are counted, these segments then count as one edge. Distances and contacts use the segments themselves. The
/// segments of one curve are consecutive, where segment 0 follows the last segment.
struct Path {
  std::vector<Eigen::Vector2d> vertices;  ///< vertices, m
  std::vector<double> bulges;             ///< bulges, one per vertex, dimensionless
  std::vector<int> curves = {};  ///< curve number of each segment, from 1, or 0 for a segment that is an edge; empty
                                 ///< means all 0
};

using Outline = std::variant<Polygon, Disc, Path>;

/// The loops that bound a body: an outer outline, and holes inside it. The material lies inside `outer` and outside
/// every hole. A Loops object refers to outlines that the caller must keep alive. The loops are numbered: 0 is `outer`,
/// k is hole k.
struct Loops {
  const Outline& outer;
  std::span<const Outline> holes;

  Loops(const Outline& outer_outline, std::span<const Outline> holes_in = {})  // NOLINT(google-explicit-constructor)
      : outer(outer_outline), holes(holes_in) {}
  std::size_t size() const { return 1 + holes.size(); }
  /// Returns a loop: 0 is the outer outline, k is hole k.
  const Outline& operator[](std::size_t loop) const { return loop == 0 ? outer : holes[loop - 1]; }
};

/// Radii of curvature of edges and corners, m.
inline constexpr double kFlat = std::numeric_limits<double>::infinity();  ///< radius of a straight edge
inline constexpr double kCorner = 0;                                      ///< radius of a corner

/// Bounds on the magnitude of a nonzero bulge. An arc with a smaller bulge differs from its chord by less than half a
/// picometre per metre, and squares and products of its radius could overflow. An arc with a larger bulge is nearly a
/// full circle, whose gap is less than four millionths of its radius; real parts have no such arcs. In addition, the
/// radius of an arc of more than half a turn must not exceed kLargestLength (pawl/base/bounds.h).
inline constexpr double kSmallestBulge = 1e-12, kLargestBulge = 1e6;

/// Returns the number of the edge that each segment of an outline belongs to. Edges are numbered from 1 in the
/// outline's order; segment 0 belongs to edge 1. A segment without a curve number is one edge, and all segments of one
/// curve together are one edge. A disc has one edge. The outline must be valid; O(n).
std::vector<std::size_t> edge_numbers(const Outline& outline);

/// Largest number of vertices of a polygon or a path.
inline constexpr std::size_t kMostVertices = 10000;

/// Finds the faults of an outline: fewer than 3 or more than kMostVertices vertices; a repeated vertex (duplicates are
/// not merged; a last vertex that repeats the first is a fault too); edges that cross, touch or fold back; a radius
/// that is not positive; numbers that are not finite or exceed kLargestLength (pawl/base/bounds.h).
///
/// A path must have at least 2 vertices and as many bulges. The segments of a path may meet only at their common ends;
/// a tip at which two arcs meet at an angle of 0 is allowed. The segments of a curve must be consecutive.
///
/// Faults are decided exactly for the decimal numbers. The list is empty for a valid outline. At most ten faults of
/// each kind are listed; if there are more, the last fault reports this. Takes O(n log n) time, plus, for a path, time
/// proportional to the number of pairs of segments whose boxes overlap. `pointer` is the location of the list of
/// vertices, or of the disc. A path's vertex i is at pointer/i; the bulge and the curve number of its segment i are at
/// pointer/(i+1)/bulge and pointer/(i+1)/curve.
std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer = "");

/// Throws InputError with the faults of outline_faults(), if there are any.
void validate(const Outline& outline, const std::string& pointer = "/outline");

/// Finds the faults of the holes of a body: the faults of each hole as an outline, holes that meet the outer outline or
/// each other, and holes that lie outside the outer outline or inside another hole. Two loops that touch in one point
/// count as meeting. The outer outline must be valid. The result is exact for the decimal numbers, with one exception:
/// if a disc is compared with a polygon or a path, the leftmost and rightmost points of the disc are rounded. The
/// pointer of hole k, from 0, is `pointer`/k. For a fault of the hole's own outline, the pointer continues with
/// /polygon, /disc or /path. At most ten faults about loops that meet are listed. The cost is that of outline_faults()
/// for each hole, plus the number of pairs of segments whose boxes overlap, plus O(holes * vertices).
std::vector<Fault> hole_faults(const Loops& loops, const std::string& pointer = "");

/// Throws InputError with the faults of the outer outline (pointer `/outline`). If there are none, throws InputError
/// with the faults of the holes (`/outline/holes`), if there are any.
void validate(const Loops& loops);

struct AreaProperties {
  double area = 0;                 ///< area, m^2, > 0
  Eigen::Vector2d centroid{0, 0};  ///< centroid, m
  double gyration_squared = 0;     ///< polar second moment about the centroid, divided by the area, m^2
};

/// Returns the area properties of an outline. For a polygon, they are computed exactly and rounded once. For a path,
/// they are computed with 120 digits. Throws InputError for an invalid outline. O(n log n).
AreaProperties area_properties(const Outline& outline);

/// Returns the area properties of a body with holes, rounded once. Throws InputError for an invalid outline, and for
/// the faults of hole_faults(). O(n log n).
AreaProperties area_properties(const Loops& loops);

}  // namespace pawl
