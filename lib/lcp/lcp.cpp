// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/lcp.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {

void Lcp::validate() const {
  std::vector<Fault> faults;
  if (M.rows() != size() || M.cols() != size()) {
    faults.push_back({"/M", fmt::format("{} x {}", M.rows(), M.cols()),
                      fmt::format("must be {0} x {0}, as q has {0} entries", size())});
    throw InputError(std::move(faults));
  }
  for (Eigen::Index i = 0; i < size(); ++i) {
    for (Eigen::Index j = 0; j < size(); ++j) {
      if (!std::isfinite(M(i, j)))
        faults.push_back({fmt::format("/M/{}/{}", i, j), fmt::format("{}", M(i, j)), "must be finite"});
    }
    if (!std::isfinite(q[i])) faults.push_back({fmt::format("/q/{}", i), fmt::format("{}", q[i]), "must be finite"});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

double lcp_residual(const Lcp& lcp, const Eigen::VectorXd& z) {
  if (z.size() != lcp.size() || !z.allFinite()) return std::numeric_limits<double>::infinity();
  constexpr Eigen::Index kBlock = 16;  // rows at a time: columns are contiguous
  double worst = 0;
  for (Eigen::Index first = 0; first < lcp.size(); first += kBlock) {
    const Eigen::Index count = std::min(kBlock, lcp.size() - first);
    long double w[kBlock];
    for (Eigen::Index i = 0; i < count; ++i) w[i] = lcp.q[first + i];
    for (Eigen::Index j = 0; j < lcp.size(); ++j) {
      if (z[j] == 0) continue;
      const double* column = lcp.M.data() + j * lcp.size() + first;
      for (Eigen::Index i = 0; i < count; ++i) w[i] += static_cast<long double>(column[i]) * z[j];
    }
    for (Eigen::Index i = 0; i < count; ++i) {
      worst = std::max(worst, static_cast<double>(std::fabs(std::min<long double>(z[first + i], w[i]))));
    }
  }
  const double scale = lcp.size() > 0 ? std::max(1.0, lcp.q.cwiseAbs().maxCoeff()) : 1;
  return worst / scale;
}

}  // namespace pawl
