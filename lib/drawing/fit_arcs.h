// SPDX-License-Identifier: MIT
// Replaces Bezier curves by arcs of circles.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace pawl::internal::inline drawing {

/// Returns the point with the homogeneous coordinates (x, y, weight).
inline Eigen::Vector2d plain_point(const Eigen::Vector3d& p) { return p.head<2>() / p.z(); }

/// A piece of a Bezier curve, given by its control points in homogeneous coordinates (w x, w y, w), w > 0.
using BezierPiece = std::vector<Eigen::Vector3d>;

/// Splits a piece at parameter t in (0, 1) by de Casteljau's scheme.
std::pair<BezierPiece, BezierPiece> split_at(BezierPiece piece, double t);

/// direction_at_start() and direction_at_end() return the direction of a piece at its start and at its end, as a unit
/// vector, or (0, 0) if the piece is a point.
Eigen::Vector2d direction_at_start(const BezierPiece& piece);
Eigen::Vector2d direction_at_end(const BezierPiece& piece);

/// One or two arcs that replace a piece. The list is empty if no arcs are within the deviation.
struct FittedArcs {
  struct Arc {
    Eigen::Vector2d to;
    double bulge;
  };
  std::vector<Arc> arcs;
  double deviation = 0;  ///< bound on the distance of each point of the curve from the arcs, and of each point of the
                         ///< arcs from the curve
};

/// Fits one arc or two arcs (a biarc) to a piece that begins at `from` and ends at `to`. The arcs have the curve's
/// tangents at its ends. The two arcs of a biarc meet in a point of the curve, where they have the same tangent.
///
/// Consider two arcs from P to Q with the tangents T and U that meet in a point J. At J their directions differ by an
/// angle m(J). As J moves along the curve, m changes from some value to its negative, so m has a zero, which is found
/// by bisection. If m is 0 at the ends, a single arc has both tangents.
///
/// The bound on the deviation holds for the whole piece B(t), not only for samples. For a circle with center c and
/// radius r
///
///     |B(t) - c|^2 - r^2 = sum_k E_k b_k(t) / sum_k V_k b_k(t),
///
/// with coefficients E_k, V_k and Bernstein polynomials b_k of twice the degree. The distance from the circle is
/// therefore at most max |E_k| / (r min V_k). All control points must lie in the wedge of the arc, between the rays
/// from the center through the arc's ends. Then every ray from the center that meets the arc also meets the curve, and
/// vice versa.
FittedArcs fit_arcs(const BezierPiece& piece, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double deviation);

}  // namespace pawl::internal::inline drawing
