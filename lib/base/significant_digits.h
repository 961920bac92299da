// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal::inline base {

enum class Side { down, up };

/// Returns a positive number rounded down or up to this many significant digits, at least 1. A number that has these
/// digits within 1e-12 of itself stays. Returns infinity for infinity, and 0 for numbers that are not positive.
double rounded_to(double value, int digits, Side side);

}  // namespace pawl::internal::inline base
