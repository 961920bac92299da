// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>

#include <mutex>
#include <string_view>

// The one font of all pictures, a subset of DejaVu Sans that is part of the library.
namespace pawl::draw::internal {

extern const std::string_view kFont;  ///< font/DejaVuSans-subset.ttf, by CMakeLists.txt

/// To be held while anything is drawn with the font: FreeType's faces are not for several threads.
std::mutex& font_mutex();

/// Draws a clean text from the left end of its baseline.
void show_text(cairo_t* to, std::string_view text, double x, double y, double size);

}  // namespace pawl::draw::internal
