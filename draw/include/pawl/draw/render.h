// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <string>
#include <vector>

namespace pawl::draw {

/// The colours of a picture. `light` and `dark` use colours that colour-blind readers can distinguish (after Okabe and
/// Ito). Each colour has a contrast of at least 4.5 : 1 against the background (WCAG AA for text). `print` uses black
/// and greys on white.
enum class Theme { light, dark, print };

struct Color {
  double red = 0, green = 0, blue = 0;  ///< components in sRGB, in [0, 1]
};
Color color_of(Ink ink, Theme theme);
Color background_of(Theme theme);

/// svg(), pdf() and png() return the picture as the content of a file. The same picture and version of Cairo give the
/// same bytes. Text uses a font that is part of the library. The functions are thread-safe. They throw InputError for
/// an invalid picture: a size outside [1, kLargestPage], a panel of zero extent, or numbers that are not finite.
///
/// In SVG, glyphs are outlines, and the titles and descriptions of the picture and its panels are <title> and <desc>.
/// All text is contained a second time, invisible, so that it can be searched. A PDF has one page, with text as text
/// and a fixed date. A PNG has `scale` pixels per px.
std::string svg(const Picture& picture, Theme theme = Theme::light);
std::string pdf(const Picture& picture, Theme theme = Theme::light);
std::string png(const Picture& picture, Theme theme = Theme::light, double scale = 1);

/// Returns several pictures as one PDF with one picture per A4 page. A picture that is larger than the page is scaled
/// down to fit.
std::string pdf(const std::vector<Picture>& pages, Theme theme = Theme::light);

inline constexpr double kLargestPage = 16384;  ///< largest width and height of a page, px

/// Returns the width of a line of text, px.
double text_width(const std::string& text, double size);

/// fitted_text() returns a text that is cut so that it is at most `width` px wide, with "…" where it was cut.
/// wrapped_text() splits a text at spaces into lines that are at most `width` px wide.
std::string fitted_text(const std::string& text, double size, double width);
std::vector<std::string> wrapped_text(const std::string& text, double size, double width);

/// A label with its final position.
struct PlacedLabel {
  std::size_t panel = 0;
  Label label;               ///< the label, whose text has passed clean_text()
  Box box;                   ///< bounding box of the text on the page, px
  Eigen::Vector2d at{0, 0};  ///< position on the page of the labelled point, px
  bool led = false;          ///< whether a leader line connects the label and the point
};

struct Labels {
  /// Labels whose boxes do not overlap. Each lies within its panel, or within the page if it is fixed.
  std::vector<PlacedLabel> placed;
  /// Number of labels per panel that did not fit; a label of the panel states this number.
  std::vector<std::size_t> left_out;
};

/// Returns the positions that the renderer gives to the labels of a picture. The renderer places first the fixed labels
/// and then the others, each group in the order of descending priority. Each label of the second group gets the
/// position with the smallest sum of two terms: its distance from the labelled point, and the length of the strokes
/// that it covers, with a factor.
Labels place_labels(const Picture& picture);

/// Returns UTF-8 in which every invalid or control character is replaced by U+FFFD, and every tab and line end by a
/// space.
std::string clean_text(const std::string& text);

}  // namespace pawl::draw
