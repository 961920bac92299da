// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/drawing.h>

#include <string>

namespace pawl::draw {

/// Draws what was read from a drawing: its loops with the numbers that --loop takes, the part's filled and its holes
/// hatched; the part's vertices, numbered from 1 in the outline's order (edge k begins at vertex k); every pair of ends
/// that was joined, with different signs for joins within rounding and joins across a gap; the centre of mass, holes
/// excluded; and a scale bar. Throws InputError for a page smaller than the minimum in task_picture.h.
Picture drawing_picture(const std::string& name, const DrawnPart& drawn, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
