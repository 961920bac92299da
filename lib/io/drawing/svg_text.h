// SPDX-License-Identifier: MIT
// The small languages in the attributes of SVG: lists of numbers, transforms, lengths, styles.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/drawing/affine_map.h"

namespace pawl::internal {

/// Goes through the text of an attribute.
class SvgScanner {
 public:
  explicit SvgScanner(std::string_view text) : rest_(text) {}

  void skip_blanks();
  void skip_separator();  ///< blanks, with one comma at most
  bool at_end();
  char peek() const { return rest_.empty() ? '\0' : rest_[0]; }
  char take();
  /// A number as SVG writes it (".5.5" are two), or nothing; at most kLargestLength in size.
  std::optional<double> number();
  std::optional<bool> flag();  ///< 0 or 1, which need no blank behind
  std::string_view word();     ///< letters
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// A transform list, as "translate(1,2) rotate(90)". Throws InputError (empty pointer) for what is none. `rounded`, is
/// set by turns that are no quarter turns, and by skews.
AffineMap svg_transform(std::string_view text, bool& rounded);

/// A length: a number and its unit ("" for none, "px", "mm", "%", ...).
struct SvgLength {
  double value;
  std::string_view unit;
};
std::optional<SvgLength> svg_length(std::string_view text);

/// The value of a property in a style attribute, or "".
std::string_view style_value(std::string_view style, std::string_view name);

/// Points of polygon and polyline. Throws InputError (empty pointer).
std::vector<ExactPoint> svg_points(std::string_view text);

}  // namespace pawl::internal
