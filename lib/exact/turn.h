// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>

namespace pawl::internal {

// Rotations that are exact where they can be: a pose of pi/2 is no quarter turn in doubles, but it means one. Where it
// is one, parallel edges stay parallel.

/// How many quarter turns an angle (rad) is, 0 to 3, when it is one within tolerance::kQuarterTurn.
std::optional<int> quarter_turns(double angle);

/// A vector turned by an angle (rad); exactly by quarter turns, else rounded.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// Bound on the error of turned() by other angles, as part of the vector's length.
inline constexpr double kTurnError = 4 * 0x1p-53;

}  // namespace pawl::internal
