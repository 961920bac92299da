// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

namespace pawl::internal {

/// Area A, centroid c and polar second moment about it over A, in rationals, rounded once. The polygon must be valid.
///
/// Each is an integral over the polygon, hence the sum over its edges a -> b of the integral over the triangle 0, a, b,
/// with the triangle's sign (Green's theorem). With t = a x b, twice that triangle's area:
///
///     A = sum t / 2,   A c = sum t (a + b) / 6,   integral of |p|^2 = sum t (a.a + a.b + b.b) / 12,
///
/// and the moment about the centroid is less by A |c|^2 (Steiner). O(n) rational operations. Doubles would lose the
/// centroid of a small polygon far from the origin.
AreaProperties exact_area_properties(const Polygon& polygon);

}  // namespace pawl::internal
