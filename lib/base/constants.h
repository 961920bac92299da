// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <numbers>

// Constants that code in several folders uses.
namespace pawl::internal::inline base {

inline constexpr double kTurn = 2 * std::numbers::pi;  ///< a full turn, rad
inline constexpr double kRoundoff = 0x1p-53;           ///< largest relative rounding error of one operation in doubles
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace pawl::internal::inline base
