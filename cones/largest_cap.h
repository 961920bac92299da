// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// The unit direction x whose least product with the unit normals, min_k n_k . x, is greatest; at least one normal: the
/// centre of the largest circular cap on the sphere inside all half-spaces n_k . x >= 0. The optimum is held by at most
/// three normals, which are found as in Seidel's incremental linear programming (1991): O(n) normals on average over
/// their order, O(n^3) at worst. In doubles, good to some 1e-14: it is for display and margins, not for verdicts. Where
/// that product is not positive no direction is inside all half-spaces, and the result says nothing.
Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals);

}  // namespace pawl::internal
