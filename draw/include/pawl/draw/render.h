// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <string>
#include <vector>

namespace pawl::draw {

/// light and dark: colours that the colour-blind tell apart (after Okabe and Ito), each at least 4.5 : 1 against the
/// background (WCAG AA for text); print: black and greys on white.
enum class Theme { light, dark, print };

struct Color {
  double red = 0, green = 0, blue = 0;  ///< sRGB, 0 to 1
};
Color color_of(Ink ink, Theme theme);
Color background_of(Theme theme);

/// The picture as a file: the same bytes for the same picture and version of Cairo. Text is drawn with a font of the
/// library's own. Safe from several threads. Throws InputError for a picture that is none: a size that is not within
/// 1..kLargestPage, a panel without extent, numbers that are not finite.
///
/// SVG: glyphs as outlines, the picture's and the panels' titles and descriptions as <title> and <desc>, all text once
/// more unseen, so that it can be searched. PDF: one page, text as text, a fixed date. PNG: `scale` pixels a px.
std::string svg(const Picture& picture, Theme theme = Theme::light);
std::string pdf(const Picture& picture, Theme theme = Theme::light);
std::string png(const Picture& picture, Theme theme = Theme::light, double scale = 1);

inline constexpr double kLargestPage = 16384;  ///< px

/// px of a line of text.
double text_width(const std::string& text, double size);

/// As much of a text as fits into so many px, with "…" where it was cut; and its lines, broken at spaces.
std::string fitted_text(const std::string& text, double size, double width);
std::vector<std::string> wrapped_text(const std::string& text, double size, double width);

/// A label as it is drawn.
struct PlacedLabel {
  std::size_t panel = 0;
  Label label;               ///< with its text cleaned
  Box box;                   ///< of the text, px on the page
  Eigen::Vector2d at{0, 0};  ///< its point on the page, px
  bool led = false;          ///< a line leads from it to the point
};

struct Labels {
  std::vector<PlacedLabel> placed;  ///< no two boxes overlap; all within their panel, or the page where that is fixed
  std::vector<std::size_t>
      left_out;  ///< of each panel, how many found no room; the panel says so in a label of its own
};

/// Where the renderer puts the labels of a picture: those of highest priority first, each where it hides least.
Labels place_labels(const Picture& picture);

/// UTF-8 with every character that is none, controls included, replaced by U+FFFD (a tab or a line end by a space).
std::string clean_text(const std::string& text);

}  // namespace pawl::draw
