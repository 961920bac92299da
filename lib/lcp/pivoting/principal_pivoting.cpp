// SPDX-License-Identifier: MIT
#include <pawl/lcp/principal_pivoting.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/pivoting/basis_solution.h"
#include "lcp/pivoting/in_units.h"
#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/pivoting/row_kernel.h"

namespace pawl {
namespace {

using namespace internal;

constexpr double kZero = 1e-11;  ///< of entries of the scaled problem, the largest of which are near 1

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Basic = constant + coefficients * nonbasic, where pair i has one of its two variables in row i and the other in
/// column i.
class PairDictionary {
 public:
  using Status = LcpSolution::Status;

  /// q is divided by its largest entry, which divides z.
  PairDictionary(const ScaledLcp& lcp, int n) : n_(n), stride_(n + 1), table_(at(n) * at(n + 1)), swapped_(at(n)) {
    for (const double q : lcp.q) unit_ = std::max(unit_, std::fabs(q));
    if (unit_ == 0) unit_ = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) entry(i, j) = lcp.M[at(i) * at(n) + at(j)];
      constant(i) = lcp.q[at(i)] / unit_;
    }
  }

  Status run(int most, int& pivots) {
    for (;;) {
      int r = 0;
      while (r < n_ && constant(r) >= -kZero) ++r;
      if (r == n_) return Status::solved;
      if (pivots >= most) return Status::limit;
      if (entry(r, r) < -kZero) return Status::unsuited;
      if (entry(r, r) > kZero) {
        pivot(r, r);
        swapped_[at(r)] ^= 1;
        ++pivots;
        continue;
      }
      int s = 0;
      while (s < n_ && entry(r, s) <= kZero) ++s;
      if (s == n_) return Status::ray;
      if (entry(s, r) >= -kZero) return Status::unsuited;
      exchange(r, s);
      pivots += 2;
    }
  }

  const std::vector<char>& basis() const { return swapped_; }
  double value(int i) const { return swapped_[at(i)] ? unit_ * std::max(0., table_[at(i) * at(stride_) + at(n_)]) : 0; }

 private:
  double& entry(int i, int j) { return table_[at(i) * at(stride_) + at(j)]; }
  double& constant(int i) { return entry(i, n_); }

  void pivot(int row, int column) {
    double* pivot_row = &entry(row, 0);
    const double inverse = 1 / pivot_row[column];
    for (int j = 0; j < stride_; ++j) pivot_row[j] *= -inverse;
    pivot_row[column] = inverse;
    eliminate(table_.data(), n_, stride_, row, column);
  }

  /// Both pairs change places; their rows and columns are then sorted again.
  void exchange(int r, int s) {
    pivot(r, s);
    pivot(s, r);
    for (int j = 0; j < stride_; ++j) std::swap(entry(r, j), entry(s, j));
    for (int i = 0; i < n_; ++i) std::swap(entry(i, r), entry(i, s));
    swapped_[at(r)] ^= 1;
    swapped_[at(s)] ^= 1;
  }

  int n_, stride_;
  double unit_ = 0;
  std::vector<double> table_;
  std::vector<char> swapped_;
};

}  // namespace

LcpSolution principal_pivoting(const Lcp& lcp, int most_pivots) {
  lcp.validate();
  const int n = static_cast<int>(lcp.size());
  ScaledLcp scaled;
  scaled.assign(lcp);
  PairDictionary dictionary(scaled, n);
  LcpSolution result;
  result.status = dictionary.run(most_pivots > 0 ? most_pivots : 1000 + 100 * n, result.pivots);
  result.basis = dictionary.basis();
  Eigen::VectorXd guess(n);
  for (int i = 0; i < n; ++i) guess[i] = dictionary.value(i) * scaled.scale[at(i)];
  result.z = guess;
  result.residual = lcp_residual(lcp, guess);
  if (result.status != LcpSolution::Status::solved) return result;
  const Eigen::VectorXd refined = basis_solution(lcp, result.basis, guess);
  const double residual = lcp_residual(lcp, refined);
  if (residual < result.residual) {
    result.z = refined;
    result.residual = residual;
  }
  if (!(result.residual <= kLcpResidual) || !zero_in_units(lcp, result.z))
    result.status = LcpSolution::Status::inaccurate;
  return result;
}

}  // namespace pawl
