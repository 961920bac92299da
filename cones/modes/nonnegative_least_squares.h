// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl::internal {

/// x >= 0 that minimises |A x - b|, by active sets [Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter
/// 23]: the entry whose increase helps most is freed, the free ones are solved for without bounds, and those that would
/// turn negative are held at 0 again. Some minimiser where there are several: at most as many entries are positive as A
/// has rows, which are few. A small QR a round; the rounds are bounded.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace pawl::internal
