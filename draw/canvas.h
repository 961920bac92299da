// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>
#include <pawl/draw/render.h>

namespace pawl::draw::internal {

/// Paints a picture, in px, with its labels where they were placed. Needs font_mutex().
void paint(cairo_t* to, const Picture& picture, const Labels& labels, Theme theme);

}  // namespace pawl::draw::internal
