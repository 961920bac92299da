// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <optional>
#include <string_view>

#include "base/faults.h"

namespace pawl::internal::inline drawing {

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

/// Throws InputError for a text that is too long or empty, and for options that cannot be.
void check_drawing_input(std::string_view text, const DrawingOptions& options);

/// The unit of the options instead of the file's; a fault where neither is one that tasks have.
void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults);

}  // namespace pawl::internal::inline drawing
