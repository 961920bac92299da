// SPDX-License-Identifier: MIT
#include "friction/massless.h"

#include <pawl/base/tolerance.h>

namespace pawl::internal {

Eigen::Index first_massless(const Eigen::Ref<const Eigen::MatrixXd>& inertia, double& pivot) {
  Eigen::MatrixXd rest = inertia;
  for (Eigen::Index i = 0; i < inertia.rows(); ++i) {
    pivot = rest(i, i);
    if (!(pivot > tolerance::kMassless * inertia(i, i)) || !(inertia(i, i) > 0)) return i;
    const Eigen::Index below = inertia.rows() - i - 1;
    const Eigen::VectorXd column = rest.col(i).tail(below);
    if (!column.isZero(0)) rest.bottomRightCorner(below, below) -= column * column.transpose() / pivot;
  }
  return -1;
}

}  // namespace pawl::internal
