// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <utility>

#include "exact/rational.h"

namespace pawl::internal {

/// A point or a vector in rationals.
struct ExactPoint {
  Rational x, y;

  ExactPoint() = default;
  ExactPoint(Rational x_in, Rational y_in) : x(std::move(x_in)), y(std::move(y_in)) {}
  explicit ExactPoint(const Eigen::Vector2d& v) : x(rational(v.x())), y(rational(v.y())) {}

  ExactPoint operator+(const ExactPoint& other) const { return {x + other.x, y + other.y}; }
  ExactPoint operator-(const ExactPoint& other) const { return {x - other.x, y - other.y}; }
  ExactPoint operator*(const Rational& factor) const { return {x * factor, y * factor}; }
  ExactPoint left() const { return {-y, x}; }  ///< turned by +90 degrees
  Rational dot(const ExactPoint& other) const { return x * other.x + y * other.y; }
  Rational cross(const ExactPoint& other) const { return x * other.y - y * other.x; }
  Rational squared() const { return dot(*this); }
  bool operator==(const ExactPoint&) const = default;
};

struct ExactCircle {
  ExactPoint center;
  Rational radius_squared;
};

/// A straight side or an arc in doubles: what a path's segment is given by.
struct Segment {
  Eigen::Vector2d from, to;  ///< m, different
  double bulge = 0;          ///< tan(sweep / 4); 0: straight
};

/// The same exactly. With d = to - from, n = d turned by +90 degrees, m the middle of the chord and b the bulge, the
/// centre is m + n (1 - b^2) / (4 b) and the radius |d| (1 + b^2) / (4 |b|) (pawl/geometry/outline.h). An arc of
/// sweep 4 atan b sets out at half its sweep from its chord, so with tan(sweep / 4) = b its directions at the ends are
/// those of (1 - b^2) d -+ 2 b n.
struct ExactSegment {
  ExactPoint from, to;
  Rational bulge;

  ExactSegment(const Segment& segment) : from(segment.from), to(segment.to), bulge(rational(segment.bulge)) {}

  ExactPoint chord() const { return to - from; }
  ExactPoint start_direction() const { return chord() * (1 - bulge * bulge) - chord().left() * (2 * bulge); }
  ExactPoint end_direction() const { return chord() * (1 - bulge * bulge) + chord().left() * (2 * bulge); }
  ExactCircle circle() const;  ///< of an arc
};

/// Segment i of a valid path, and the one before it.
Segment segment_of(const Path& path, std::size_t i);
std::size_t segment_before(const Path& path, std::size_t i);

// Signs of what decides where a place p lies from a segment; in doubles where their rounding allows, else in rationals.

/// +1 when p lies to the left of the line or the circle that the segment runs on, that is inside the circle of an arc
/// that turns left: the sign of
///
///     F(p) = (1 - b^2) d x (p - from) - 2 b (p - from) . (p - to),
///
/// which is |d| times the distance from the line where b = 0, and -2 b (|p - centre|^2 - radius^2) else (both vanish
/// at the ends and at the middle of the arc).
int side_of(const Segment& segment, const Eigen::Vector2d& p);

/// The sign of (p - from) along the direction in which the segment sets out, and that of (p - to) along the one in
/// which it arrives.
int ahead_of_start(const Segment& segment, const Eigen::Vector2d& p);
int ahead_of_end(const Segment& segment, const Eigen::Vector2d& p);

/// Whether the outline turns where one segment ends and the next begins: anything but going on in the same direction.
bool is_corner(const Segment& before, const Segment& after);

/// The directions at the ends in doubles, of any length.
Eigen::Vector2d start_direction(const Segment& segment);
Eigen::Vector2d end_direction(const Segment& segment);

/// The middle of the segment.
Eigen::Vector2d middle(const Segment& segment);

double radius_of(const Segment& arc);  ///< m; infinite where it is straight

/// A box that holds the segment, with room for rounding.
struct Box {
  Eigen::Vector2d low, high;
  bool apart(const Box& other) const {
    return (low.array() > other.high.array()).any() || (other.low.array() > high.array()).any();
  }
};
Box box_of(const Segment& segment);

}  // namespace pawl::internal
