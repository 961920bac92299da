// SPDX-License-Identifier: MIT
#include "lcp/pivoting/lcp_scaling.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

/// A power of two near 1 / sqrt(largest).
double balancing(double largest) {
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1., -(exponent >> 1));
}

}  // namespace

void ScaledLcp::assign(const Lcp& lcp) {
  const Eigen::Index n = lcp.size();
  scale.assign(static_cast<std::size_t>(n), 1);
  largest_.resize(static_cast<std::size_t>(n));
  for (int round = 0; round < 2; ++round) {
    find_largest(lcp);
    for (std::size_t i = 0; i < scale.size(); ++i) scale[i] *= balancing(largest_[i]);
  }
  M.resize(scale.size() * scale.size());
  q.resize(scale.size());
  const auto s = Eigen::VectorXd::Map(scale.data(), n);
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(M.data(), n, n) =
      s.asDiagonal() * lcp.M * s.asDiagonal();
  Eigen::VectorXd::Map(q.data(), n) = s.cwiseProduct(lcp.q);
}

/// The largest magnitude in each row and its column, as scaled so far.
void ScaledLcp::find_largest(const Lcp& lcp) {
  const Eigen::Index n = lcp.size();
  const auto s = Eigen::ArrayXd::Map(scale.data(), n);
  auto rows = Eigen::ArrayXd::Map(largest_.data(), n);
  rows.setZero();
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto column = lcp.M.col(j).array().abs() * s * s[j];
    rows = rows.max(column);
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    rows[j] = std::max(rows[j], (lcp.M.col(j).array().abs() * s).maxCoeff() * s[j]);
  }
}

}  // namespace pawl::internal
