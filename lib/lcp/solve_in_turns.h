// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lemke.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>
#include <chrono>

namespace pawl {

/// Short runs first: one of Lemke's method, then a look at a tree, which proves most problems without solution at once;
/// then Lemke's method with other covering vectors (and once in more precision) and the tree in turns, each longer than
/// the one before, until one of them ends it or the limits are reached. `path(options)` and `tree(nodes, seconds)`
/// return whether they have an answer.
template <class Path, class Tree>
void solve_in_turns(const LcpLimits& limits, const Path& path, const Tree& tree) {
  constexpr long kLook = 200;
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  LemkeOptions options;
  options.restarts = 0;
  options.extended = false;
  options.seconds = limits.seconds;
  if (path(options) || tree(std::min(limits.nodes, kLook), limits.seconds - seconds())) return;
  options = {};
  options.restarts = 5;
  for (double turn = .25; seconds() < limits.seconds; turn *= 2) {
    options.seconds = limits.seconds - seconds();
    if (path(options)) return;
    const double before = seconds();
    const double most = std::min(turn, limits.seconds - before);
    if (tree(limits.nodes, most) || seconds() - before < most) return;  // the whole tree, or as many nodes as may be
    options.extended = false;
    ++options.seed;
  }
}

}  // namespace pawl
