// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/wide_lcp.h"

namespace pawl {

/// A set of assumptions "z_i = 0" and "w_i = 0".
class LcpAssumptions {
 public:
  void clear(int pairs) { bits_.assign((static_cast<std::size_t>(pairs) * 2 + 63) / 64, 0); }
  bool has(int pair, bool z_zero) const { return bits_[index(pair, z_zero) / 64] >> (index(pair, z_zero) % 64) & 1; }
  void add(int pair, bool z_zero) { bits_[index(pair, z_zero) / 64] |= bit(pair, z_zero); }
  void remove(int pair, bool z_zero) { bits_[index(pair, z_zero) / 64] &= ~bit(pair, z_zero); }
  void add(const LcpAssumptions& other) {
    for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] |= other.bits_[k];
  }

 private:
  static std::size_t index(int pair, bool z_zero) { return 2 * static_cast<std::size_t>(pair) + (z_zero ? 0 : 1); }
  static std::uint64_t bit(int pair, bool z_zero) { return std::uint64_t{1} << (index(pair, z_zero) % 64); }
  std::vector<std::uint64_t> bits_;
};

/// Judges proofs by Farkas' lemma that a set of assumptions has no solution: weights l of the equations w = M z + q
/// with l'q < 0, l_i >= 0 but where w_i is assumed 0, and (l'M)_j <= 0 but where z_j is assumed 0.
class LcpLeafJudge {
 public:
  /// `scaled` is `lcp`, scaled; all must outlive the judge. `exact` and `rounded` as of LcpTree.
  LcpLeafJudge(const Lcp& lcp, const ScaledLcp& scaled, bool rounded, const std::function<ExactLcp()>& exact)
      : lcp_(lcp), scaled_(scaled), rounded_(rounded), make_exact_(exact) {}

  /// Whether weights of the scaled equations prove it, by doubles and bounds on every rounding; then sets `used` to
  /// assumptions that are enough.
  bool proves(const std::vector<double>& weights, const LcpAssumptions& assumed, LcpAssumptions& used);

  /// Finds weights by itself, by quadruple precision and rational elimination; empty when it does not.
  std::vector<std::pair<int, std::string>> prove_exactly(const LcpAssumptions& assumed, LcpAssumptions& used,
                                                         long& pivots, const StopToken& stop);

  /// Weights of the scaled equations as those of the equations as given, exact.
  std::vector<std::pair<int, std::string>> unscaled(const std::vector<double>& weights) const;

 private:
  int size() const { return static_cast<int>(scaled_.q.size()); }
  const ExactLcp& exact();
  void fill();
  double scaled(double value, double factor);

  const Lcp& lcp_;
  const ScaledLcp& scaled_;
  bool rounded_;
  const std::function<ExactLcp()>& make_exact_;
  std::optional<ExactLcp> exact_;
  std::vector<double> M_, q_;  ///< the exact problem, scaled and each number rounded once
  bool tiny_ = false;          ///< some of them are so small that doubles lose digits
  std::vector<double> sum_, size_;
  WideLcp wide_;
};

}  // namespace pawl
