// SPDX-License-Identifier: MIT
// The geometry of outlines as the checker of certificates knows it: its own, apart from that of the library.
#pragma once

#include <complex>
#include <vector>

namespace pawl::internal {

using Point = std::complex<double>;

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// A side of an outline that is run through counterclockwise, and the corner at its beginning.
struct Side {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< 0: straight, > 0: an arc that bulges out, < 0: a hollow
  Point along;                   ///< straight: of length 1
  Point middle;                  ///< arc: the direction of its middle from the centre
  double length = 0;             ///< straight
  Point corner;                  ///< the middle one of its inward normals
  double bend = -1;              ///< half of the angle that they span; < 0: the corner points inwards
};

/// From corners in either turn, with the bulge of the side after each.
std::vector<Side> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges);
double distance(const Side& side, Point p);
/// Whether a boundary that p is not on winds round it.
bool winds_round(const std::vector<Side>& sides, Point p);

}  // namespace pawl::internal
