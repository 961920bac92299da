// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace pawl {

/// A simple polygon of either turn, convex or not; vertices in m, the last joined to the first. Edge i runs from vertex
/// i to the next one. Vertices in the middle of a straight side are allowed and are no corners.
struct Polygon {
  std::vector<Eigen::Vector2d> vertices;
};

struct Disc {
  Eigen::Vector2d center{0, 0};  ///< m
  double radius = 1;             ///< m, > 0
};

/// A closed outline of straight sides and circular arcs, of either turn, that does not meet itself. Segment i runs from
/// vertex i to the next one, the last to vertex 0. Its bulge is tan(sweep / 4), as in DXF: 0 is a straight side, above
/// 0 the arc runs counterclockwise (seen along the segment it lies to the right of its chord), below 0 clockwise; 1 or
/// -1 is half a circle. Two vertices are enough where arcs enclose an area: two bulges of 1 make a circle.
///
/// Arcs are exact: with d from one end to the other, m the middle of the chord, n = d turned by +90 degrees and b the
/// bulge, the centre is m + n (1 - b^2) / (4 b) and the squared radius |d|^2 (1 + b^2)^2 / (16 b^2), both rational. A
/// vertex where the outline goes on in the same direction (exactly) is no corner.
struct Path {
  std::vector<Eigen::Vector2d> vertices;  ///< m
  std::vector<double> bulges;             ///< dimensionless, as many as vertices
};

using Outline = std::variant<Polygon, Disc, Path>;

/// Radii of curvature of what is not an arc, m.
inline constexpr double kFlat = std::numeric_limits<double>::infinity();  ///< a straight edge
inline constexpr double kCorner = 0;                                      ///< a corner

/// The size of a bulge that is not 0. A smaller one departs from its chord by less than half a picometre a metre, and
/// its radius would leave the range in which squares and products are doubles; a larger one leaves out less than four
/// millionths of its circle's radius, a gap that no part has. Nor may the radius of an arc of more than half a turn be
/// beyond kLargestLength (pawl/base/bounds.h).
inline constexpr double kSmallestBulge = 1e-12, kLargestBulge = 1e6;

/// The most vertices of a polygon or a path.
inline constexpr std::size_t kMostVertices = 10000;

/// What is wrong with an outline: fewer than 3 or more than kMostVertices vertices, a repeated vertex (duplicates are
/// refused, not merged; so is a last vertex that repeats the first), edges that cross, touch or fold back, a radius
/// that is not positive, numbers that are not finite or beyond kLargestLength (pawl/base/bounds.h). A path has at least
/// 2 vertices and as many bulges; its sides and arcs meet only where one goes on from the other (a tip where two arcs
/// meet at an angle of 0 is allowed: they have one point in common). Decided exactly for what the numbers mean. Empty
/// when valid. An outline with more than ten faults of one kind has the first ten named, and a last fault that says so.
/// O(n log n); for a path besides the pairs of segments whose boxes overlap. `pointer` is that of the list of vertices
/// or of the disc; a path's vertex i is at pointer/i, the bulge of its segment i at pointer/(i+1)/bulge.
std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer = "");

/// Throws InputError with these faults, if there are any.
void validate(const Outline& outline, const std::string& pointer = "/outline");

struct AreaProperties {
  double area = 0;                 ///< m^2, > 0
  Eigen::Vector2d centroid{0, 0};  ///< m
  double gyration_squared = 0;     ///< polar second moment about the centroid over the area, m^2
};

/// A polygon's are computed exactly and rounded once, a path's with 120 digits. Throws InputError for an outline that
/// is not valid. O(n log n).
AreaProperties area_properties(const Outline& outline);

}  // namespace pawl
