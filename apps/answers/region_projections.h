// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// The number of cells of the grids of projections_json() along each axis.
inline constexpr std::size_t kProjectionCells = 40;

/// Returns a cover of the projections of a region of poses onto the planes (x, y), (x, theta) and (y, theta), with x
/// and y along the axes of the world. The cover consists of rectangles [left, right, low, high] of the cells of a grid
/// over the ranges of `extent`. `extent` is the result of box_json(). Cells are numbered from 0, and `right` and `high`
/// are not included. `boxes` cover the region, in the frame of `contacts`; an empty list gives empty projections. If a
/// box extends into a cell by less than 1e-7 of the cell, the cell is not covered, so that rounding has no effect.
Json projections_json(const std::vector<std::array<Eigen::Vector3d, 2>>& boxes, const Json& extent,
                      const ContactSet& contacts);

}  // namespace pawl::answers
