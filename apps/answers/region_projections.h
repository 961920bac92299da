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

/// Returns the projections of a region of poses onto the planes (x, y), (x, theta) and (y, theta), covered by
/// rectangles; x and y are along the axes of the world. A rectangle [left, right, low, high] consists of cells of a
/// grid over the ranges of `extent`, which is a result of box_json(). Cells are numbered from 0; the cells `right` and
/// `high` do not belong to the rectangle. `boxes` cover the region, in the frame of `contacts`; an empty list gives
/// empty projections. If a box extends into a cell by less than 1e-7 of the cell, the cell is not covered, so that
/// rounding has no effect.
Json projections_json(const std::vector<std::array<Eigen::Vector3d, 2>>& boxes, const Json& extent,
                      const ContactSet& contacts);

}  // namespace pawl::answers
