// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// Number of cells of a projection's grid along each axis.
inline constexpr std::size_t kProjectionCells = 40;

/// Returns the projections of a region of poses onto the planes (x, y), (x, theta) and (y, theta), where x and y are
/// world axes. The boxes `boxes`, in the frame of `contacts`, cover the region; an empty list gives empty projections.
///
/// A projection is a list of rectangles of grid cells. The grid covers the ranges of `extent`, which is a result of
/// box_json(). A rectangle [left, right, low, high] contains the cells from `left` to `right` - 1 in one direction and
/// from `low` to `high` - 1 in the other, counted from 0. A cell into which a box extends by less than 1e-7 of the cell
/// is not covered, so that rounding errors have no effect; but every box covers at least one cell.
Json projections_json(const std::vector<std::array<Eigen::Vector3d, 2>>& boxes, const Json& extent,
                      const ContactSet& contacts);

}  // namespace pawl::answers
