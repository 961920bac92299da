// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/drawing.h>

#include <string>

namespace pawl::draw {

/// Draws the content of a drawing file:
///
/// - its loops, with the numbers that --loop accepts; the part's outline is filled and its holes are hatched
/// - the vertices of the part, numbered from 1 in the order of the outline (edge k begins at vertex k; a curve is one
///   edge)
/// - a mark at each pair of curve ends that was joined, with different marks for ends that are equal up to rounding and
///   ends across a gap
/// - the centre of mass that the part would have without its holes, and a scale bar
///
/// Throws InputError for a page smaller than the minimum in task_picture.h.
Picture drawing_picture(const std::string& name, const DrawnPart& drawn, const Eigen::Vector2d& size = {1280, 800});

}  // namespace pawl::draw
