// SPDX-License-Identifier: MIT
// Makes complementarity problems from bytes, mostly of small whole numbers. The status `solved` requires a small
// residual, which is computed here. The status `none` requires a proof, and no complementary basis of the problem may
// have a solution whose basic variables are all positive by a clear margin.
#include <pawl/lcp/lemke.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/LU>
#include <algorithm>

#include "fuzz_input.h"

namespace {

using pawl::fuzz::Bytes;
using pawl::fuzz::require;
using Status = pawl::LcpAnswer::Status;

pawl::Lcp problem_of(Bytes& bytes) {
  const int n = bytes.whole(1, 6);
  pawl::Lcp lcp{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  const unsigned form = bytes.byte() % 4;
  for (int i = 0; i < n; ++i) {
    lcp.q[i] = bytes.number();
    for (int j = 0; j < n; ++j) lcp.M(i, j) = bytes.number();
  }
  if (form == 1) lcp.M = Eigen::MatrixXd(lcp.M * lcp.M.transpose());  // makes M positive semidefinite
  if (form == 2) lcp.M = Eigen::MatrixXd(lcp.M - lcp.M.transpose());  // makes M skew-symmetric, as in linear programs
  if (form == 3) lcp.M = lcp.M.cwiseAbs();                            // copositive
  return lcp;
}

constexpr long double kResidual = pawl::kLcpResidual * (1 + 1e-6L);

/// Returns the largest violation of a condition of the LCP by z, divided by max(1, |q|). Subtracts the rounding errors
/// of this computation.
long double residual(const pawl::Lcp& lcp, const Eigen::VectorXd& z) {
  require(z.size() == lcp.size() && z.allFinite());
  long double worst = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    long double w = lcp.q[i], size = std::fabs(w);
    for (Eigen::Index j = 0; j < z.size(); ++j) {
      const long double term = static_cast<long double>(lcp.M(i, j)) * z[j];
      w += term;
      size += std::fabs(term);
    }
    worst = std::max(worst, std::fabs(std::min<long double>(z[i], w)) - 0x1p-58L * size);
  }
  return worst / std::max(1., lcp.q.cwiseAbs().maxCoeff());
}

/// Returns whether a well-conditioned complementary basis has a solution that satisfies every inequality by more than
/// rounding errors.
bool has_clear_solution(const pawl::Lcp& lcp) {
  const Eigen::Index n = lcp.size();
  for (unsigned basis = 0; basis < 1U << static_cast<unsigned>(n); ++basis) {
    // The columns are those of w - M z = q. Column i belongs to z_i if bit i of `basis` is set, and to w_i otherwise.
    Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if ((basis >> static_cast<unsigned>(i) & 1U) != 0) columns.col(i) = -lcp.M.col(i);
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> factors(columns);
    if (!(factors.rcond() > 1e-6)) continue;
    const Eigen::VectorXd x = factors.solve(lcp.q);
    if (x.minCoeff() > 1e-6 * (1 + x.cwiseAbs().maxCoeff())) return true;
  }
  return false;
}

void check(const pawl::Lcp& lcp, const pawl::LcpAnswer& answer) {
  if (answer.status == Status::solved) require(residual(lcp, answer.z) <= kResidual);
  if (answer.status == Status::none) {
    require(pawl::proves_no_solution(lcp, answer.refutation));
    require(!has_clear_solution(lcp));
  }
  for (const Eigen::VectorXd& z : answer.solutions) require(residual(lcp, z) <= kResidual);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const pawl::Lcp lcp = problem_of(bytes);
  pawl::LcpLimits limits;
  limits.pivots = 5000;
  limits.nodes = 2000;
  // The two methods may differ: even if no exact solution exists, there may be a vector z with a small residual.
  check(lcp, pawl::solve_lcp(lcp, limits));
  check(lcp, pawl::all_lcp_solutions(lcp, limits));
  return 0;
}
