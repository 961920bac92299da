// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <limits>
#include <vector>

// The outline geometry of the certificate checkers, independent of the library's outline geometry.
namespace pawl::internal::inline verify {

using Point = std::complex<double>;

/// The imaginary unit i. A direction, as a complex number, turns left by a quarter turn if it is multiplied by i.
inline constexpr Point kLeft(0, 1);

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// An edge of a loop with the material on its left, and the corner at its start. A round hole is one edge whose ends
/// are equal.
struct OutlineEdge {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< the sweep is 0 for a straight edge, > 0 for a convex arc, < 0 for a concave arc
  Point along;                   ///< direction of a straight edge, unit length
  Point middle;                  ///< direction of an arc's middle from the centre
  double length = 0;             ///< length of a straight edge
  Point corner;                  ///< middle of the range of the inward normals at the corner
  /// Half of the angle that the inward normals at the corner span, rad. It is < 0 if the corner points inwards or the
  /// outline is smooth there.
  double bend = -1;
  /// Bound on the angle, rad, by which the outline turns at the edge's smooth ends. The normals of a contact at such an
  /// end differ from the normals of the edge by at most this angle.
  double joint = 0;
  /// Bound on the distance of this edge's first vertex from the line through its neighbours. It is set if this edge and
  /// the edge before it are straight and the vertex counts as smooth. It also bounds the distances of the vertices
  /// inside a straight edge, which are left out.
  double off_line = 0;
  /// If the errors of points exceed this value, the first vertex of this edge, or a vertex that is left out inside this
  /// edge, may become convex. It is set if this edge and the edge before it are straight.
  double convex_beyond = std::numeric_limits<double>::infinity();

  bool convex_arc() const { return sweep > 0; }
  /// Returns the edge in another frame: turned by `turn`, a unit number, and then shifted.
  OutlineEdge moved(Point turn, Point shift) const;
};

/// Returns the edges of the outline with these corners, which may be in either orientation. `bulges` contains the bulge
/// of the edge after each corner. If `hole` is true, the material lies outside the outline. Consecutive straight edges
/// that lie on one line, up to rounding, become one edge.
std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges,
                                  bool hole = false);
double distance(const OutlineEdge& side, Point p);
/// Returns the distance of a point from an edge or, if the distance is above `least`, a number above `least`.
double distance_below(const OutlineEdge& side, Point p, double least);
/// Returns the largest angle, rad, by which a straight edge can be turned if the errors of its points are at most
/// `off`. Returns 0 for an arc.
double skew_of(const OutlineEdge& edge, double off);
/// Returns whether p lies in the material of a boundary, that is, whether the boundary winds around p. p must not lie
/// on the boundary.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p);

/// Bound on the rounding error of the angle between edges, rad.
inline constexpr double kAngleRounding = 1e-12;
/// Largest angle, rad, between the tangents of two successive edges that count as one smooth curve. The angle between
/// tangent edges is not exactly 0, because bulges are rounded.
inline constexpr double kSmooth = 1e-9;

}  // namespace pawl::internal::inline verify
