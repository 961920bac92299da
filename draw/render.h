// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>

#include <mutex>
#include <string_view>

// The only font of all pictures, a subset of DejaVu Sans that is part of the library.
namespace pawl::draw::internal {

extern const std::string_view kFont;  ///< font/DejaVuSans-subset.ttf, embedded by CMakeLists.txt

/// Returns the mutex to hold while drawing with the font, because FreeType faces are not thread-safe.
std::mutex& font_mutex();

/// Draws a cleaned text from the left end of its baseline.
void show_text(cairo_t* to, std::string_view text, double x, double y, double size);

}  // namespace pawl::draw::internal
