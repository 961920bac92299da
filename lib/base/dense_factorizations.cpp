// SPDX-License-Identifier: MIT
#include "base/dense_factorizations.h"

#include <pawl/base/assert.h>

#include <Eigen/SVD>
#include <algorithm>

PAWL_DENSE_FACTORIZATIONS()

namespace pawl::internal {

Eigen::Vector3d singular_values(const Eigen::MatrixXd& matrix) {
  PAWL_ASSERT(matrix.cols() == 3);
  Eigen::MatrixXd tall = Eigen::MatrixXd::Zero(std::max<Eigen::Index>(matrix.rows(), 3), 3);  // at least square
  tall.topRows(matrix.rows()) = matrix;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(tall);
  const Eigen::Matrix3d triangle = factors.matrixQR().topRows<3>().triangularView<Eigen::Upper>();
  return Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner>(triangle).singularValues();
}

}  // namespace pawl::internal
