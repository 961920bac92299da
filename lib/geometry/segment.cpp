// SPDX-License-Identifier: MIT
#include "geometry/segment.h"

#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "exact/orientation.h"
#include "geometry/plane.h"

#ifdef __FAST_MATH__
#error "pawl's filters prove signs from the rounding of IEEE doubles: compile without -ffast-math"
#endif

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

/// Bound on the error of the formulas below, relative to the sum of the magnitudes of their products. Each coordinate
/// may have a relative error of one roundoff, and a formula has fewer than 20 operations.
constexpr double kBound = 40 * 0x1p-53;
/// Smallest sum of products that cannot have lost terms by underflow.
constexpr double kSmallest = 1e-250;

/// Returns the sign of a value, or 2 if rounding errors may have changed the sign. `size` is the sum of the magnitudes
/// of the products in the value.
int surely(double value, double size) {
  if (size > kSmallest && std::fabs(value) > kBound * size) return value > 0 ? 1 : -1;
  return 2;
}

double size_of(const Vector& a, const Vector& b) {
  return std::fabs(a.x()) + std::fabs(a.y()) + std::fabs(b.x()) + std::fabs(b.y());
}

/// Returns the sign of (p - end) . direction, where `direction` is the direction of the segment at `end`. Returns 2 if
/// the sign is uncertain.
int ahead(const Segment& s, const Vector& end, const Vector& direction, const Vector& p) {
  const double size = size_of(p, end) * size_of(s.from, s.to) * (1 + std::fabs(s.bulge)) * (1 + std::fabs(s.bulge));
  return surely((p - end).dot(direction), size);
}

}  // namespace

ExactCircle ExactSegment::circle() const {
  const ExactPoint d = chord();
  const Rational square = bulge * bulge;
  const ExactPoint middle = (from + to) * Rational(1, 2);
  const Rational radius = (1 + square) / (4 * bulge);  // radius of the arc, divided by |d|
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
  return (1 - s.bulge) * (1 + s.bulge) * d - 2 * s.bulge * turned_left(d);
}

Vector end_direction(const Segment& s) {
  const Vector d = s.to - s.from;
  return (1 - s.bulge) * (1 + s.bulge) * d + 2 * s.bulge * turned_left(d);
}

Vector middle(const Segment& s) { return (s.from + s.to) / 2 - s.bulge / 2 * turned_left(s.to - s.from); }

double radius_of(const Segment& s) {
  if (s.bulge == 0) return std::numeric_limits<double>::infinity();
  const Vector d = s.to - s.from;
  return std::hypot(d.x(), d.y()) * (1 + s.bulge * s.bulge) / (4 * std::fabs(s.bulge));
}

Vector center_of(const Segment& s) {
  return (s.from + s.to) / 2 + (1 / s.bulge - s.bulge) / 4 * turned_left(s.to - s.from);
}

/// Returns a box around the segment. An arc of at most half a turn lies in the rectangle between its chord and the
/// tangent at its middle.
Box box_of(const Segment& s) {
  Box box{s.from.cwiseMin(s.to), s.from.cwiseMax(s.to)};
  if (std::fabs(s.bulge) <= 1) {
    const Vector rise = -s.bulge / 2 * turned_left(s.to - s.from);
    box.low = box.low.cwiseMin((s.from + rise).cwiseMin(s.to + rise));
    box.high = box.high.cwiseMax((s.from + rise).cwiseMax(s.to + rise));
  } else {
    const Vector center = center_of(s);
    const double radius = radius_of(s);
    box = {center.array() - radius, center.array() + radius};
  }
  const double room =
      tolerance::kLengthRounding * std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  return {box.low.array() - room, box.high.array() + room};
}

namespace {

/// Returns the sign of u + v sqrt(d), d >= 0.
int sign_with_root(const Rational& u, const Rational& v, const Rational& d) {
  const int su = u.sign();
  const int sv = d.sign() == 0 ? 0 : v.sign();
  if (su == 0 || sv == 0 || su == sv) return su != 0 ? su : sv;
  const Rational squares = u * u - v * v * d;
  return squares.sign() * su;
}

/// A point with a square root: base + along * sqrt(root).
struct RootPoint {
  ExactPoint base, along;
  Rational root;

  /// Returns the sign of (p - from) . direction - length, where p is this point.
  int beyond(const ExactPoint& from, const ExactPoint& direction, const Rational& length = 0) const {
    return sign_with_root((base - from).dot(direction) - length, along.dot(direction), root);
  }
};

/// The curve a |p|^2 + b . p + c = 0.
struct ExactCurve {
  Rational a;
  ExactPoint b;
  Rational c;

  /// Expands F of side_of() (segment.h) to this form.
  explicit ExactCurve(const ExactSegment& s) {
    const Rational along = 1 - s.bulge * s.bulge;
    const ExactPoint normal = s.chord().left();
    a = -2 * s.bulge;
    b = normal * along + (s.from + s.to) * (2 * s.bulge);
    c = -along * normal.dot(s.from) - 2 * s.bulge * s.from.dot(s.to);
  }
};

struct CommonPoints {
  bool same_curve = false;
  bool tangent = false;
  std::vector<RootPoint> points;
};

CommonPoints common_points_of_lines(const ExactCurve& p, const ExactCurve& q) {
  const Rational det = p.b.cross(q.b);
  if (det != 0) {
    const ExactPoint point((p.b.y * q.c - q.b.y * p.c) / det, (q.b.x * p.c - p.b.x * q.c) / det);
    return {false, false, {{point, {0, 0}, 0}}};
  }
  return {p.b * q.c == q.b * p.c, false, {}};
}

/// Returns the common points of a circle and the line b . p + c = 0.
CommonPoints common_points_with_line(const ExactCurve& circle, const ExactPoint& b, const Rational& c) {
  const ExactPoint center = circle.b * (Rational(-1, 2) / circle.a);
  const Rational radius_squared = center.squared() - circle.c / circle.a;
  const Rational square = b.squared();
  const Rational height = (b.dot(center) + c) / square;
  const Rational root = radius_squared / square - height * height;
  if (root < 0) return {};
  const ExactPoint foot = center - b * height;
  if (root == 0) return {false, true, {{foot, {0, 0}, 0}}};
  return {false, false, {{foot, b.left(), root}, {foot, b.left() * -1, root}}};
}

CommonPoints common_points(const ExactCurve& p, const ExactCurve& q) {
  if (p.a == 0 && q.a == 0) return common_points_of_lines(p, q);
  if (p.a == 0) return common_points_with_line(q, p.b, p.c);
  if (q.a == 0) return common_points_with_line(p, q.b, q.c);
  const ExactPoint b = p.b * q.a - q.b * p.a;
  const Rational c = p.c * q.a - q.c * p.a;
  if (b.x == 0 && b.y == 0) return {c == 0, false, {}};
  return common_points_with_line(p, b, c);
}

enum class Where { off, start, inside, end };

/// Returns where a point lies relative to a segment: inside it, at an end, or outside. The point must lie on the
/// segment's line or circle.
Where where_on(const ExactSegment& s, const RootPoint& p) {
  const ExactPoint d = s.chord();
  const int from_start = p.beyond(s.from, d);
  if (s.bulge == 0) {
    if (from_start <= 0) return from_start == 0 ? Where::start : Where::off;
    const int from_end = p.beyond(s.to, d);
    return from_end == 0 ? Where::end : from_end > 0 ? Where::off : Where::inside;
  }
  const int side = p.beyond(s.from, d.left()) * s.bulge.sign();
  if (side == 0) return from_start == 0 ? Where::start : Where::end;
  return side < 0 ? Where::inside : Where::off;
}

/// Returns whether two segments on the same line or circle overlap, that is, whether an end of one lies inside the
/// other, or whether the two are equal.
bool overlap(const ExactSegment& first, const ExactSegment& second, const SharedEnds& shared) {
  if (shared.first_to_second && shared.second_to_first) return first.bulge.sign() * second.bulge.sign() <= 0;
  const auto inside = [](const ExactSegment& s, const ExactPoint& end) {
    return where_on(s, {end, {0, 0}, 0}) == Where::inside;
  };
  return inside(first, second.from) || inside(first, second.to) || inside(second, first.from) ||
         inside(second, first.to);
}

constexpr double kShallow = 1e-3;

struct Circle {
  Eigen::Vector2d center;
  double radius;

  explicit Circle(const Segment& arc) : center(center_of(arc)), radius(radius_of(arc)) {}
};

/// Returns a margin, m, for comparing the distance of points from a circle's centre with its radius. Lengths that
/// differ by more than the margin are certainly different: their rounding errors are below 1e-15 / kShallow^2 times
/// their sizes.
double room(const Circle& circle, const Eigen::Vector2d& other, double reach) {
  return 1e-9 * (circle.radius + reach + circle.center.cwiseAbs().sum() + other.cwiseAbs().sum());
}

bool surely_apart(const Circle& a, const Circle& b) {
  const double apart = (b.center - a.center).norm();
  const double margin = room(a, b.center, b.radius);
  return apart > a.radius + b.radius + margin || apart < std::fabs(a.radius - b.radius) - margin;
}

/// Returns whether a straight segment certainly does not meet a circle, because it is outside the circle, or has both
/// ends inside it.
bool surely_apart(const Circle& circle, const Segment& side) {
  const Eigen::Vector2d d = side.to - side.from;
  const double along = std::clamp((circle.center - side.from).dot(d) / d.squaredNorm(), 0., 1.);
  const double nearest = (side.from + along * d - circle.center).norm();
  const double furthest = std::max((side.from - circle.center).norm(), (side.to - circle.center).norm());
  const double margin = room(circle, side.from, d.norm());
  return nearest > circle.radius + margin || furthest < circle.radius - margin;
}

/// Returns whether two segments certainly do not meet, decided in doubles. Returns false if both are straight, or if
/// one is a shallow arc, because exact arithmetic must decide these cases.
bool surely_apart(const Segment& first, const Segment& second) {
  const auto bent = [](const Segment& s) { return std::fabs(s.bulge) >= kShallow; };
  if (bent(first) && bent(second)) return surely_apart(Circle(first), Circle(second));
  if (bent(first) && second.bulge == 0) return surely_apart(Circle(first), second);
  if (bent(second) && first.bulge == 0) return surely_apart(Circle(second), first);
  return false;
}

}  // namespace

SegmentMeeting segment_meeting(const Segment& first, const Segment& second, const SharedEnds& shared) {
  const bool neighbours = shared.first_to_second || shared.second_to_first;
  if (!neighbours && surely_apart(first, second)) return SegmentMeeting::none;
  const ExactSegment a(first);
  const ExactSegment b(second);
  const CommonPoints common = common_points(ExactCurve(a), ExactCurve(b));
  if (common.same_curve) return overlap(a, b, shared) ? SegmentMeeting::overlap : SegmentMeeting::none;
  SegmentMeeting found = SegmentMeeting::none;
  for (const RootPoint& point : common.points) {
    const Where on_a = where_on(a, point);
    const Where on_b = where_on(b, point);
    if (on_a == Where::off || on_b == Where::off) continue;
    if (shared.first_to_second && on_a == Where::end && on_b == Where::start) continue;
    if (shared.second_to_first && on_a == Where::start && on_b == Where::end) continue;
    const bool crossing = !common.tangent && on_a == Where::inside && on_b == Where::inside;
    found = std::max(found, crossing ? SegmentMeeting::cross : SegmentMeeting::touch);
  }
  return found;
}

SegmentMeeting segment_meeting(const Path& path, std::size_t i, std::size_t j) {
  const std::size_t size = path.vertices.size();
  const Segment first = segment_of(path, i);
  const Segment second = segment_of(path, j);
  const SharedEnds shared{i + 1 == j || (i + 1 == size && j == 0), j + 1 == i || (j + 1 == size && i == 0)};
  if (first.bulge != 0 || second.bulge != 0) return segment_meeting(first, second, shared);
  if (!shared.first_to_second && !shared.second_to_first) {
    const Meeting meeting = internal::meeting(first.from, first.to, second.from, second.to);
    if (meeting == Meeting::none) return SegmentMeeting::none;
    return meeting == Meeting::cross ? SegmentMeeting::cross : SegmentMeeting::touch;
  }
  const Eigen::Vector2d& before = shared.first_to_second ? first.from : second.from;
  const Eigen::Vector2d& joint = shared.first_to_second ? first.to : second.to;
  const Eigen::Vector2d& after = shared.first_to_second ? second.to : first.to;
  if (before != after && (orientation(before, joint, after) != 0 || within_segment(before, after, joint))) {
    return SegmentMeeting::none;
  }
  return SegmentMeeting::overlap;
}

}  // namespace pawl::internal::inline geometry
