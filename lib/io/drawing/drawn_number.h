// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace pawl::internal {

/// A number as it stands in a drawing.
struct DrawnNumber {
  double value = 0;
  /// Half a unit of its last decimal, where it has six decimals or more: what a program printed then may be rounded.
  /// Fewer decimals were written by somebody, or cut off because zeros follow: 0.
  double half_unit = 0;
};

/// The whole of a text without the blanks around it; a sign + may stand before. Nothing for anything that is no finite
/// number (nan, 1e999, 0x10, 1,5).
std::optional<DrawnNumber> drawn_number(std::string_view text);
std::optional<int> drawn_integer(std::string_view text);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace pawl::internal
