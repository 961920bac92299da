// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <optional>
#include <string_view>

#include "base/faults.h"

namespace pawl::internal::inline drawing {

/// A number as written in a drawing.
struct DrawnNumber {
  double value = 0;
  /// Half a unit of the last decimal if there are six decimals or more: a program that printed them may have rounded.
  /// Otherwise 0: fewer decimals were typed, or trailing zeros were cut off.
  double half_unit = 0;
};

/// Parses the whole text, without the blanks around it; a leading + is allowed. Returns nothing if it is not a finite
/// number (nan, 1e999, 0x10, 1,5).
std::optional<DrawnNumber> drawn_number(std::string_view text);
std::optional<int> drawn_integer(std::string_view text);

/// Returns the text without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Throws InputError for a text that is too long or empty, and for invalid options.
void check_drawing_input(std::string_view text, const DrawingOptions& options);

/// Sets the unit to that of the options, otherwise the file's, otherwise options.unit_if_unstated. Adds a fault if the
/// file's is not a unit of tasks, or if none is given.
void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults);

}  // namespace pawl::internal::inline drawing
