// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The unit direction whose least product with the unit normals is greatest; at least one normal. Where that product is
/// not positive no direction is inside all half-spaces, and the result says nothing.
Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals);

}  // namespace pawl
