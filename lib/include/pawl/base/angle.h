// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>

namespace pawl {

/// Conversions between radians and degrees. Angles and margins are in radians throughout the library, and in degrees in
/// text for people (answers, and keys that end in _deg).
constexpr double degrees(double radians) { return radians * 180 / std::numbers::pi; }
constexpr double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace pawl
