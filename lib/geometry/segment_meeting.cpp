// SPDX-License-Identifier: MIT
#include "geometry/segment_meeting.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pawl::internal {
namespace {

/// u + v sqrt(d), d >= 0.
int sign_with_root(const Rational& u, const Rational& v, const Rational& d) {
  const int su = u.sign();
  const int sv = d.sign() == 0 ? 0 : v.sign();
  if (su == 0 || sv == 0 || su == sv) return su != 0 ? su : sv;
  const Rational squares = u * u - v * v * d;
  return squares.sign() * su;
}

/// The point base + along sqrt(root).
struct RootPoint {
  ExactPoint base, along;
  Rational root;

  /// The sign of (p - from) . direction - length.
  int beyond(const ExactPoint& from, const ExactPoint& direction, const Rational& length = 0) const {
    return sign_with_root((base - from).dot(direction) - length, along.dot(direction), root);
  }
};

/// a |p|^2 + b . p + c = 0.
struct Curve {
  Rational a;
  ExactPoint b;
  Rational c;

  /// F of exact_arc.h, multiplied out.
  explicit Curve(const ExactSegment& s) {
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

CommonPoints common_points_of_lines(const Curve& p, const Curve& q) {
  const Rational det = p.b.cross(q.b);
  if (det != 0) {
    const ExactPoint point((p.b.y * q.c - q.b.y * p.c) / det, (q.b.x * p.c - p.b.x * q.c) / det);
    return {false, false, {{point, {0, 0}, 0}}};
  }
  return {p.b * q.c == q.b * p.c, false, {}};
}

/// Of a circle and the line b . p + c = 0.
CommonPoints common_points_with_line(const Curve& circle, const ExactPoint& b, const Rational& c) {
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

CommonPoints common_points(const Curve& p, const Curve& q) {
  if (p.a == 0 && q.a == 0) return common_points_of_lines(p, q);
  if (p.a == 0) return common_points_with_line(q, p.b, p.c);
  if (q.a == 0) return common_points_with_line(p, q.b, q.c);
  const ExactPoint b = p.b * q.a - q.b * p.a;
  const Rational c = p.c * q.a - q.c * p.a;
  if (b.x == 0 && b.y == 0) return {c == 0, false, {}};
  return common_points_with_line(p, b, c);
}

enum class Where { off, start, inside, end };

/// Of a point on the segment's curve.
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

/// Segments on the same curve: they overlap when an end of one lies inside the other, or they are the same piece.
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

  explicit Circle(const Segment& arc) : radius(radius_of(arc)) {
    const Eigen::Vector2d d = arc.to - arc.from;
    center = (arc.from + arc.to) / 2 + (1 / arc.bulge - arc.bulge) / 4 * Eigen::Vector2d(-d.y(), d.x());
  }
};

/// What tells circles and points apart for sure: rounding of the lengths that are compared is below 1e-15 / kShallow^2
/// of their sizes.
double room(const Circle& circle, const Eigen::Vector2d& other, double reach) {
  return 1e-9 * (circle.radius + reach + circle.center.cwiseAbs().sum() + other.cwiseAbs().sum());
}

bool surely_apart(const Circle& a, const Circle& b) {
  const double apart = (b.center - a.center).norm();
  const double margin = room(a, b.center, b.radius);
  return apart > a.radius + b.radius + margin || apart < std::fabs(a.radius - b.radius) - margin;
}

/// A straight side outside a circle, or with both ends inside it.
bool surely_apart(const Circle& circle, const Segment& side) {
  const Eigen::Vector2d d = side.to - side.from;
  const double along = std::clamp((circle.center - side.from).dot(d) / d.squaredNorm(), 0., 1.);
  const double nearest = (side.from + along * d - circle.center).norm();
  const double furthest = std::max((side.from - circle.center).norm(), (side.to - circle.center).norm());
  const double margin = room(circle, side.from, d.norm());
  return nearest > circle.radius + margin || furthest < circle.radius - margin;
}

/// Whether two segments surely do not meet, in doubles. Shallow arcs are left to the exact way.
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
  const CommonPoints common = common_points(Curve(a), Curve(b));
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

}  // namespace pawl::internal
