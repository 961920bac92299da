// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/drawing.h>

#include <string>

namespace pawl::draw {

/// Draws the content of a drawing file:
///
/// - its loops, with the numbers that --loop accepts; the part's outline is filled and its holes are hatched
/// - the part's vertices, numbered from 1 in the outline's order (edge k begins at vertex k; a curve is one edge)
/// - every pair of curve ends that was joined; joins within rounding and joins across a gap have different marks
/// - the centre of mass of the part without its holes, and a scale bar
///
/// Throws InputError for a sheet smaller than the minimum in task_picture.h.
Picture drawing_picture(const std::string& name, const DrawnPart& drawn, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
