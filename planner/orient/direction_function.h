// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/planner/orient.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal::inline planner {

/// Two directions count as one if they differ by at most this angle, rad, a few hundred times the rounding error of an
/// angle.
inline constexpr double kSameDirection = 1e-13;

/// Returns the support function h of the convex hull of a valid outline. The period of h is 2 pi.
///
/// For a polygon the hull is exact for its decimal numbers, and pieces begin at the outward normals of its edges. The
/// hull of a path is the hull of its vertices and its convex arcs. Each of these has a support function of at most
/// three pieces, and h is the upper envelope of these functions. The envelopes are merged by divide and conquer. Two
/// pieces z1 . u + rho1 and z2 . u + rho2 cross at most twice. O(n log n).
DirectionFunction support_function(const Outline& outline);

/// width_of() returns the width f(phi) = h(phi) + h(phi + pi) for a support function h. radius_of() returns h(phi) -
/// center . u(phi).
DirectionFunction width_of(const DirectionFunction& support);
DirectionFunction radius_of(const DirectionFunction& support, const Eigen::Vector2d& center);

/// piece_at() returns the index of the piece that applies at phi. reduced() returns phi modulo the period.
std::size_t piece_at(const DirectionFunction& f, double phi);
double reduced(double phi, double period);

/// Returns the derivative of a piece at phi, m/rad.
double slope_of(const DirectionPiece& piece, double phi);
double value_of(const DirectionPiece& piece, double phi);

}  // namespace pawl::internal::inline planner
