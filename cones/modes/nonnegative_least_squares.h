// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl {

/// x >= 0 that minimises |A x - b|, by active sets [Lawson and Hanson]; A has few rows. Some minimiser where there are
/// several: at most as many entries are positive as A has rows.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace pawl
