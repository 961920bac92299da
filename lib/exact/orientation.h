// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl::internal::inline exact {

// Predicates of plane geometry, decided in doubles where their rounding allows, else in integers: every one is a sign
// of (b - a) x (c - a) [Shewchuk 1997]. O(1), and O(n) for polygons of n vertices.

/// The sign of (b - a) x (c - a), exact for what the coordinates mean (exact/numbers.h): +1 when c lies to the left
/// of a to b.
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

/// Whether p, known to be in line with a and b, lies on the segment a-b, ends included.
bool within_segment(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& p);

enum class Meeting { none, touch, cross };

/// How the closed segments a-b and c-d meet: `cross` when their interiors cross in one point.
Meeting meeting(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c, const Eigen::Vector2d& d);

/// +1 when the simple polygon runs counterclockwise, else -1.
int turn_of(const std::vector<Eigen::Vector2d>& vertices);

/// Whether p is strictly inside the simple polygon.
bool strictly_inside(const std::vector<Eigen::Vector2d>& vertices, const Eigen::Vector2d& p);

// Rotations that are exact where they can be: a pose of pi/2 is no quarter turn in doubles, but it means one. Where it
// is one, parallel edges stay parallel.

/// How many quarter turns an angle (rad) is, 0 to 3, when it is one within tolerance::kQuarterTurn.
std::optional<int> quarter_turns(double angle);

/// A vector turned by an angle (rad); exactly by quarter turns, else rounded.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// Bound on the error of turned() by other angles, as part of the vector's length.
inline constexpr double kTurnError = 4 * 0x1p-53;

}  // namespace pawl::internal::inline exact
