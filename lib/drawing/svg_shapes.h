// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/curve_pen.h"

// The small languages in the attributes of SVG: lists of numbers, transforms, lengths, styles.
namespace pawl::internal::inline drawing {

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

/// What was done while the transforms of a drawing were put together.
struct SvgTransforms {
  bool rounded = false;    ///< turns that are no quarter turns, and skews
  bool shortened = false;  ///< maps of so many digits that they were rounded to doubles
  int count = 0;           ///< of all so far, which is bounded
};

/// A map with a transform list behind it, as "translate(1,2) rotate(90)". Throws InputError (empty pointer) for what is
/// none.
AffineMap svg_transform(const AffineMap& before, std::string_view text, SvgTransforms& done);

/// A length: a number and its unit ("" for none, "px", "mm", "%", ...).
struct SvgLength {
  double value;
  std::string_view unit;
};
std::optional<SvgLength> svg_length(std::string_view text);

std::string small_letters(std::string_view text);        ///< of ASCII
bool same_word(std::string_view a, std::string_view b);  ///< capitals do not count

/// The declarations of a style attribute, name and value without blanks around them.
void for_each_declaration(std::string_view style,
                          const std::function<void(std::string_view name, std::string_view value)>& take);
/// The value of a property in a style attribute, without "!important", which goes before others; or "".
std::string_view style_value(std::string_view style, std::string_view name);
bool reads_property(std::string_view name);  ///< of a style: display, visibility, fill, fill-rule

/// Points of polygon and polyline. Throws InputError (empty pointer).
std::vector<ExactPoint> svg_points(std::string_view text);

/// Draws the shapes of SVG: path, rect, circle, ellipse, polygon, polyline and line. Throws InputError (empty pointer)
/// for attributes that are wrong; what has no size is not drawn, says SVG.
class SvgShapes {
 public:
  /// The value of an attribute; "" where there is none.
  using Attributes = std::function<std::string_view(const char* name)>;

  SvgShapes(const DrawingOptions& options, Drawing& drawing) : options_(options), drawing_(drawing) {}

  /// `place.kind`: the element's name.
  void draw(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  bool enlarged() const { return enlarged_; }  ///< radii of arcs that did not reach their ends

 private:
  void add(CurvePen& pen, const DrawingPlace& place, bool closed);
  void add(DrawingCurve curve);
  void path(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  void ellipse(const Attributes& node, bool circle, const AffineMap& map, const DrawingPlace& place);
  void rectangle(const Attributes& node, const AffineMap& map, const DrawingPlace& place);

  const DrawingOptions& options_;
  Drawing& drawing_;
  std::size_t vertices_ = 0;
  int commands_ = 0;
  bool enlarged_ = false;
};

}  // namespace pawl::internal::inline drawing
