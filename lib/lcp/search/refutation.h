// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <utility>
#include <vector>

#include "exact/rational.h"
#include "lcp/search/assumptions.h"
#include "lcp/search/exact_lcp.h"

namespace pawl::internal {

/// Farkas' multipliers l of the equations w = M z + q, those that are not zero: row, value.
template <class Real>
using Multipliers = std::vector<std::pair<int, Real>>;

/// LcpRefutation in numbers: what searches make and checkers check.
struct Refutation {
  struct Node {
    int branch = -1;  ///< index i; -1: a leaf, a node without branches
    int z_zero = -1;  ///< node in which z_i = 0
    int w_zero = -1;  ///< node in which w_i = 0
    Multipliers<Rational> multipliers;
  };
  int variables = 0;
  std::vector<Node> nodes;  ///< the first is the root
};

LcpRefutation printed(const Refutation& refutation);
/// A leaf in which some multiplier is no fraction gets none, and so proves nothing.
Refutation parsed(const LcpRefutation& refutation);

/// Whether multipliers prove, by Farkas' lemma, that the problem has no solution in which the assumed variables are 0.
using LeafCheck = std::function<bool(const Multipliers<Rational>& multipliers, const Assumptions& zero)>;

/// Whether the refutation is a tree from its root, each of whose leaves holds with the variables that are 0 on the path
/// to it. Visits each node at most once: a graph that is no tree can have more paths than there is time.
bool holds(const Refutation& refutation, const LeafCheck& leaf_holds);

bool proves_no_solution(const ExactLcp& lcp, const Refutation& refutation, const StopToken& stop = {});

}  // namespace pawl::internal
