// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace pawl::internal {

/// Numbers 0 to n - 1 in sets that are joined two by two; the root of a set is its lowest number. Paths are halved on
/// the way to the root: nearly constant time a call.
class DisjointSets {
 public:
  explicit DisjointSets(int count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Makes a number a set of its own, where those that it was joined to are made so, too.
  void separate(int i) { parent(i) = i; }
  int root(int i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  void join(int i, int j) {
    const int a = root(i), b = root(j);
    parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& parent(int i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<int> parent_;
};

}  // namespace pawl::internal
