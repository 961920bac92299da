// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/curve_pen.h"

// Functions for the formats of SVG's attributes: lists of numbers, transforms, lengths, styles.
namespace pawl::internal::inline drawing {

/// Reads the text of an attribute from left to right.
class SvgScanner {
 public:
  explicit SvgScanner(std::string_view text) : rest_(text) {}

  void skip_blanks();
  void skip_separator();  ///< Skips blanks and at most one comma.
  bool at_end();
  char peek() const { return rest_.empty() ? '\0' : rest_[0]; }
  char take();
  /// Reads a number as SVG writes it (".5.5" is two numbers). Returns nothing for other texts, and for numbers whose
  /// magnitude exceeds kLargestLength.
  std::optional<double> number();
  std::optional<bool> flag();  ///< Reads 0 or 1. Unlike a number, it may be followed directly by the next number.
  std::string_view word();     ///< Reads the letters at the current position.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// What happened to the transforms of a drawing while they were composed.
struct SvgTransforms {
  bool rounded = false;    ///< whether some transforms are skews, or rotations by angles other than multiples of 90
                           ///< degrees
  bool shortened = false;  ///< whether some maps had too many digits, so that they were rounded to doubles
  int count = 0;           ///< number of transforms until now; it is limited
};

/// Returns `before` composed with a list of transforms, such as "translate(1,2) rotate(90)". Throws InputError (empty
/// pointer) if the text is not valid.
AffineMap svg_transform(const AffineMap& before, std::string_view text, SvgTransforms& done);

/// A length: a number and its unit ("" if absent, "px", "mm", "%", ...).
struct SvgLength {
  double value;
  std::string_view unit;
};
std::optional<SvgLength> svg_length(std::string_view text);

/// The sizes to which lengths in attributes may be relative.
struct SvgViewport {
  std::optional<Rational> width, height;  ///< size in user units; if it is not set, percentages are refused
  bool has_font_size = false;  ///< whether the drawing sets font sizes; if not, 1em is 16 px, SVG's initial value
};

/// Returns a length in user units. The text is a number, with no unit or with one of these: px, mm, cm, Q, in, pt or
/// pc; em, rem, ex or ch of the initial font; or % of the length `of`. Throws InputError (empty pointer) for other
/// texts.
Rational svg_user_length(const char* name, std::string_view text, const std::optional<Rational>& of,
                         const SvgViewport& viewport);

std::string small_letters(std::string_view text);        ///< Converts ASCII letters to lower case.
bool same_word(std::string_view a, std::string_view b);  ///< Returns whether two words are equal, ignoring case.

/// Calls `take` with the name and the value of each declaration in a style attribute; blanks around both are removed.
void for_each_declaration(std::string_view style,
                          const std::function<void(std::string_view name, std::string_view value)>& take);
/// Returns the value of a property in a style attribute, or "". A value with "!important" overrides values without this
/// mark. The mark is removed.
std::string_view style_value(std::string_view style, std::string_view name);
bool reads_property(std::string_view name);  ///< Returns whether Pawl reads this style property: display, visibility,
                                             ///< fill, fill-rule.

/// Returns the points of a polygon or polyline. Throws InputError (empty pointer) if the text is not valid.
std::vector<ExactPoint> svg_points(std::string_view text);

/// Converts SVG shapes to curves: path, rect, circle, ellipse, polygon, polyline and line. Throws InputError (empty
/// pointer) for invalid attributes. Shapes with the size 0 are not drawn, as SVG specifies.
class SvgShapes {
 public:
  /// A function that returns the value of an attribute, or "" if it does not exist.
  using Attributes = std::function<std::string_view(const char* name)>;

  SvgShapes(const DrawingOptions& options, Drawing& drawing) : options_(options), drawing_(drawing) {}
  void set_viewport(SvgViewport viewport) { viewport_ = std::move(viewport); }

  /// Draws a shape. `place.kind` is the element's name.
  void draw(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  /// Returns whether some radius was enlarged because it was too small for an arc to reach its end.
  bool enlarged() const { return enlarged_; }

 private:
  void add(CurvePen& pen, const DrawingPlace& place, bool closed);
  void add(DrawingCurve curve);
  void path(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  void ellipse(const Attributes& node, bool circle, const AffineMap& map, const DrawingPlace& place);
  void rectangle(const Attributes& node, const AffineMap& map, const DrawingPlace& place);

  enum class Along { x, y, diagonal };  ///< direction of a length, which determines the length that a percentage refers
                                        ///< to
  Rational length(const Attributes& node, const char* name, Along along) const;

  const DrawingOptions& options_;
  Drawing& drawing_;
  SvgViewport viewport_;
  std::size_t vertices_ = 0;
  int commands_ = 0;
  bool enlarged_ = false;
};

}  // namespace pawl::internal::inline drawing
