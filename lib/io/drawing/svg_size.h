// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.h"

namespace pawl::internal {

/// The attributes of the outermost svg that say how long its numbers are.
struct SvgSizeText {
  std::string_view width, height, view_box, fit;
};

/// How long a number of the drawing is, in which unit, and what is to be said of that.
struct SvgSize {
  Rational factor = 1;
  std::optional<Units::Length> unit;  ///< none: width and height are in pixels or missing, which states no length
  std::string stated_unit;
  std::vector<std::string> notes;
};

/// A width or a height in mm, cm, in, pt, pc or Q (capitals do not count) states the length of all numbers; where the
/// options ask for another unit they are converted. Throws InputError (empty pointer).
SvgSize svg_size(const SvgSizeText& text, const DrawingOptions& options);

}  // namespace pawl::internal
