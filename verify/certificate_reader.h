// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <complex>
#include <string>
#include <string_view>
#include <vector>

// The geometry of outlines as the checker of certificates knows it: its own, apart from that of the library.
namespace pawl::internal::inline verify {

using Point = std::complex<double>;

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// A side of an outline that is run through counterclockwise, and the corner at its beginning.
struct OutlineSide {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< 0: straight, > 0: an arc that bulges out, < 0: a hollow
  Point along;                   ///< straight: of length 1
  Point middle;                  ///< arc: the direction of its middle from the centre
  double length = 0;             ///< straight
  Point corner;                  ///< the middle one of its inward normals
  double bend = -1;              ///< half of the angle that they span; < 0: the corner points inwards
};

/// From corners in either turn, with the bulge of the side after each.
std::vector<OutlineSide> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges);
double distance(const OutlineSide& side, Point p);
/// Whether a boundary that p is not on winds round it.
bool winds_round(const std::vector<OutlineSide>& sides, Point p);

// An energy certificate as its checker reads it: the problem in plain numbers, the tree of boxes, the twists.

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

  std::string name;      ///< of the task
  std::string part;      ///< digest, as it is stated
  double mass = 1;       ///< kg
  Point center_of_mass;  ///< body coordinates

  Outline outline;
  std::vector<OutlineSide> sides;  ///< of the outline
  std::vector<Fixel> fixels;
  std::vector<std::size_t> goal;  ///< three fixels, from 0
  Point force, at, anchor;
  double torque = 0, anchor_off = 0, rho = 1, fixel_off = 0, outline_off = 0;
  bool has_anchor = false;

  double depth = 0;
  Box root{}, seed{};
  std::string tree;
  std::vector<Twist> twists;
};

/// Throws InputError for a text that is not a certificate of version 1: no key is missing and none is unknown, all
/// numbers are bounded, sizes and tolerances not negative, the outline is valid, the goal three fixels.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal::inline verify
