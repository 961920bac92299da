// SPDX-License-Identifier: MIT
#include "geometry/exact_arc.h"

#include <pawl/base/tolerance.h>

#include <cmath>
#include <limits>

#include "exact/orientation.h"

#ifdef __FAST_MATH__
#error "pawl's filters prove signs from the rounding of IEEE doubles: compile without -ffast-math"
#endif

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Below, every coordinate may be off what it means by a roundoff of itself, and a formula takes fewer than 20 steps:
/// its error is less than this many times the sum of the sizes of its products.
constexpr double kBound = 40 * 0x1p-53;
/// Where sizes are smaller products may have underflowed.
constexpr double kSmallest = 1e-250;

/// The sign of a value whose products add up to `size`; 2 where rounding may hide it.
int surely(double value, double size) {
  if (size > kSmallest && std::fabs(value) > kBound * size) return value > 0 ? 1 : -1;
  return 2;
}

double size_of(const Vector& a, const Vector& b) {
  return std::fabs(a.x()) + std::fabs(a.y()) + std::fabs(b.x()) + std::fabs(b.y());
}

/// Of (p - end) . direction, the direction being that of the segment at one of its ends.
int ahead(const Segment& s, const Vector& end, const Vector& direction, const Vector& p) {
  const double size = size_of(p, end) * size_of(s.from, s.to) * (1 + std::fabs(s.bulge)) * (1 + std::fabs(s.bulge));
  return surely((p - end).dot(direction), size);
}

Vector left(const Vector& v) { return {-v.y(), v.x()}; }
double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

ExactCircle ExactSegment::circle() const {
  const ExactPoint d = chord();
  const Rational square = bulge * bulge;
  const ExactPoint middle = (from + to) * Rational(1, 2);
  const Rational radius = (1 + square) / (4 * bulge);  // over |d|
  return {middle + d.left() * ((1 - square) / (4 * bulge)), d.squared() * radius * radius};
}

Segment segment_of(const Path& path, std::size_t i) {
  return {path.vertices[i], path.vertices[i + 1 == path.vertices.size() ? 0 : i + 1], path.bulges[i]};
}

std::size_t segment_before(const Path& path, std::size_t i) { return i == 0 ? path.vertices.size() - 1 : i - 1; }

int side_of(const Segment& s, const Vector& p) {
  if (s.bulge == 0) return orientation(s.from, s.to, p);
  const double b = s.bulge;
  const double value = (1 - b * b) * cross(s.to - s.from, p - s.from) - 2 * b * (p - s.from).dot(p - s.to);
  const double reach = size_of(p, s.from) + size_of(p, s.to);
  const int sure = surely(value, ((1 + b * b) + 2 * std::fabs(b)) * reach * reach);
  if (sure != 2) return sure;
  const ExactSegment exact(s);
  const ExactPoint from = ExactPoint(p) - exact.from;
  const Rational f = (1 - exact.bulge * exact.bulge) * exact.chord().cross(from) -
                     2 * exact.bulge * from.dot(ExactPoint(p) - exact.to);
  return f.sign();
}

int ahead_of_start(const Segment& s, const Vector& p) {
  const int sure = ahead(s, s.from, start_direction(s), p);
  if (sure != 2) return sure;
  const ExactSegment exact(s);
  return (ExactPoint(p) - exact.from).dot(exact.start_direction()).sign();
}

int ahead_of_end(const Segment& s, const Vector& p) {
  const int sure = ahead(s, s.to, end_direction(s), p);
  if (sure != 2) return sure;
  const ExactSegment exact(s);
  return (ExactPoint(p) - exact.to).dot(exact.end_direction()).sign();
}

bool is_corner(const Segment& before, const Segment& after) {
  if (before.bulge == 0 && after.bulge == 0) return orientation(before.from, before.to, after.to) != 0;
  const double steepness = (1 + std::fabs(before.bulge)) * (1 + std::fabs(after.bulge));
  const double size = size_of(before.from, before.to) * size_of(after.from, after.to) * steepness * steepness;
  const double turn = cross(end_direction(before), start_direction(after));
  if (surely(turn, size) != 2) return true;
  const ExactPoint arriving = ExactSegment(before).end_direction();
  const ExactPoint leaving = ExactSegment(after).start_direction();
  return arriving.cross(leaving) != 0 || arriving.dot(leaving) < 0;
}

Vector start_direction(const Segment& s) {
  const Vector d = s.to - s.from;
  return (1 - s.bulge) * (1 + s.bulge) * d - 2 * s.bulge * left(d);
}

Vector end_direction(const Segment& s) {
  const Vector d = s.to - s.from;
  return (1 - s.bulge) * (1 + s.bulge) * d + 2 * s.bulge * left(d);
}

Vector middle(const Segment& s) { return (s.from + s.to) / 2 - s.bulge / 2 * left(s.to - s.from); }

double radius_of(const Segment& s) {
  if (s.bulge == 0) return std::numeric_limits<double>::infinity();
  const Vector d = s.to - s.from;
  return std::hypot(d.x(), d.y()) * (1 + s.bulge * s.bulge) / (4 * std::fabs(s.bulge));
}

/// An arc of up to half a turn lies in the rectangle between its chord and the tangent in its middle.
Box box_of(const Segment& s) {
  Box box{s.from.cwiseMin(s.to), s.from.cwiseMax(s.to)};
  if (std::fabs(s.bulge) <= 1) {
    const Vector rise = -s.bulge / 2 * left(s.to - s.from);
    box.low = box.low.cwiseMin((s.from + rise).cwiseMin(s.to + rise));
    box.high = box.high.cwiseMax((s.from + rise).cwiseMax(s.to + rise));
  } else {
    const Vector center = (s.from + s.to) / 2 + (1 / s.bulge - s.bulge) / 4 * left(s.to - s.from);
    const double radius = radius_of(s);
    box = {center.array() - radius, center.array() + radius};
  }
  const double room =
      tolerance::kLengthRounding * std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  return {box.low.array() - room, box.high.array() + room};
}

}  // namespace pawl::internal
