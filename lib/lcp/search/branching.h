// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <vector>

#include "lcp/search/dictionary.h"
#include "lcp/search/refutation.h"

namespace pawl::internal {

/// Scaled: what of a complementary pair is at most this counts as zero.
inline constexpr double kComplementary = 1e-9;

/// What BranchAndBound asks of a problem with complementary pairs z_i >= 0, w_i >= 0, z_i w_i = 0: the linear program
/// that is left without the products, with w_i = 0 or z_i = 0 for the pairs of which one side is assumed to be zero,
/// and proofs that such a program is infeasible.
///
/// The w are linear in the unknowns x >= 0 of the program, and each is relaxed by a small part `slack` of them: instead
/// of w_i >= 0 the program asks for w_i >= -slack * (sum of the x_j that w_i depends on), and for -w_i >= the same
/// where w_i = 0 is assumed. So an infeasible program leaves room for rounding in its proof.
class Branching {
 public:
  virtual ~Branching() = default;

  struct Size {
    int pairs = 0;      ///< numbered from 0
    int groups = 0;     ///< of pairs; those of a group are near each other (one contact)
    int unknowns = 0;   ///< of the program
    int rows = 0;       ///< of the program, at most
    int pivots = 0;     ///< of one program's solution, at most; what takes more is taken to cycle
    int variables = 0;  ///< of the LCP that proofs are about
  };
  virtual Size size() const = 0;
  virtual bool has_pair(int pair) const = 0;  ///< some numbers may be of none
  virtual int group(int pair) const = 0;
  virtual int variable(int pair) const = 0;  ///< in the LCP that proofs are about

  /// The program with this slack: all rows, those of assumptions included; fixes nothing.
  virtual void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const = 0;
  /// One assumption more.
  virtual void assume(Dictionary<double>& program, int pair, Side side, double slack) const = 0;

  struct Pair {
    int pair = -1;
    double z = 0, w = 0;  ///< at the program's point, scaled
  };
  /// Appends all pairs; those of which a side is at most kComplementary may be left out.
  virtual void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const = 0;

  /// Whether the program's point, without a violated pair, leads to a solution that is good enough, which is then kept.
  virtual bool accept(const Dictionary<double>& program) = 0;

  /// Whether Farkas' multipliers of an infeasible program, without those below `least` of the largest, prove exactly
  /// that the assumptions have no solution; decided in doubles with bounds on every rounding. Then sets `used` to
  /// assumptions that are enough.
  virtual bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
                      Multipliers<double>& multipliers) = 0;
  /// Likewise, but finds multipliers by itself: the program without slack in quadruple precision finds a basis,
  /// rational elimination its multipliers. Slow. Counts its pivots.
  virtual bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                              long& pivots, const StopToken& stop) = 0;
};

}  // namespace pawl::internal
