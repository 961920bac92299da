// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "exact/numbers.h"
#include "lcp/dictionary.h"
#include "lcp/lcp.h"

namespace pawl::internal::inline lcp {

/// A linear complementarity problem in exact numbers.
struct ExactLcp {
  int n = 0;
  std::vector<Rational> M;  ///< matrix, row-major
  std::vector<Rational> q;

  const Rational& at(int i, int j) const {
    return M[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)];
  }
};

/// Returns the problem with the exact values of its doubles.
ExactLcp exact_lcp(const Lcp& lcp);

/// A problem in quadruple precision, with rows and columns scaled.
struct WideLcp {
  std::vector<Quadruple> M, q;  ///< matrix M (row-major) and vector q

  bool empty() const { return q.empty(); }
  void assign(const ExactLcp& lcp, const std::vector<double>& scale);
};

/// Which variable of a complementary pair (z_i, w_i) is assumed to be zero. Here z_i >= 0, w_i >= 0 and z_i w_i = 0.
enum class PairSide { z, w };

inline PairSide other(PairSide side) { return side == PairSide::z ? PairSide::w : PairSide::z; }

/// Returns the number of an assumption: 2 i for "z_i = 0", and 2 i + 1 for "w_i = 0", where i is the pair.
inline int assumption(int pair, PairSide side) { return 2 * pair + static_cast<int>(side); }

/// A set of assumptions "z_i = 0" and "w_i = 0", given by their numbers (see assumption()).
class Assumptions {
 public:
  void clear(int pairs) { bits_.assign((static_cast<std::size_t>(pairs) * 2 + 63) / 64, 0); }
  bool has(int assumption) const { return (word(assumption) & bit(assumption)) != 0; }
  void add(int assumption) { bits_[static_cast<std::size_t>(assumption) / 64] |= bit(assumption); }
  void remove(int assumption) { bits_[static_cast<std::size_t>(assumption) / 64] &= ~bit(assumption); }
  void add(const Assumptions& others) {
    for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] |= others.bits_[k];
  }
  /// Returns whether the set contains an assumption about the pair.
  bool decides(int pair) const { return has(assumption(pair, PairSide::z)) || has(assumption(pair, PairSide::w)); }

 private:
  std::uint64_t word(int assumption) const { return bits_[static_cast<std::size_t>(assumption) / 64]; }
  static std::uint64_t bit(int assumption) { return std::uint64_t{1} << (static_cast<unsigned>(assumption) % 64); }
  std::vector<std::uint64_t> bits_;
};

/// The nonzero Farkas multipliers l of the equations w = M z + q, as pairs of a row and a value.
template <class Real>
using Multipliers = std::vector<std::pair<int, Real>>;

/// An LcpRefutation with exact numbers. Searches create this form, and checks use it.
struct Refutation {
  struct Node {
    int branch = -1;  ///< index i of the pair that the node branches on; -1 for a leaf
    int z_zero = -1;  ///< index of the child node in which z_i = 0
    int w_zero = -1;  ///< index of the child node in which w_i = 0
    Multipliers<Rational> multipliers;
  };
  int variables = 0;
  std::vector<Node> nodes;  ///< nodes of the tree; the first is the root
};

LcpRefutation printed(const Refutation& refutation);
/// Parses a refutation. If a leaf has an invalid fraction, its multipliers are left out, so that the leaf proves
/// nothing.
Refutation parsed(const LcpRefutation& refutation);

/// A function that returns whether multipliers prove, by Farkas' lemma, that the problem has no solution in which the
/// variables of `zero` are 0.
using LeafCheck = std::function<bool(const Multipliers<Rational>& multipliers, const Assumptions& zero)>;

/// Returns whether the refutation is a proof: all branches from the root end at leaves, and `leaf_holds` accepts each
/// leaf, given the variables that are 0 on the path to the leaf. Makes at most as many visits as there are nodes, and
/// otherwise returns false, because a graph that is not a tree can have exponentially many paths.
bool holds(const Refutation& refutation, const LeafCheck& leaf_holds);

bool proves_no_solution(const ExactLcp& lcp, const Refutation& refutation, const StopToken& stop = {});

/// Returns whether multipliers l prove that w = M z + q has no solution w, z >= 0 in which the assumed variables are 0.
/// They are a proof if
///
///     l'w - (M'l)'z = l'q < 0,
///
/// and the coefficients of all variables that are not assumed to be 0 are >= 0. O(n * multipliers) operations on
/// rationals. Returns false if `stop` ends the check.
bool proves_infeasible(const ExactLcp& lcp, const Multipliers<Rational>& multipliers, const Assumptions& zero,
                       const StopToken& stop = {});

/// Returns exact multipliers for a program of start_lcp() in which some variables are fixed. `infeasible` contains the
/// basis at which the dual simplex method found that the program is infeasible. Returns an empty list if the
/// multipliers are not an exact proof, or if `stop` ends the work.
///
/// Let x_r be the infeasible basic variable. The multiplier of equation i is the coefficient of w_i in the row of x_r.
/// It is zero for basic w_i other than x_r. The multipliers are chosen so that the coefficients of the other basic z
/// are zero. O(k^3) operations on rationals for k basic z.
template <class Real>
Multipliers<Rational> farkas_multipliers(const ExactLcp& lcp, const Dictionary<Real>& infeasible,
                                         const StopToken& stop = {});

}  // namespace pawl::internal::inline lcp
