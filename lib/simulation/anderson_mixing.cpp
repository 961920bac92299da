// SPDX-License-Identifier: MIT
#include "simulation/anderson_mixing.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal::inline simulation {
namespace {

/// A difference is used only if its part independent of the newer differences has at least this squared length,
/// relative to the squared length of the difference. A smaller part consists of rounding errors.
constexpr double kLeastPart = 1e-8;

}  // namespace

/// Solves the least-squares problem by its normal equations. The newest differences come first; if differences are
/// dependent, the older ones are therefore left out.
void AndersonMixing::solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const {
  double product[kDepth][kDepth], right[kDepth];
  const auto newest = [&](int j) -> const Eigen::VectorXd& { return last_[(count_ - 1 - j) % kDepth].residual; };
  for (int i = 0; i < depth; ++i) {
    right[i] = newest(i).dot(residual);
    for (int j = 0; j <= i; ++j) product[i][j] = newest(i).dot(newest(j));
  }
  // Computes the Cholesky factorization by rows. A row that depends on earlier rows is left out.
  double root[kDepth][kDepth] = {}, forward[kDepth] = {};
  for (int i = 0; i < depth; ++i) {
    double own = product[i][i], rest = right[i];
    for (int j = 0; j < i; ++j) {
      double sum = product[i][j];
      for (int k = 0; k < j; ++k) sum -= root[i][k] * root[j][k];
      root[i][j] = root[j][j] > 0 ? sum / root[j][j] : 0;
      own -= root[i][j] * root[i][j];
      rest -= root[i][j] * forward[j];
    }
    root[i][i] = own > kLeastPart * product[i][i] ? std::sqrt(own) : 0;
    forward[i] = root[i][i] > 0 ? rest / root[i][i] : 0;
  }
  for (int i = depth - 1; i >= 0; --i) {
    double sum = forward[i];
    for (int k = i + 1; k < depth; ++k) sum -= root[k][i] * weights[k];
    weights[i] = root[i][i] > 0 ? sum / root[i][i] : 0;
  }
}

void AndersonMixing::next(Eigen::VectorXd& iterate) {
  if (iterate.size() == 0 || (count_ > 0 && iterate.size() != iterate_.size())) restart();
  if (iterate.size() == 0) return;
  if (count_ == 0) {
    iterate_ = iterate;
    count_ = 1;
    residual_.resize(0);
    return;
  }
  Pair& newest = last_[count_ % kDepth];
  const bool known = residual_.size() == iterate.size();
  if (known) {
    newest.value = iterate - value_;
    newest.residual = iterate - iterate_ - residual_;
  }
  value_ = iterate;
  residual_ = iterate - iterate_;
  if (known) {
    ++count_;
    const int depth = std::min(count_ - 1, kDepth);
    double weights[kDepth] = {};
    solve(residual_, depth, weights);
    for (int j = 0; j < depth; ++j) iterate -= weights[j] * last_[(count_ - 1 - j) % kDepth].value;
  }
  iterate_ = iterate;
}

}  // namespace pawl::internal::inline simulation
