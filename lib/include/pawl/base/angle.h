// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>

namespace pawl {

/// Conversions between radians and degrees. The library uses radians for all angles and margins. Answers as text, and
/// keys that end in _deg, use degrees.
constexpr double degrees(double radians) { return radians * 180 / std::numbers::pi; }
constexpr double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace pawl
