// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <vector>

namespace pawl::internal {

/// Area A, centroid and polar second moment about it over A of a valid path, in closed form.
///
/// They are those of the polygon of the chords (rational_polygon.h) and of the pieces between chord and arc, which
/// count as positive where the arc turns left. With d, n, m and the bulge b as in exact_arc.h, q = |d|^2, half the
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

}  // namespace pawl::internal
