// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace pawl::oracle {

/// Classes of square matrices. The guarantees of methods for LCPs depend on these classes. A class is decided exactly
/// for the doubles of M, in whole numbers. All functions throw InputError if the matrix is not square or has an
/// infinite entry or NaN. A function that examines all principal minors also throws it if the matrix is larger than
/// kLargestForMinors.
inline constexpr Eigen::Index kLargestForMinors = 14;

bool is_symmetric(const Eigen::MatrixXd& M);

/// The first function returns whether x'M x >= 0 for all x, and the second whether x'M x > 0 for all x except 0. M need
/// not be symmetric. O(n^3) operations on whole numbers.
bool is_positive_semidefinite(const Eigen::MatrixXd& M);
bool is_positive_definite(const Eigen::MatrixXd& M);

/// Returns whether every principal minor is positive. If so, the LCP has exactly one solution for each q. Takes O(2^n
/// n^3) operations for n rows.
bool is_p_matrix(const Eigen::MatrixXd& M);
/// Returns whether all principal minors are at least 0.
bool is_p0_matrix(const Eigen::MatrixXd& M);

/// Returns whether x'M x >= 0 for all x >= 0. Applies the criterion of Cottle, Habetler and Lemke to all principal
/// submatrices of M + M'. Takes O(2^n n^3) operations for n rows.
bool is_copositive(const Eigen::MatrixXd& M);

/// Returns whether no entry off the diagonal is positive.
bool is_z_matrix(const Eigen::MatrixXd& M);

/// These functions check conditions that are sufficient but not necessary: if a function returns false, the matrix may
/// still be in the class. They are fast for any size.
bool surely_p_matrix(const Eigen::MatrixXd& M);    ///< returns whether M is positive definite, or strictly diagonally
                                                   ///< dominant with a positive diagonal
bool surely_copositive(const Eigen::MatrixXd& M);  ///< returns whether M has no negative entry, or is positive
                                                   ///< semidefinite
bool surely_sufficient(const Eigen::MatrixXd& M);  ///< returns whether M is positive semidefinite, or surely_p_matrix()
                                                   ///< returns true

}  // namespace pawl::oracle
