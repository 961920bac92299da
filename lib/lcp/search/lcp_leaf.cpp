// SPDX-License-Identifier: MIT
#include "lcp/search/lcp_leaf.h"

#include <algorithm>
#include <cmath>

#include "friction/search/three_variable_form.h"
#include "lcp/search/refutation.h"

namespace pawl {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

const ExactLcp& LcpLeafJudge::exact() {
  if (!exact_) exact_ = make_exact_();
  return *exact_;
}

/// Scales are powers of two: scaling rounds nothing that is not tiny.
double LcpLeafJudge::scaled(double value, double factor) {
  const double result = value * factor;
  tiny_ = tiny_ || (value != 0 && !(std::fabs(result) >= 0x1p-700 && std::fabs(result) <= 0x1p+700));
  return result;
}

void LcpLeafJudge::fill() {
  const int n = size();
  const std::vector<double>& s = scaled_.scale;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double entry = rounded_ ? exact().at(i, j).convert_to<double>() : lcp_.M(i, j);
      M_.push_back(scaled(entry, s[at(i)] * s[at(j)]));
    }
    q_.push_back(scaled(rounded_ ? exact().q[at(i)].convert_to<double>() : lcp_.q[i], s[at(i)]));
  }
}

bool LcpLeafJudge::proves(const std::vector<double>& weights, const LcpAssumptions& assumed, LcpAssumptions& used) {
  const int n = size();
  if (q_.empty()) fill();
  if (tiny_) return false;
  used.clear(n);
  sum_.assign(at(n), 0);
  size_.assign(at(n), 0);
  double constant = 0;
  double constant_size = 0;
  for (int i = 0; i < n; ++i) {
    const double l = weights[at(i)];
    if (l == 0) continue;
    if (l < 0) {
      if (!assumed.has(i, false)) return false;
      used.add(i, false);
    }
    constant += l * q_[at(i)];
    constant_size += std::fabs(l * q_[at(i)]);
    const double* row = M_.data() + at(i) * at(n);
    for (int j = 0; j < n; ++j) {
      sum_[at(j)] += l * row[j];
      size_[at(j)] += std::fabs(l * row[j]);
    }
  }
  // n products and n sums, the rounding of entries, and that of the sizes themselves.
  const double rounding = (n + 8) * 0x1p-52;
  constexpr double kUnderflow = 0x1p-900;
  if (!(constant + rounding * constant_size + kUnderflow < 0)) return false;
  for (int j = 0; j < n; ++j) {
    if (size_[at(j)] == 0 || sum_[at(j)] + rounding * size_[at(j)] + kUnderflow <= 0) continue;
    if (!assumed.has(j, true)) return false;
    used.add(j, true);
  }
  return true;
}

std::vector<std::pair<int, std::string>> LcpLeafJudge::prove_exactly(const LcpAssumptions& assumed,
                                                                     LcpAssumptions& used, long& pivots,
                                                                     const StopToken& stop) {
  const int n = size();
  if (n > kLargestExactLcp) return {};
  if (wide_.empty()) wide_.assign(exact(), scaled_.scale);
  FeasibilityTableau<Quadruple> tableau;
  tableau.assign(n, wide_.M, wide_.q, {1e-16, 1e-18});
  for (int i = 0; i < n; ++i) {
    if (assumed.has(i, true)) tableau.fix(n + i);
    if (assumed.has(i, false)) tableau.fix(i);
  }
  const auto stopped = [&] { return stop.stop_requested(); };
  if (tableau.solve(50 * n + 100, pivots, stopped) != FeasibilityTableau<Quadruple>::End::infeasible) return {};
  const auto multipliers = farkas_multipliers(exact(), InfeasibleBasis(tableau), stop);
  used.clear(n);
  std::vector<LcpRational> sums(at(n));
  for (const auto& [row, text] : multipliers) {
    const LcpRational l(text);
    if (l < 0) used.add(row, false);
    for (int j = 0; j < n; ++j) {
      if (!exact().at(row, j).is_zero()) sums[at(j)] += l * exact().at(row, j);
    }
  }
  for (int j = 0; j < n; ++j) {
    if (sums[at(j)] > 0) used.add(j, true);
  }
  return multipliers;
}

std::vector<std::pair<int, std::string>> LcpLeafJudge::unscaled(const std::vector<double>& weights) const {
  std::vector<std::pair<int, std::string>> result;
  for (int i = 0; i < size(); ++i) {
    if (weights[at(i)] != 0) result.emplace_back(i, exact_text(weights[at(i)] * scaled_.scale[at(i)]));
  }
  return result;
}

}  // namespace pawl
