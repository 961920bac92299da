// SPDX-License-Identifier: MIT
#include "rational_matrix.h"

#include <pawl/base/assert.h>

namespace pawl::internal {

IntegerVector integer_vector(const RationalVector& v) {
  PAWL_ASSERT(v.size() == 3);
  Integer common = 1;
  for (int i = 0; i < 3; ++i) common = lcm(common, Integer(denominator(v[i])));
  IntegerVector result;
  for (int i = 0; i < 3; ++i) result[i] = Integer(numerator(v[i])) * (common / Integer(denominator(v[i])));
  return primitive(std::move(result));
}

Eigen::MatrixXd to_double(const RationalMatrix& matrix) {
  return matrix.unaryExpr([](const Rational& entry) { return entry.convert_to<double>(); });
}

}  // namespace pawl::internal
