// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/QR>

/// Each of Eigen's factorisations of MatrixXd takes seconds to compile. They, and their solutions for one right-hand
/// side, are therefore compiled only in dense_algebra.cpp. Include this header instead of Eigen's.
#define PAWL_DENSE_FACTORIZATIONS(INSTANCE)                                                                           \
  INSTANCE template class Eigen::LLT<Eigen::MatrixXd>;                                                                \
  INSTANCE template class Eigen::PartialPivLU<Eigen::MatrixXd>;                                                       \
  INSTANCE template class Eigen::FullPivLU<Eigen::MatrixXd>;                                                          \
  INSTANCE template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;                                                \
  INSTANCE template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;                                    \
  INSTANCE template Eigen::LLT<Eigen::MatrixXd>& Eigen::LLT<Eigen::MatrixXd>::compute(                                \
      const Eigen::EigenBase<Eigen::MatrixXd>&);                                                                      \
  INSTANCE template void Eigen::LLT<Eigen::MatrixXd>::_solve_impl(const Eigen::VectorXd&, Eigen::VectorXd&) const;    \
  INSTANCE template void Eigen::PartialPivLU<Eigen::MatrixXd>::_solve_impl(const Eigen::VectorXd&, Eigen::VectorXd&)  \
      const;                                                                                                          \
  INSTANCE template void Eigen::FullPivLU<Eigen::MatrixXd>::_solve_impl(const Eigen::VectorXd&, Eigen::VectorXd&)     \
      const;                                                                                                          \
  INSTANCE template void Eigen::ColPivHouseholderQR<Eigen::MatrixXd>::_solve_impl(const Eigen::VectorXd&,             \
                                                                                  Eigen::VectorXd&) const;            \
  INSTANCE template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::_solve_impl(const Eigen::VectorXd&, \
                                                                                              Eigen::VectorXd&) const;

PAWL_DENSE_FACTORIZATIONS(extern)

namespace pawl::internal::inline base {

/// Returns the singular values of a matrix with three columns and any number of rows, the largest first. They are
/// computed from the 3 x 3 triangular factor of the matrix' QR factorisation, because the SVD of a 3 x 3 matrix
/// compiles faster than the SVD of a matrix of variable size.
Eigen::Vector3d singular_values(const Eigen::MatrixXd& matrix);

/// Returns the pseudoinverse of a factorised matrix.
Eigen::MatrixXd pseudoinverse(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors);

/// Returns an orthonormal basis of the range of a factorised matrix, as columns.
Eigen::MatrixXd range_basis(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors);

/// Returns x >= 0 that minimises |A x - b|, by active sets [Lawson and Hanson, "Solving Least Squares Problems", 1974,
/// chapter 23]. Each round frees the entry of x for which |A x - b| falls most steeply, and solves for the free entries
/// without bounds. Entries that would become negative are fixed at 0 again, and the other free entries are solved for
/// again. If several minimisers exist, returns one of them. The number of positive entries is at most the number of
/// rows of A. Each solution takes one QR factorisation of the free columns; there are at most 10 rounds per column of
/// A. Returns 0 if b is 0 or not finite.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace pawl::internal::inline base
