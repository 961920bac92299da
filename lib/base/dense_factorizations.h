// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

/// Eigen's factorisations of MatrixXd, and their solutions for one right side, are compiled once, in
/// dense_factorizations.cpp: each takes a compiler seconds. Include this instead of Eigen's headers.
#define PAWL_DENSE_FACTORIZATIONS(INSTANCE)                                                                           \
  INSTANCE template class Eigen::LLT<Eigen::MatrixXd>;                                                                \
  INSTANCE template class Eigen::PartialPivLU<Eigen::MatrixXd>;                                                       \
  INSTANCE template class Eigen::FullPivLU<Eigen::MatrixXd>;                                                          \
  INSTANCE template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;                                                \
  INSTANCE template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;                                    \
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

namespace pawl::internal {

/// The singular values of a matrix with three columns and any number of rows, the largest first. The SVD of its
/// triangular factor, which is 3 x 3, has them, and takes a compiler less than that of a matrix of any size.
Eigen::Vector3d singular_values(const Eigen::MatrixXd& matrix);

}  // namespace pawl::internal
