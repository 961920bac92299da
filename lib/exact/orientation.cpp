// SPDX-License-Identifier: MIT
#include "exact/orientation.h"

#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/numbers.h"

#ifdef __FAST_MATH__
#error "pawl's filters prove signs from the rounding of IEEE doubles: compile without -ffast-math"
#endif

namespace pawl::internal::inline exact {
namespace {

using Vector = Eigen::Vector2d;

int exact_orientation(const Vector& a, const Vector& b, const Vector& c) {
  const WrittenScale scale{a.x(), a.y(), b.x(), b.y(), c.x(), c.y()};
  const Integer ax = scale(a.x());
  const Integer ay = scale(a.y());
  const Integer det = (scale(b.x()) - ax) * (scale(c.y()) - ay) - (scale(b.y()) - ay) * (scale(c.x()) - ax);
  return det.sign();
}

}  // namespace

int orientation(const Vector& a, const Vector& b, const Vector& c) {
  const double left = (b.x() - a.x()) * (c.y() - a.y());
  const double right = (b.y() - a.y()) * (c.x() - a.x());
  const double det = left - right;
  // Bounds for the test whether a sign is certain in doubles. Each coordinate may differ by one roundoff from the
  // number that it stands for. Each difference has the errors of both coordinates and its own rounding error. The error
  // of each product is therefore at most 8 roundoffs times the corresponding term of `size`. If `size` is at most
  // kSmallest, products may have underflowed.
  constexpr double kBound = 10 * 0x1p-53;
  constexpr double kSmallest = 1e-280;
  const auto sum = [](double p, double q) { return std::fabs(p) + std::fabs(q); };
  const double size = sum(b.x(), a.x()) * sum(c.y(), a.y()) + sum(b.y(), a.y()) * sum(c.x(), a.x());
  if (size > kSmallest && std::fabs(det) > kBound * size) return det > 0 ? 1 : -1;
  return exact_orientation(a, b, c);
}

bool within_segment(const Vector& a, const Vector& b, const Vector& p) {
  return std::min(a.x(), b.x()) <= p.x() && p.x() <= std::max(a.x(), b.x()) && std::min(a.y(), b.y()) <= p.y() &&
         p.y() <= std::max(a.y(), b.y());
}

Meeting meeting(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  const int abc = orientation(a, b, c);
  const int abd = orientation(a, b, d);
  const int cda = orientation(c, d, a);
  const int cdb = orientation(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return Meeting::cross;
  const bool touch = (abc == 0 && within_segment(a, b, c)) || (abd == 0 && within_segment(a, b, d)) ||
                     (cda == 0 && within_segment(c, d, a)) || (cdb == 0 && within_segment(c, d, b));
  return touch ? Meeting::touch : Meeting::none;
}

int turn_of(const std::vector<Vector>& vertices) {
  const auto before = [](const Vector& a, const Vector& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  const std::size_t count = vertices.size();
  const auto lowest = std::min_element(vertices.begin(), vertices.end(), before);
  const auto at = static_cast<std::size_t>(lowest - vertices.begin());
  // The vertex that is first in lexicographic order is a strict corner of the convex hull, so its angle is not
  // straight.
  return orientation(vertices[(at + count - 1) % count], vertices[at], vertices[(at + 1) % count]);
}

bool strictly_inside(const std::vector<Vector>& vertices, const Vector& p) {
  bool inside = false;
  for (std::size_t i = 0, j = vertices.size() - 1; i < vertices.size(); j = i++) {
    const Vector& a = vertices[j];
    const Vector& b = vertices[i];
    const int side = orientation(a, b, p);
    if (side == 0 && within_segment(a, b, p)) return false;
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    if ((side > 0) == (b.y() > a.y())) inside = !inside;
  }
  return inside;
}

namespace {

/// Angles of at least this magnitude, rad, never count as multiples of a quarter turn, because their rounding errors
/// approach the tolerance.
constexpr double kMostTurned = 1000;

}  // namespace

std::optional<int> quarter_turns(double angle) {
  if (!(std::fabs(angle) < kMostTurned)) return std::nullopt;
  const double quarters = std::round(angle / (std::numbers::pi / 2));
  if (std::fabs(angle - quarters * (std::numbers::pi / 2)) > tolerance::kQuarterTurn) return std::nullopt;
  const int rest = static_cast<int>(std::fmod(quarters, 4));
  return rest < 0 ? rest + 4 : rest;
}

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  if (const std::optional<int> quarters = quarter_turns(angle)) {
    // "+ 0.0" turns -0 into 0.
    switch (*quarters) {
      case 0:
        return v;
      case 1:
        return {-v.y() + 0.0, v.x()};
      case 2:
        return {-v.x() + 0.0, -v.y() + 0.0};
      default:
        return {v.y(), -v.x() + 0.0};
    }
  }
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

}  // namespace pawl::internal::inline exact
