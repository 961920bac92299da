// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/gmp.hpp>

#include "geometry/exact.h"

namespace pawl {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using RationalMatrix = Eigen::Matrix<Rational, Eigen::Dynamic, Eigen::Dynamic>;
using RationalVector = Eigen::Matrix<Rational, Eigen::Dynamic, 1>;

/// The rational that a finite double is.
Rational rational(double value);

/// The primitive integer vector along a rational vector with three entries.
IntegerVector integer_vector(const RationalVector& v);

Eigen::MatrixXd to_double(const RationalMatrix& matrix);

}  // namespace pawl
