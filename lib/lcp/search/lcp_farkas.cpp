// SPDX-License-Identifier: MIT
#include "lcp/search/lcp_farkas.h"

#include <algorithm>
#include <cmath>

#include "lcp/search/farkas.h"

namespace pawl::internal {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The assumptions that multipliers need for their proof.
Assumptions needed(const ExactLcp& lcp, const Multipliers<Rational>& multipliers) {
  Assumptions needed;
  needed.clear(lcp.n);
  std::vector<Rational> sums(at(lcp.n));
  for (const auto& [row, l] : multipliers) {
    if (l < 0) needed.add(assumption(row, Side::w));
    for (int j = 0; j < lcp.n; ++j) {
      if (!lcp.at(row, j).is_zero()) sums[at(j)] += l * lcp.at(row, j);
    }
  }
  for (int j = 0; j < lcp.n; ++j) {
    if (sums[at(j)] > 0) needed.add(assumption(j, Side::z));
  }
  return needed;
}

}  // namespace

bool LcpFarkas::has_exact() {
  if (!exact_ || exact_->n != size()) exact_ = make_exact_();
  return exact_->n == size();
}

/// Scales are powers of two: scaling rounds nothing that is not tiny.
double LcpFarkas::scaled(double value, double factor) {
  const double result = value * factor;
  tiny_ = tiny_ || (value != 0 && !(std::fabs(result) >= 0x1p-700 && std::fabs(result) <= 0x1p+700));
  return result;
}

void LcpFarkas::fill() {
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

bool LcpFarkas::proves(const std::vector<double>& multipliers, const Assumptions& assumed, Assumptions& used) {
  const int n = size();
  if (rounded_ && !has_exact()) return false;
  if (q_.empty()) fill();
  if (tiny_) return false;
  used.clear(n);
  sum_.assign(at(n), 0);
  size_.assign(at(n), 0);
  double constant = 0;
  double constant_size = 0;
  for (int i = 0; i < n; ++i) {
    const double l = multipliers[at(i)];
    if (l == 0) continue;
    if (l < 0) {
      if (!assumed.has(assumption(i, Side::w))) return false;
      used.add(assumption(i, Side::w));
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
    if (!assumed.has(assumption(j, Side::z))) return false;
    used.add(assumption(j, Side::z));
  }
  return true;
}

Multipliers<Rational> LcpFarkas::prove_exactly(const Assumptions& assumed, Assumptions& used, long& pivots,
                                               const StopToken& stop) {
  const int n = size();
  if (n > kLargestExactLcp || !has_exact()) return {};
  if (wide_.empty()) wide_.assign(exact(), scaled_.scale);
  Dictionary<Quadruple> program;
  program.start_lcp(n, wide_.M, wide_.q, {1e-16, 1e-18, 1e-16, 0});
  for (int i = 0; i < n; ++i) {
    if (assumed.has(assumption(i, Side::z))) program.fix(i);
    if (assumed.has(assumption(i, Side::w))) program.fix(n + i);
  }
  const auto stopped = [&] { return stop.stop_requested(); };
  if (program.solve(50 * n + 100, pivots, stopped) != Dictionary<Quadruple>::End::infeasible) return {};
  Multipliers<Rational> multipliers = farkas_multipliers(exact(), program, stop);
  used = needed(exact(), multipliers);
  return multipliers;
}

}  // namespace pawl::internal
