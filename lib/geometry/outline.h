// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

// Internal functions on outlines: vertices, area, extent, distances and faults. The functions whose names contain
// `unchecked` do the same as those of pawl/geometry, but do not check the outline. They are for loops over many points
// with one outline. The caller must have validated the outline (validate(outline)), which costs more than any of these
// functions.

namespace pawl::internal::inline geometry {

/// The two functions below require a finite `from`. O(n).
std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Eigen::Vector2d& from);
NearestCorner unchecked_nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

/// The two functions below do the same for a body with holes. O(n).
std::vector<ClosestPoint> unchecked_closest_points(const Loops& loops, const Eigen::Vector2d& from);
NearestCorner unchecked_nearest_corner(const Loops& loops, const Eigen::Vector2d& from);

/// Returns the vertices of a polygon or a path; a disc has no vertices.
std::span<const Eigen::Vector2d> vertices_of(const Outline& outline);

AreaProperties unchecked_area_properties(const Outline& outline);
/// Returns the area properties of the material, without the holes, rounded once. O(n).
AreaProperties unchecked_area_properties(const Loops& loops);

/// Returns the faults of a body's loops. If the outer outline has faults, returns only those, at `pointer`/polygon,
/// /disc or /path. Otherwise returns the faults of the holes, at `pointer`/holes.
std::vector<Fault> body_faults(const Loops& loops, const std::string& pointer);

/// Returns whether two outlines are of the same kind and have the same numbers in the same order. O(n).
bool are_equal(const Outline& a, const Outline& b);

/// Returns the area A, the centroid, and the polar second moment about the centroid divided by A, for a valid path, in
/// closed form.
///
/// Each integral is that of the polygon of the chords (exact_area_properties()) plus those of the pieces between chord
/// and arc. A piece counts as positive if the arc turns left. Let d, n, m and the bulge b be as in segment.h, and q =
/// |d|^2. Let p = 2 atan b be half the sweep, so that sin p = 2 b / (1 + b^2). Let c and r be the arc's centre and
/// radius. A piece has
///
///     area                    S = r^2 (p - sin p cos p),
///     first moment about c    M = -q n / 12               (length 2/3 r^3 sin^3 p, towards the middle of the arc),
///     polar moment about c    I = r^4 (p / 2 - sin 2p (2 + cos 2p) / 12)    (sector minus triangle).
///
/// Its moments about the origin are therefore M + S c and I + 2 c . M + S |c|^2. All terms except atan are rational.
/// For shallow arcs c and r are large, and the terms nearly cancel: relative to its terms, I is of order b^4, so 48
/// digits are lost at the smallest bulge. The sums are therefore computed with 120 digits, about vertex 0, and rounded
/// once. O(n).
AreaProperties path_area_properties(const Path& path);

/// Returns the sign of a valid path's area: +1 if the path runs counterclockwise, -1 if it runs clockwise. Uses doubles
/// if they suffice to decide the sign.
int turn_of(const Path& path);

/// Returns points of an outline that bound its motion: if its pose changes, no point of the outline moves much further
/// than these points. For a disc, the result is the centre; for a polygon, its vertices; for a path, its vertices and
/// points on its arcs, at most a sixteenth of a turn apart. An arc extends beyond these points by less than 2 % of its
/// radius.
std::vector<Eigen::Vector2d> extent_points(const Outline& outline);

/// Returns the largest distance between two points of an outline, m. For a path, the error is at most 4 % of its
/// largest arc's radius. O(n log n), plus the square of the number of vertices of the convex hull.
double diameter(const Outline& outline);

/// Returns the point of a valid outline's boundary that is furthest from the point `from`; if several are equally far,
/// the first of them. The result is a vertex, or the point of an arc for which the arc's centre lies between `from` and
/// the point. O(n).
Eigen::Vector2d furthest_point(const Outline& outline, const Eigen::Vector2d& from);

/// Returns whether a point is strictly inside a valid path, decided exactly. First decides whether the point is inside
/// the polygon of the chords. Then inverts the result once for each arc that has the point between chord and arc (on
/// the arc's side of the chord, and inside its circle). A point on a chord is treated as if it were moved by an
/// infinitesimal step up and right, in the same way for all chords. O(n).
bool strictly_inside(const Path& path, const Eigen::Vector2d& p);

/// Returns whether a vertex is a corner: a vertex at which the direction of the outline changes.
bool is_corner(const Path& path, std::size_t vertex);

/// Returns the local minima of the distance from a point to a valid path.
///
/// At an end of a segment, the distance grows along the segment if the point lies behind that end. A vertex is
/// therefore a minimum if the point lies ahead of the segment that ends at the vertex, and behind the segment that
/// begins there. A segment has a minimum in its interior if the point lies between the normals at its ends. (For an arc
/// of more than half a turn, the point must not lie between the normals on the far side.) If the point is the centre of
/// an arc, all points of the arc are equally far from it; the middle of the arc represents them, with a zero normal.
/// The features that are minima are determined exactly; positions and distances are rounded. O(n).
///
/// The distance from the curve of a segment is F / (|d| (1 + b^2) / 2 + |G| / 2), with F of segment.h and its gradient
/// G. This formula does not contain the centre or the radius, so its terms do not grow as an arc becomes shallow. For a
/// point at the distance s from the centre, it follows from F = 2 |b| |r^2 - s^2| = 2 |b| (r + s) |r - s|, 2 |b| r =
/// |d| (1 + b^2) / 2 and |G| = 4 |b| s.
std::vector<ClosestPoint> closest_points_on(const Path& path, const Eigen::Vector2d& from);

/// Returns the faults that outline_faults() reports for a polygon. The kinds of faults are checked in this order: the
/// count, the numbers, repeated vertices, neighbouring edges that overlap, other edges that meet. The first check that
/// finds faults is the last. The first four checks take O(n log n), by sorting. The last check also takes O(n log n) if
/// the polygon is simple (EdgeSweep). If it is not, edges are compared pair by pair until enough faults are found.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

/// Largest number of reported faults. An invalid outline can cross itself millions of times.
inline constexpr std::size_t kMostFaults = 10;

/// Returns a fault for each vertex that occurs twice, whether the two occurrences are neighbours or not. O(n log n).
std::vector<Fault> repeated_vertex_faults(const std::vector<Eigen::Vector2d>& vertices, const std::string& pointer);

/// Returns the first kMostFaults faults. If there are more, adds a fault that reports this.
std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer);

/// Returns a text that states what is wrong with a point: it is not finite, or exceeds kLargestLength. Returns null for
/// a valid point.
const char* wrong_with_point(const Eigen::Vector2d& point);

/// Returns the faults that outline_faults() reports for a path. The kinds of faults are checked in this order: the
/// counts, the numbers, the curve numbers, repeated vertices, arcs that are too large, segments that meet elsewhere
/// than at their common vertices (exactly, by segment_meeting()). The first check that finds faults is the last. The
/// check of segments compares all pairs of segments with overlapping boxes. A sweep along the axis on which fewer boxes
/// overlap finds these pairs: O(n log n) plus their number.
std::vector<Fault> path_faults(const Path& path, const std::string& pointer);

/// Returns a text that states what is wrong with a bulge: it is not finite, exceeds kLargestBulge, or is nonzero and
/// below kSmallestBulge. Returns null for a valid bulge.
const char* wrong_with_bulge(double bulge);

}  // namespace pawl::internal::inline geometry
