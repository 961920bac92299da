// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <limits>
#include <vector>

// The outline geometry of the certificate checkers, independent of the library's outline geometry.
namespace pawl::internal::inline verify {

using Point = std::complex<double>;

/// The imaginary unit i. A direction is a complex number; multiplied by i, it turns left by a quarter turn.
inline constexpr Point kLeft(0, 1);

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// An edge of a loop, with the material on its left. The struct also describes the corner at the start of the edge. A
/// round hole is one edge whose two ends are equal.
struct OutlineEdge {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< sweep, rad: 0 for a straight edge, > 0 for a convex arc, < 0 for a concave arc
  Point along;                   ///< unit vector along a straight edge
  Point middle;                  ///< unit vector from an arc's centre to its middle
  double length = 0;             ///< length of a straight edge
  Point corner;                  ///< middle of the range of inward normals at the corner, a unit vector
  /// Half of the angle, rad, between the extreme inward normals at the corner. It is negative if the corner points
  /// inwards, or if the outline is smooth there.
  double bend = -1;
  /// Bound on the angle, rad, by which the outline turns at those ends of the edge where the outline is smooth. At such
  /// an end, the normal of a contact differs from the normal of the edge by at most this angle.
  double joint = 0;
  /// Bound on the distance of a vertex from the straight line through its neighbours, for two kinds of vertices: the
  /// first vertex of this edge, if it counts as smooth and joins two straight edges; and vertices that were left out
  /// because they lie inside this straight edge.
  double off_line = 0;
  /// Bound on the errors of points. If the errors are larger, the first vertex of this edge, or a vertex that was left
  /// out inside this edge, may become convex. It is finite only if two straight edges meet at such a vertex and the
  /// vertex is not a convex corner.
  double convex_beyond = std::numeric_limits<double>::infinity();

  bool convex_arc() const { return sweep > 0; }
  /// Returns the edge in another frame: first turned by `turn`, a complex number of length 1, and then moved by
  /// `shift`.
  OutlineEdge moved(Point turn, Point shift) const;
};

/// Returns the edges of the outline with the given corners. The corners may be in either orientation; the returned
/// edges have the material on their left. bulges[i] is the bulge of the edge that follows corner i. If `hole` is true,
/// the material lies outside the outline. Consecutive straight edges that lie on one line, up to rounding, become one
/// edge.
std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges,
                                  bool hole = false);
double distance(const OutlineEdge& side, Point p);
/// Returns the distance of p from an edge. If this distance is above `least`, the result may be any number above
/// `least`.
double distance_below(const OutlineEdge& side, Point p, double least);
/// Returns the largest angle, rad, by which a straight edge turns if its points are moved by at most `off`. Returns 0
/// for an arc.
double skew_of(const OutlineEdge& edge, double off);
/// Returns whether p lies in the material of a boundary, that is, whether the boundary winds around p in the positive
/// direction. The point p must not lie on the boundary.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p);

/// Bound on the rounding error of an angle between edges, rad.
inline constexpr double kAngleRounding = 1e-12;
/// Largest angle, rad, between the tangents of two successive edges at which both edges count as one smooth curve.
/// Because bulges are rounded, this angle is not exactly 0 for a smooth curve.
inline constexpr double kSmooth = 1e-9;

}  // namespace pawl::internal::inline verify
