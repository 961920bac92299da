// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal::inline base {

enum class Side { down, up };

/// Returns a positive number rounded to `digits` significant digits, `digits` >= 1, in the direction that `side` states
/// (down or up). If a number with that many digits differs from the value by at most 1e-12 of the value, returns that
/// number, in either direction. Returns infinity for infinity, and 0 for values that are not positive.
double rounded_to(double value, int digits, Side side);

}  // namespace pawl::internal::inline base
