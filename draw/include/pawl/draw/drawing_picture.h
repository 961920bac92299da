// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/drawing.h>

#include <string>

namespace pawl::draw {

/// What was read of a drawing: its loops, the part's filled and its holes hatched, with their numbers as --loop takes
/// them; the part's vertices, numbered from 1 in the outline's order (side k begins at vertex k); every pair of ends
/// that was joined, those by rounding apart from those over a gap; the centre of mass, less the holes; a scale bar.
/// Throws InputError for a page smaller than the least of task_picture.h.
Picture drawing_picture(const std::string& name, const DrawnPart& drawn, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
