// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

// Internal functions on outlines: vertices, area, extent, distances and faults. The functions called unchecked are
// those of pawl/geometry without their checks, for loops over many points and one outline. The caller must have
// validated the outline (validate(outline)), which costs more than any of them.

namespace pawl::internal::inline geometry {

/// Both require a finite `from`. O(n).
std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Eigen::Vector2d& from);
NearestCorner unchecked_nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

/// Returns the vertices of a polygon or a path; a disc has no vertices.
std::span<const Eigen::Vector2d> vertices_of(const Outline& outline);

AreaProperties unchecked_area_properties(const Outline& outline);

/// Returns whether two outlines are of one kind and have the same numbers in the same order. O(n).
bool are_equal(const Outline& a, const Outline& b);

/// Returns area A, centroid, and polar second moment about the centroid over A, of a valid path, in closed form.
///
/// Each is that of the polygon of the chords (exact_area_properties()) plus those of the pieces between chord and arc,
/// which count as positive if the arc turns left. With d, n, m and the bulge b as in segment.h, q = |d|^2, half the
/// sweep p = 2 atan b, so that sin p = 2 b / (1 + b^2), and c and r the arc's centre and radius, such a piece has
///
///     area                    S = r^2 (p - sin p cos p),
///     first moment about c    M = -q n / 12               (length 2/3 r^3 sin^3 p, towards the middle of the arc),
///     polar moment about c    I = r^4 (p / 2 - sin 2p (2 + cos 2p) / 12)    (the sector less its triangle),
///
/// so M + S c and I + 2 c . M + S |c|^2 about the origin. Everything except atan is rational. For shallow arcs c and r
/// are large and nearly everything cancels: I is of order b^4 of its terms, which costs 48 digits at the smallest
/// bulge. The sums are therefore formed with 120 digits, about vertex 0, and rounded once. O(n).
AreaProperties path_area_properties(const Path& path);

/// Returns the properties of an outline with holes. The outlines must be valid, the holes inside the first one and
/// apart from each other. O(n), rounded once.
AreaProperties area_properties_with_holes(const Outline& outline, const std::vector<Outline>& holes);

/// Returns +1 if a valid path runs counterclockwise, else -1: the sign of its area. Uses doubles if they are
/// conclusive.
int turn_of(const Path& path);

/// Returns points that bound how far an outline moves when its pose changes: a disc's centre, a polygon's vertices, a
/// path's vertices and points on its arcs, at most a sixteenth of a turn apart. An arc extends beyond them by less than
/// half a percent of its radius.
std::vector<Eigen::Vector2d> extent_points(const Outline& outline);

/// Returns the largest distance between two points of an outline, m; for a path within a percent of its largest arc's
/// radius. O(n log n) plus the square of the number of vertices of the hull.
double diameter(const Outline& outline);

/// Returns the point of a valid outline's boundary that is furthest from a point; the first if there are several. It is
/// a vertex, or the point of an arc's circle opposite to `from`, if that is on the arc. O(n).
Eigen::Vector2d furthest_point(const Outline& outline, const Eigen::Vector2d& from);

/// Returns whether a point is strictly inside a valid path, exactly. The result is that for the polygon of the chords,
/// inverted for each arc for which the point lies between chord and arc: on the arc's side of the chord and inside its
/// circle. A point on a chord counts as beside it, as if moved by an infinitely small step up and right, for all chords
/// alike. O(n).
bool strictly_inside(const Path& path, const Eigen::Vector2d& p);

/// Returns whether a vertex is a corner: the outline does not continue in the same direction.
bool is_corner(const Path& path, std::size_t vertex);

/// Returns the local minima of the distance from a point to a valid path.
///
/// At an end of a segment the distance grows along the segment if the point lies behind. A vertex is therefore a
/// minimum if the point lies ahead of the arriving segment and behind the leaving one. A segment has a minimum in its
/// interior if the point lies between the normals at its ends (for an arc of more than half a turn: not between them on
/// the far side). From the centre of an arc all its points are equally far; its middle represents them, with a zero
/// normal. Which features are minima is decided exactly; positions and distances are rounded. O(n).
///
/// The distance from the curve of a segment is F / (|d| (1 + b^2) / 2 + |G| / 2), with F of segment.h and its gradient
/// G. It contains neither centre nor radius and so nothing that grows as an arc gets shallow: for a point at a distance
/// s from the centre, F = 2 |b| |r^2 - s^2| = 2 |b| (r + s) |r - s|, 2 |b| r = |d| (1 + b^2) / 2 and |G| = 4 |b| s.
std::vector<ClosestPoint> closest_points_on(const Path& path, const Eigen::Vector2d& from);

/// Returns the faults of outline_faults for a polygon. Each kind is checked only if the kinds before it have no faults,
/// on which it depends: the count, the numbers, repeated vertices, neighbouring edges that overlap, other edges that
/// meet. The first four take O(n log n), by sorting; so does the last if the polygon is simple (EdgeSweep). Otherwise
/// edges are compared pair by pair until enough faults are found.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

/// Largest number of faults reported: one broken outline can cross itself millions of times.
inline constexpr std::size_t kMostFaults = 10;

/// Returns the faults of vertices that occur twice, neighbours or not. O(n log n).
std::vector<Fault> repeated_vertex_faults(const std::vector<Eigen::Vector2d>& vertices, const std::string& pointer);

/// Returns the first kMostFaults faults; if there are more, adds one for the rest.
std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer);

/// Returns what is wrong with a point: not finite, or beyond kLargestLength; null if it is valid.
const char* wrong_with_point(const Eigen::Vector2d& point);

/// Returns the faults of outline_faults for a path. Each kind is checked only if the kinds before it have no faults:
/// the counts, the numbers, repeated vertices, arcs that are too large, segments that meet elsewhere than at their
/// joints (exactly, by segment_meeting()). Pairs of segments with overlapping boxes are compared: O(n log n) plus the
/// number of these pairs; they are found by a sweep along the axis on which fewer boxes overlap.
std::vector<Fault> path_faults(const Path& path, const std::string& pointer);

/// Returns what is wrong with a bulge: not finite, beyond kLargestBulge, or not 0 and below kSmallestBulge; null if it
/// is valid.
const char* wrong_with_bulge(double bulge);

}  // namespace pawl::internal::inline geometry
