// SPDX-License-Identifier: MIT
#include "simulation/anderson.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

constexpr double kLeastPart = 1e-8;  ///< of a difference's square beside the others: less is taken for rounding

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

/// Least squares by Gram and Schmidt's on the differences' products: newest first, so that old ones give way.
void AndersonMixing::solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const {
  double product[kDepth][kDepth], right[kDepth];
  const auto newest = [&](int j) -> const Eigen::VectorXd& { return last_[at((count_ - 1 - j) % kDepth)].residual; };
  for (int i = 0; i < depth; ++i) {
    right[i] = newest(i).dot(residual);
    for (int j = 0; j <= i; ++j) product[i][j] = newest(i).dot(newest(j));
  }
  // Cholesky, a row at a time; a row with nothing of its own is left out.
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

void AndersonMixing::next(Eigen::VectorXd& place) {
  if (place.size() == 0 || (count_ > 0 && place.size() != place_.size())) restart();
  if (place.size() == 0) return;
  if (count_ == 0) {
    place_ = place;
    count_ = 1;
    residual_.resize(0);
    return;
  }
  Pair& newest = last_[at(count_ % kDepth)];
  const bool known = residual_.size() == place.size();
  if (known) {
    newest.value = place - value_;
    newest.residual = place - place_ - residual_;
  }
  value_ = place;
  residual_ = place - place_;
  if (known) {
    ++count_;
    const int depth = std::min(count_ - 1, kDepth);
    double weights[kDepth] = {};
    solve(residual_, depth, weights);
    for (int j = 0; j < depth; ++j) place -= weights[j] * last_[at((count_ - 1 - j) % kDepth)].value;
  }
  place_ = place;
}

}  // namespace pawl::internal
