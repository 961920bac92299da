// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

/// Eigen's factorisations of MatrixXd, and their solutions for one right side, are compiled once, in
/// dense_factorizations.cpp: each takes a compiler seconds. Include this instead of Eigen's headers.
#define PAWL_DENSE_FACTORIZATIONS(INSTANCE)                                                                           \
  INSTANCE template class Eigen::LLT<Eigen::MatrixXd>;                                                                \
  INSTANCE template class Eigen::PartialPivLU<Eigen::MatrixXd>;                                                       \
  INSTANCE template class Eigen::FullPivLU<Eigen::MatrixXd>;                                                          \
  INSTANCE template class Eigen::HouseholderQR<Eigen::MatrixXd>;                                                      \
  INSTANCE template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;                                                \
  INSTANCE template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;                                    \
  INSTANCE template class Eigen::JacobiSVD<Eigen::MatrixXd>;                                                          \
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
