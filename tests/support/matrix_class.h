// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl::oracle {

/// Classes of square matrices that decide what an LCP's methods promise. All are decided exactly for the doubles of M,
/// in whole numbers. Each throws InputError for a matrix that is not square or holds what is not finite, and those that
/// look at all principal minors for one larger than kLargestForMinors.
inline constexpr Eigen::Index kLargestForMinors = 14;

bool is_symmetric(const Eigen::MatrixXd& M);

/// x'M x >= 0 (> 0 but for x = 0) for all x; M need not be symmetric. O(n^3) operations on whole numbers.
bool is_positive_semidefinite(const Eigen::MatrixXd& M);
bool is_positive_definite(const Eigen::MatrixXd& M);

/// Every principal minor positive: exactly one solution for every q. O(2^n n^3).
bool is_p_matrix(const Eigen::MatrixXd& M);
/// Every principal minor at least zero.
bool is_p0_matrix(const Eigen::MatrixXd& M);

/// x'M x >= 0 for all x >= 0 (Cottle, Habetler and Lemke's criterion on all principal minors of M + M'). O(2^n n^3).
bool is_copositive(const Eigen::MatrixXd& M);

/// No entry off the diagonal positive.
bool is_z_matrix(const Eigen::MatrixXd& M);

/// Sufficient conditions, cheap at any size; false says nothing.
bool surely_p_matrix(const Eigen::MatrixXd& M);    ///< positive definite, or strictly diagonally dominant, diagonal > 0
bool surely_copositive(const Eigen::MatrixXd& M);  ///< no negative entry, or positive semidefinite
bool surely_sufficient(const Eigen::MatrixXd& M);  ///< positive semidefinite, or surely a P-matrix

}  // namespace pawl::oracle
