// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl::internal::inline exact {

// Predicates of plane geometry. They are decided in doubles if the bounds on rounding errors permit, and otherwise in
// integers. Each predicate is based on the sign of (b - a) x (c - a) [Shewchuk 1997]. The cost is O(1), or O(n) for
// polygons of n vertices.

/// Returns the sign of (b - a) x (c - a): +1 if c is to the left of the line from a to b, -1 if it is to the right, 0
/// if it is on the line. The sign is exact for the numbers that the coordinates stand for (exact/numbers.h).
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

/// Returns whether p, which must be collinear with a and b, lies on the segment a-b, ends included.
bool within_segment(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& p);

enum class Meeting { none, touch, cross };

/// Returns how the closed segments a-b and c-d meet: `cross` if their interiors cross in one point, `touch` if they
/// have a common point in any other way, otherwise `none`.
Meeting meeting(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c, const Eigen::Vector2d& d);

/// Returns +1 if the simple polygon runs counterclockwise, otherwise -1.
int turn_of(const std::vector<Eigen::Vector2d>& vertices);

/// Returns whether p is strictly inside the simple polygon.
bool strictly_inside(const std::vector<Eigen::Vector2d>& vertices, const Eigen::Vector2d& p);

// Rotations that are exact for quarter turns. The double pi/2 is not exactly a quarter turn. The functions below treat
// it as an exact quarter turn, so that parallel edges stay parallel.

/// Returns the number of quarter turns of an angle (rad), 0 to 3. Returns nothing if the angle differs from a multiple
/// of a quarter turn by more than tolerance::kQuarterTurn, or if its magnitude is at least 1000 rad.
std::optional<int> quarter_turns(double angle);

/// Returns a vector turned by an angle (rad); exact for quarter turns, otherwise rounded.
Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle);

/// Bound on the error of turned() for angles that are not quarter turns, relative to the vector's length.
inline constexpr double kTurnError = 4 * 0x1p-53;

}  // namespace pawl::internal::inline exact
