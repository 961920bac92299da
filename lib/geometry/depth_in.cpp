// SPDX-License-Identifier: MIT
#include "geometry/depth_in.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kTip = 1e-6;  ///< length of the sum of two unit normals that are opposed

/// Out of the part, at a point of the side.
Vector outward(const BoundarySide& side, const Vector& at) {
  if (side.straight()) return {side.direction.y(), -side.direction.x()};
  const Vector out = (at - side.center).normalized();
  return side.radius > 0 ? out : Vector(-out);
}

/// How far outside a point is that lies before the inner of a side; none: an end is nearer.
std::optional<double> beyond(const BoundarySide& side, const Vector& point) {
  if (side.straight()) {
    const Vector from = point - side.start;
    const double along = from.dot(side.direction);
    if (along < 0 || along > side.length) return std::nullopt;
    return from.dot(outward(side, point));
  }
  const Vector from = point - middle_of(side);
  const double radius = std::fabs(side.radius), ahead = radius + from.dot(side.middle);
  const double across = side.middle.x() * from.y() - side.middle.y() * from.x();
  if (std::fabs(std::atan2(across, ahead)) > side.half_sweep) return std::nullopt;
  const double out = (from.squaredNorm() + 2 * radius * from.dot(side.middle)) / (radius + std::hypot(ahead, across));
  return side.radius > 0 ? out : -out;
}

}  // namespace

Vector middle_of(const BoundarySide& side) {
  const Vector chord = side.end - side.start;
  if (side.half_sweep > std::numbers::pi / 2) return side.center + std::fabs(side.radius) * side.middle;
  return (side.start + side.end) / 2 + chord.norm() / 2 * std::tan(side.half_sweep / 2) * side.middle;
}

std::optional<double> depth_in(const Vector& point, const Boundary& boundary) {
  double nearest = std::numeric_limits<double>::infinity();
  std::optional<double> depth;
  const auto take = [&](double distance, std::optional<double> found) {
    if (distance >= nearest) return;
    nearest = distance;
    depth = found;
  };
  const std::vector<BoundarySide>& sides = boundary.sides;
  for (std::size_t i = 0, j = sides.size() - 1; i < sides.size(); j = i++) {
    if (const std::optional<double> out = beyond(sides[i], point)) take(std::fabs(*out), -*out);
    if (sides.size() == 1) break;  // a circle
    const Vector from = point - sides[i].start;
    const Vector bisector = outward(sides[j], sides[j].end) + outward(sides[i], sides[i].start);
    const double distance = from.norm();
    if (bisector.norm() < kTip) {
      take(distance, std::nullopt);
    } else {
      take(distance, from.dot(bisector) > 0 ? -distance : distance);
    }
  }
  return depth;
}

}  // namespace pawl::internal
