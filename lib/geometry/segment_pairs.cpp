// SPDX-License-Identifier: MIT
#include "geometry/segment_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "geometry/plane.h"

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

/// Returns the common points of two lines, of a line and a circle, or of two circles. If a circle and the other curve
/// have no common point, but a distance of at most `tolerance`, returns a point at which they are nearest. Returns
/// nothing for lines that are parallel and circles that have the same centre.
std::vector<Vector> crossings(const Curve& a, const Curve& b, double tolerance) {
  if (a.straight() && b.straight()) {
    const Vector d = a.segment().to - a.segment().from, e = b.segment().to - b.segment().from;
    const double turn = cross(d, e);
    if (std::fabs(turn) <= 1e-12 * d.norm() * e.norm()) return {};
    return {a.segment().from + cross(b.segment().from - a.segment().from, e) / turn * d};
  }
  if (b.straight()) return crossings(b, a, tolerance);
  Vector foot, along;  // the common points are foot +- half * along
  double off, half_squared;
  if (a.straight()) {
    along = (a.segment().to - a.segment().from).normalized();
    foot = a.segment().from + along.dot(b.center() - a.segment().from) * along;
    off = (foot - b.center()).norm();
    half_squared = (b.radius() - off) * (b.radius() + off);
    if (half_squared < 0) return off - b.radius() <= tolerance ? std::vector{foot} : std::vector<Vector>{};
  } else {
    const Vector apart = b.center() - a.center();
    const double distance = apart.norm();
    if (distance <= tolerance) return {};  // circles with the same centre do not cross (they may be equal)
    const Vector axis = apart / distance;
    off = (distance * distance + (a.radius() - b.radius()) * (a.radius() + b.radius())) / (2 * distance);
    half_squared = (a.radius() - off) * (a.radius() + off);
    along = turned_left(axis);
    foot = a.center() + off * axis;
    if (half_squared < 0) {
      const double gap = std::max(distance - a.radius() - b.radius(), std::fabs(a.radius() - b.radius()) - distance);
      return gap <= tolerance ? std::vector<Vector>{a.center() + std::copysign(a.radius(), off) * axis} : std::vector<Vector>{};
    }
  }
  const double half = std::sqrt(half_squared);
  return {foot + half * along, foot - half * along};
}

}  // namespace

Curve::Curve(const Segment& segment) : segment_(segment) {
  if (straight()) return;
  center_ = arc_center(segment.from, segment.to, segment.bulge);
  radius_ = radius_of(segment);
  sweep_ = 4 * std::atan(segment.bulge);
}

double Curve::length() const {
  return straight() ? (segment_.to - segment_.from).norm() : radius_ * std::fabs(sweep_);
}

bool Curve::faces(const Vector& point) const {
  const Vector out = point - center_, first = segment_.from - center_, last = segment_.to - center_;
  const double sign = segment_.bulge > 0 ? 1 : -1;
  const bool after_first = sign * cross(first, out) >= 0, before_last = sign * cross(out, last) >= 0;
  return std::fabs(segment_.bulge) <= 1 ? after_first && before_last : after_first || before_last;
}

Vector Curve::nearest(const Vector& point) const {
  const Vector &from = segment_.from, &to = segment_.to;
  if (straight()) {
    const Vector d = to - from;
    return from + std::clamp((point - from).dot(d) / d.squaredNorm(), 0., 1.) * d;
  }
  const Vector out = point - center_;
  if (!out.isZero(0) && faces(point)) return center_ + radius_ / out.norm() * out;
  return (point - from).squaredNorm() <= (point - to).squaredNorm() ? from : to;
}

double Curve::share(const Vector& point) const {
  if (straight()) {
    const Vector d = segment_.to - segment_.from;
    return std::clamp((point - segment_.from).dot(d) / d.squaredNorm(), 0., 1.);
  }
  if (point == segment_.from) return 0;
  if (point == segment_.to) return 1;
  const Vector first = segment_.from - center_, out = point - center_;
  double turn = std::atan2(cross(first, out), first.dot(out));
  if (sweep_ < 0) turn = -turn;
  // An angle slightly before the start counts as the start. All other angles are measured from the start, in the arc's
  // own direction.
  const double sweep = std::fabs(sweep_), rest = 2 * std::numbers::pi - sweep;
  if (turn < -rest / 2) turn += 2 * std::numbers::pi;
  return std::clamp(turn / sweep, 0., 1.);
}

Segment Curve::piece(const Vector& from, double from_share, const Vector& to, double to_share) const {
  return {from, to, straight() ? 0 : std::tan((to_share - from_share) * sweep_ / 4)};
}

std::vector<Vector> meetings(const Curve& a, const Curve& b, double tolerance) {
  std::vector<Vector> points;
  const auto add_if_common = [&](const Vector& point) {
    if (a.distance(point) <= tolerance && b.distance(point) <= tolerance) points.push_back(point);
  };
  for (const Vector& point : crossings(a, b, tolerance)) add_if_common(point);
  for (const Vector& end : {a.segment().from, a.segment().to, b.segment().from, b.segment().to}) add_if_common(end);
  return points;
}

std::pair<Vector, Vector> nearest_points(const Curve& a, const Curve& b) {
  for (const Vector& point : crossings(a, b, 0)) {
    // A common point of the lines or circles is a common point of the segments if both segments contain it up to
    // rounding.
    const double rounding = 1e-13 * (point.norm() + a.radius() + b.radius() + a.length() + b.length());
    if (a.distance(point) <= rounding && b.distance(point) <= rounding) return {point, point};
  }
  std::pair<Vector, Vector> best{a.segment().from, b.nearest(a.segment().from)};
  const auto consider = [&](const Vector& on_a, const Vector& on_b) {
    if ((on_a - on_b).squaredNorm() < (best.first - best.second).squaredNorm()) best = {on_a, on_b};
  };
  consider(a.segment().to, b.nearest(a.segment().to));
  for (const Vector& end : {b.segment().from, b.segment().to}) consider(a.nearest(end), end);
  // If both nearest points are in the interiors of the curves, the line through them is normal to both curves, so it
  // passes through the centre of every arc.
  const auto from_center = [&](const Curve& arc, const Curve& line, bool arc_is_a) {
    const Vector on_line = line.nearest(arc.center()), on_arc = arc.nearest(on_line);
    arc_is_a ? consider(on_arc, on_line) : consider(on_line, on_arc);
  };
  if (!a.straight() && b.straight()) from_center(a, b, true);
  if (a.straight() && !b.straight()) from_center(b, a, false);
  if (!a.straight() && !b.straight() && a.center() != b.center()) {
    const Vector axis = (b.center() - a.center()).normalized();
    for (const double side_a : {1., -1.}) {
      for (const double side_b : {1., -1.}) {
        const Vector on_a = a.center() + side_a * a.radius() * axis, on_b = b.center() + side_b * b.radius() * axis;
        if (a.faces(on_a) && b.faces(on_b)) consider(on_a, on_b);
      }
    }
  }
  return best;
}

}  // namespace pawl::internal::inline geometry
