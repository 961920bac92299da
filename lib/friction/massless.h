// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl::internal {

/// The first degree of freedom of a symmetric matrix that moves no mass when those before it move freely: Cholesky's
/// pivot there is not over tolerance::kMassless of the diagonal entry. `pivot` becomes that pivot. -1 where the matrix
/// is positive definite. O(n^3), O(n) for a diagonal matrix.
Eigen::Index first_massless(const Eigen::Ref<const Eigen::MatrixXd>& inertia, double& pivot);

}  // namespace pawl::internal
