// SPDX-License-Identifier: MIT
#include "exact/turn.h"

#include <pawl/base/tolerance.h>

#include <cmath>
#include <numbers>

namespace pawl::internal {
namespace {

/// Larger angles (rad) have too few digits behind the point to be told from a quarter turn within the tolerance.
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

}  // namespace pawl::internal
