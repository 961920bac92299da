// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal::inline base {

enum class Side { down, up };

/// Returns a positive number rounded down or up to `digits` significant digits, `digits` >= 1. A value that differs
/// from a number with `digits` digits by at most 1e-12 of itself counts as this number. Returns infinity for infinity,
/// and 0 for numbers that are not positive.
double rounded_to(double value, int digits, Side side);

}  // namespace pawl::internal::inline base
