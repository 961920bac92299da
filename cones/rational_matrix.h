// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <boost/multiprecision/eigen.hpp>

#include "exact/rational.h"

namespace pawl::internal {

using RationalMatrix = Eigen::Matrix<Rational, Eigen::Dynamic, Eigen::Dynamic>;
using RationalVector = Eigen::Matrix<Rational, Eigen::Dynamic, 1>;

/// The primitive integer vector along a rational vector with three entries.
IntegerVector integer_vector(const RationalVector& v);

Eigen::MatrixXd to_double(const RationalMatrix& matrix);

}  // namespace pawl::internal
