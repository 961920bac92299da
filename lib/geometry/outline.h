// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

// What is asked of outlines inside: vertices, area, extent, distances and faults. The functions called unchecked are
// those of pawl/geometry without their checks, for loops over many places around one outline: the caller has validated
// it (validate(outline)), which costs more than any of them.

namespace pawl::internal::inline geometry {

/// `from` must be finite. O(n).
std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Eigen::Vector2d& from);
NearestCorner unchecked_nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

/// The vertices of a polygon or a path; a disc has none.
std::span<const Eigen::Vector2d> vertices_of(const Outline& outline);

AreaProperties unchecked_area_properties(const Outline& outline);

/// Area A, centroid and polar second moment about it over A of a valid path, in closed form.
///
/// They are those of the polygon of the chords (exact_area_properties()) and of the pieces between chord and arc, which
/// count as positive where the arc turns left. With d, n, m and the bulge b as in segment.h, q = |d|^2, half the
/// sweep p = 2 atan b, so that sin p = 2 b / (1 + b^2), and c and r the arc's centre and radius, such a piece has
///
///     area                    S = r^2 (p - sin p cos p),
///     first moment about c    M = -q n / 12               (length 2/3 r^3 sin^3 p, towards the middle of the arc),
///     polar moment about c    I = r^4 (p / 2 - sin 2p (2 + cos 2p) / 12)    (the sector less its triangle),
///
/// so M + S c and I + 2 c . M + S |c|^2 about the origin. All but atan is rational. For shallow arcs c and r are large
/// and nearly everything cancels: b^4 of I is left, 48 digits at the smallest bulge. So the sums are formed with 120
/// digits, about vertex 0, and rounded once. O(n).
AreaProperties path_area_properties(const Path& path);

/// Those of a part with holes: its outline less what they take. The outlines must be valid, the holes inside the first
/// and apart from each other. O(n), rounded once.
AreaProperties area_properties_with_holes(const Outline& outline, const std::vector<Outline>& holes);

/// +1 when a valid path runs counterclockwise, else -1: the sign of its area, in doubles where that is sure.
int turn_of(const Path& path);

/// Points that say how far an outline moves when its pose does: a disc's centre, a polygon's vertices, a path's
/// vertices and points on its arcs, at most a sixteenth of a turn apart. What an arc reaches beyond them is below half
/// a percent of its radius.
std::vector<Eigen::Vector2d> extent_points(const Outline& outline);

/// The largest distance between two points of an outline, m; of a path within a percent of its largest arc's radius.
/// O(n log n), and the square of how many vertices are on the hull.
double diameter(const Outline& outline);

/// The point of a valid outline's boundary that lies furthest from a place; the first of several. A vertex, or of an
/// arc's circle the point across its centre, where it is on the arc. O(n).
Eigen::Vector2d furthest_point(const Outline& outline, const Eigen::Vector2d& from);

/// Whether a point is strictly inside a valid path, exactly. It is inside the polygon of the chords, crossed at each
/// arc on one side of whose chord it lies and whose circle holds it. A point on a chord counts as beside it, moved by
/// an infinitely small step up and right, for all chords alike. O(n).
bool strictly_inside(const Path& path, const Eigen::Vector2d& p);

/// Corners: vertices where the outline does not go on in the same direction.
bool is_corner(const Path& path, std::size_t vertex);

/// The local minima of the distance from a point to a valid path.
///
/// At an end of a segment the distance grows along the segment when the point lies behind, so a vertex is a minimum
/// when it lies ahead of the segment that arrives and behind the one that leaves. A segment has a minimum inside when
/// the point lies between the normals at its ends (for an arc of more than half a turn: not between them on the far
/// side). From the centre of an arc all its points are equally far; its middle stands for them, with a zero normal.
/// Which features are minima is decided exactly, places and distances are rounded. O(n).
///
/// The distance from the curve of a segment, F / (|d| (1 + b^2) / 2 + |G| / 2) with F of segment.h and its gradient
/// G, has no centre or radius in it and so nothing that grows as an arc gets shallow:
/// F = 2 |b| |r^2 - s^2| = 2 |b| (r + s) |r - s| for a point at a distance s from the centre, 2 |b| r = |d| (1 + b^2) /
/// 2 and |G| = 4 |b| s.
std::vector<ClosestPoint> closest_points_on(const Path& path, const Eigen::Vector2d& from);

/// The faults of outline_faults for a polygon. Each kind is looked for only where there are none of those before it,
/// because it builds on them: the count, the numbers, repeated vertices, neighbouring edges that overlap, other edges
/// that meet. The first four take O(n log n), by sorting; so does the last while the polygon is simple (EdgeSweep). One
/// that is not is compared pair by pair until enough faults are found.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

/// One broken outline can cross itself millions of times: the first few faults of a kind say enough.
inline constexpr std::size_t kMostFaults = 10;

/// Vertices that stand twice, neighbours or not. O(n log n).
std::vector<Fault> repeated_vertex_faults(const std::vector<Eigen::Vector2d>& vertices, const std::string& pointer);

/// The first kMostFaults of them, and where there are more one that says so.
std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer);

/// What is wrong with a point as a place in the plane: not finite, or beyond kLargestLength; null when nothing is.
const char* wrong_with_point(const Eigen::Vector2d& point);

/// The faults of outline_faults for a path. Each kind is looked for only where there are none of those before it: the
/// counts, the numbers, repeated vertices, segments that meet elsewhere than where they are joined (exact, by
/// segment_meeting()). Pairs of segments whose boxes overlap are compared: O(n log n) and those pairs; they are found
/// by going along the axis on which fewer boxes overlap.
std::vector<Fault> path_faults(const Path& path, const std::string& pointer);

/// What is wrong with a bulge: not finite, beyond kLargestBulge, or not 0 and below kSmallestBulge; null when nothing.
const char* wrong_with_bulge(double bulge);

}  // namespace pawl::internal::inline geometry
