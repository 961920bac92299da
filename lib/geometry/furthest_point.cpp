// SPDX-License-Identifier: MIT
#include "geometry/furthest_point.h"

#include <variant>

#include "geometry/exact_arc.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Whether a point of an arc's circle lies on the arc: a chord cuts its circle in two.
bool on_arc(const Segment& arc, const Vector& p) {
  const Vector chord = arc.to - arc.from, arm = p - arc.from;
  const double side = chord.x() * arm.y() - chord.y() * arm.x();
  return arc.bulge > 0 ? side < 0 : side > 0;  // an arc that turns left lies to the right of its chord
}

Vector center_of(const Segment& arc) {
  const Vector d = arc.to - arc.from;
  return (arc.from + arc.to) / 2 + (1 / arc.bulge - arc.bulge) / 4 * Vector(-d.y(), d.x());
}

Vector across(const Vector& center, double radius, const Vector& from) {
  const Vector away = center - from;
  return center + radius * (away.isZero(0) ? Vector(1, 0) : Vector(away.stableNormalized()));
}

}  // namespace

Vector furthest_point(const Outline& outline, const Vector& from) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return across(disc->center, disc->radius, from);
  Vector best = vertices_of(outline)[0];
  const auto offer = [&](const Vector& point) {
    if ((point - from).squaredNorm() > (best - from).squaredNorm()) best = point;
  };
  for (const Vector& vertex : vertices_of(outline)) offer(vertex);
  const auto* path = std::get_if<Path>(&outline);
  for (std::size_t i = 0; path && i < path->vertices.size(); ++i) {
    const Segment segment = segment_of(*path, i);
    if (segment.bulge == 0) continue;
    const Vector point = across(center_of(segment), radius_of(segment), from);
    if (on_arc(segment, point)) offer(point);
  }
  return best;
}

}  // namespace pawl::internal
