// SPDX-License-Identifier: MIT
#include "lcp/pivoting/in_units.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

class Units {
 public:
  Units(const Lcp& lcp, const Eigen::VectorXd& z)
      : lcp_(lcp),
        z_(z),
        w_(lcp.M * z + lcp.q),
        most_(lcp.M.cwiseAbs().colwise().maxCoeff()),
        slack_(kLcpResidual * std::max(1., lcp.q.cwiseAbs().maxCoeff())) {}

  /// One of the two is zero, and neither below it.
  bool passes(Eigen::Index i) const {
    const bool no_z = is_zero_z(i);
    return (no_z && w_[i] >= 0) || ((no_z || z_[i] >= 0) && is_zero_w(i));
  }

 private:
  bool is_zero_z(Eigen::Index i) const { return std::fabs(z_[i]) <= slack_ && std::fabs(z_[i]) * most_[i] <= slack_; }

  /// By rounding of its terms, or by what a z_j that took it away would do.
  bool is_zero_w(Eigen::Index i) const {
    const double w = w_[i];
    const auto row = lcp_.M.row(i).transpose().array();
    const double terms = std::fabs(lcp_.q[i]) + (row * z_.array()).abs().sum();
    const double rounding = static_cast<double>(lcp_.size() + 1) * std::numeric_limits<double>::epsilon();
    if (!(std::fabs(w) <= slack_ + rounding * terms)) return false;
    if (std::fabs(w) <= kLcpResidual * terms) return true;
    return ((std::fabs(w) * most_.array() <= slack_ * row.abs()) && (row != 0)).any();
  }

  const Lcp& lcp_;
  const Eigen::VectorXd& z_;
  Eigen::VectorXd w_;
  Eigen::VectorXd most_;  ///< of each column
  double slack_;
};

}  // namespace

bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z) {
  if (lcp.size() == 0) return true;
  const Units units(lcp, z);
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    if (!units.passes(i)) return false;
  }
  return true;
}

}  // namespace pawl::internal
