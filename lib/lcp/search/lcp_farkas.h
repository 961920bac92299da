// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <functional>
#include <optional>
#include <vector>

#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/refutation.h"
#include "lcp/search/wide_lcp.h"

namespace pawl::internal {

/// Proofs by Farkas' lemma that a set of assumptions has no solution: multipliers l of the equations w = M z + q with
/// l'q < 0, l_i >= 0 but where w_i is assumed 0, and (l'M)_j <= 0 but where z_j is assumed 0.
class LcpFarkas {
 public:
  /// `exact`: the problem that proofs are about, asked for when it is needed first; without variables when stopped, and
  /// then nothing is proved. `rounded`: that `lcp` is not that
  /// problem itself but near it. `scaled` is `lcp`, scaled; all must outlive this.
  LcpFarkas(const Lcp& lcp, const ScaledLcp& scaled, bool rounded, const std::function<ExactLcp()>& exact)
      : lcp_(lcp), scaled_(scaled), rounded_(rounded), make_exact_(exact) {}

  /// Whether multipliers of the scaled equations, n, prove it, by doubles and bounds on every rounding; then sets
  /// `used` to assumptions that are enough. O(n * multipliers).
  bool proves(const std::vector<double>& multipliers, const Assumptions& assumed, Assumptions& used);

  /// Finds multipliers by itself, by quadruple precision and rational elimination; empty when it does not.
  Multipliers<Rational> prove_exactly(const Assumptions& assumed, Assumptions& used, long& pivots,
                                      const StopToken& stop);

 private:
  int size() const { return static_cast<int>(scaled_.q.size()); }
  const ExactLcp& exact() { return *exact_; }  ///< once has_exact()
  bool has_exact();
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

}  // namespace pawl::internal
