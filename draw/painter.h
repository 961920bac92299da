// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/render.h>

#include "surface.h"

namespace pawl::draw::internal {

/// Throws InputError for a picture that is none (pawl/draw/render.h).
void require_picture(const Picture& picture);
void require_page_size(const Eigen::Vector2d& size);

/// Paints a picture, but its background, with its labels where they were placed.
void paint(Surface& on, const Picture& picture, const Labels& labels);

}  // namespace pawl::draw::internal
