// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

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
/// The distance from the curve of a segment, F / (|d| (1 + b^2) / 2 + |G| / 2) with F of exact_arc.h and its gradient
/// G, has no centre or radius in it and so nothing that grows as an arc gets shallow:
/// F = 2 |b| |r^2 - s^2| = 2 |b| (r + s) |r - s| for a point at a distance s from the centre, 2 |b| r = |d| (1 + b^2) /
/// 2 and |G| = 4 |b| s.
std::vector<ClosestPoint> closest_points_on(const Path& path, const Eigen::Vector2d& from);

}  // namespace pawl::internal
