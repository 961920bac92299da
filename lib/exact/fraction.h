// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exact/rational.h"

namespace pawl::internal {

/// A finite double, or a rational, as "p/q" or, where q is 1, "p" in decimal digits.
std::string fraction_text(double value);
std::string fraction_text(const Rational& value);

/// The number of such a text: p with a minus sign or without, q not zero, not necessarily in lowest terms; nothing for
/// any other text.
std::optional<Rational> parse_fraction(std::string_view text);

}  // namespace pawl::internal
