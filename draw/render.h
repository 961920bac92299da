// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>

#include <mutex>
#include <string_view>

// The only font of all pictures: a subset of DejaVu Sans that is part of the library.
namespace pawl::draw::internal {

extern const std::string_view kFont;  ///< the file font/DejaVuSans-subset.ttf, which CMakeLists.txt embeds

/// Returns the mutex that must be held while the font is used, because FreeType faces are not thread-safe.
std::mutex& font_mutex();

/// Draws a text that has passed clean_text(). The left end of its baseline is at (x, y).
void show_text(cairo_t* to, std::string_view text, double x, double y, double size);

}  // namespace pawl::draw::internal
