// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <complex>
#include <string>
#include <string_view>
#include <vector>

// The outline geometry of the certificate checker, independent of the library's outline geometry.
namespace pawl::internal::inline verify {

using Point = std::complex<double>;

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// An edge of a loop with the material on its left, and the corner at its start. A round hole is one edge whose ends
/// are equal.
struct OutlineEdge {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< sweep 0: straight; > 0: convex arc; < 0: concave arc
  Point along;                   ///< direction of a straight edge, unit length
  Point middle;                  ///< direction of an arc's middle from the centre
  double length = 0;             ///< length of a straight edge
  Point corner;                  ///< the middle of the range of the corner's inward normals
  /// Half of the angle that this range spans; < 0: the corner points inwards, or the outline is smooth there.
  double bend = -1;
  /// Bound on the angle, rad, by which the outline turns at the edge's smooth ends. The normals of a contact at such an
  /// end differ by at most this from those of the edge.
  double joint = 0;
};

/// Returns the edges of the outline with these corners, which may be in either orientation. `bulges` contains the bulge
/// of the edge after each corner. If `hole` is true, the material lies outside the outline.
std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges,
                                  bool hole = false);
double distance(const OutlineEdge& side, Point p);
/// Returns whether p lies in the material of a boundary, that is, the boundary winds around it. p must not lie on it.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p);

// The contents of an energy certificate as its checker reads them: the problem in plain numbers, the tree of boxes, and
// the twists.

struct CertificateFile {
  struct Box {
    double centre[3], half[3];
  };
  struct Twist {
    Point v;
    double omega;
  };
  struct Fixel {
    Point at;
    double radius, friction;
  };

  std::string name;      ///< name of the task
  std::string part;      ///< digest stated in the certificate
  double mass = 1;       ///< mass, kg
  Point center_of_mass;  ///< centre of mass, body coordinates

  Outline outline;
  std::vector<Outline> holes;
  std::vector<OutlineEdge> sides;  ///< edges of the outline and of the holes
  std::vector<Fixel> fixels;
  std::vector<std::size_t> goal;  ///< indices of the goal's three fixels, from 0
  Point force, at, anchor;
  double torque = 0, anchor_off = 0, rho = 1, fixel_off = 0, outline_off = 0;
  bool has_anchor = false;

  double depth = 0;
  Box root{}, seed{};
  std::string tree;
  std::vector<Twist> twists;
};

/// Reads a certificate. Throws InputError for a text that is not a certificate of version 1: if a key is missing or
/// unknown, a number is out of bounds, a size or tolerance is negative, the outline or a hole is not valid, or the goal
/// is not three fixels.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal::inline verify
