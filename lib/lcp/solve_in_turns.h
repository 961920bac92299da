// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lemke.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>

namespace pawl {

/// Short runs first: one of Lemke's method, then a look at a tree, which proves most problems without solution at once;
/// then Lemke's method with other covering vectors (and once in more precision) and the tree in turns, each of more
/// pivots than the one before, until one of them ends it or the limits are reached. `path(options)` and
/// `tree(nodes, pivots)` return whether they have an answer, `spent()` the pivots of both so far.
template <class Path, class Tree, class Spent>
void solve_in_turns(const LcpLimits& limits, const Path& path, const Tree& tree, const Spent& spent) {
  constexpr long kLook = 200, kFirstTurn = 5000;
  const auto left = [&] { return limits.stop.stop_requested() ? 0 : std::max(0L, limits.pivots - spent()); };
  LemkeOptions options;
  options.restarts = 0;
  options.extended = false;
  options.stop = limits.stop;
  if (path(options) || tree(std::min(limits.nodes, kLook), left())) return;
  options.restarts = 5;
  options.extended = true;
  for (long turn = kFirstTurn; left() > 0; turn *= 2) {
    if (path(options)) return;
    const long before = spent();
    const long most = std::min(turn, left());
    if (tree(limits.nodes, most) || spent() - before < most) return;  // the whole tree, or as many nodes as may be
    options.extended = false;
    ++options.seed;
  }
}

}  // namespace pawl
