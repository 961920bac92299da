// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl::bench {

/// What Lemke's algorithm says of one problem, and what it cost.
struct LemkeOutcome {
  bool solved = false;  ///< it ended in a solution by its own account
  Eigen::VectorXd z;
  int starts = 0;  ///< covering vectors tried
  int pivots = 0;  ///< of all starts
};

/// Lemke's algorithm as textbooks have it [TPSL97, §5; Cottle, Pang and Stone, algorithm 4.4.5], on a dense tableau in
/// long double, lexicographic, with up to `starts` covering vectors (ones first, then random). The yardstick of the
/// table: no structure, no proof of anything when it ends in a ray.
LemkeOutcome plain_lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int starts = 10);

}  // namespace pawl::bench
