// SPDX-License-Identifier: MIT
#include "outline_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::draw {
namespace {

double distance_from_segment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d d = b - a;
  const double square = d.squaredNorm(), along = square > 0 ? std::clamp((p - a).dot(d) / square, 0., 1.) : 0;
  return (p - a - along * d).norm();
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

OutlineDistance::OutlineDistance(const Path& outline) {
  for (std::size_t i = 0; i < outline.vertices.size(); ++i) {
    Side side{outline.vertices[i], outline.vertices[(i + 1) % outline.vertices.size()], outline.bulges[i]};
    if (side.bulge != 0) {
      const Eigen::Vector2d d = side.b - side.a;
      side.center = side.a + d / 2 + Eigen::Vector2d(-d.y(), d.x()) * (1 - side.bulge * side.bulge) / (4 * side.bulge);
      side.radius = (side.a - side.center).norm();
    }
    sides_.push_back(side);
  }
}

double OutlineDistance::operator()(const Eigen::Vector2d& point) const {
  double least = std::numeric_limits<double>::infinity();
  bool inside = false;
  for (const Side& side : sides_) {
    least = std::min(least, side.distance(point));
    if (side.turns(point)) inside = !inside;
  }
  return inside ? -least : least;
}

bool OutlineDistance::Side::beyond_chord(const Eigen::Vector2d& p) const { return cross(b - a, p - a) * bulge < 0; }

double OutlineDistance::Side::distance(const Eigen::Vector2d& p) const {
  if (bulge == 0) return distance_from_segment(p, a, b);
  // Seen from the centre the arc is where the ray from it meets the circle beyond the chord.
  const Eigen::Vector2d out = p - center;
  if (out.norm() > 0 && beyond_chord(center + radius / out.norm() * out)) return std::abs(out.norm() - radius);
  return std::min((p - a).norm(), (p - b).norm());
}

/// Where a ray from p to the right crosses the chord, and where p lies between chord and arc: both are neither.
bool OutlineDistance::Side::turns(const Eigen::Vector2d& p) const {
  const bool crosses =
      (a.y() > p.y()) != (b.y() > p.y()) && p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y());
  const bool between = bulge != 0 && beyond_chord(p) && (p - center).norm() < radius;
  return crosses != between;
}

}  // namespace pawl::draw
