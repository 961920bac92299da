// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "simulation/candidate.h"
#include "simulation/disjoint_sets.h"
#include "simulation/mechanism.h"

namespace pawl::internal {

/// Movers that may touch each other during a step, or are joined, and the candidates among them and with the ground.
struct Island {
  std::vector<int> movers;
  std::vector<int> bodies;      ///< of the movers, those that are in no mechanism
  std::vector<int> mechanisms;  ///< indices
  std::vector<int> candidates;  ///< indices

  void clear() {
    for (std::vector<int>* list : {&movers, &bodies, &mechanisms, &candidates}) list->clear();
  }
};

/// Finds the islands; keeps its memory.
class IslandFinder {
 public:
  /// Of a system with so many movers and these mechanisms, which outlive this.
  IslandFinder(int movers, const std::vector<Mechanism>& mechanisms);

  /// These movers, ascending, in islands by the order of their lowest mover. Each candidate is between two of them, or
  /// between one and the ground, which is asserted; a mechanism is among them as a whole, or not. O(movers +
  /// candidates), nearly.
  void find(const std::vector<Candidate>& candidates, const std::vector<int>& movers, std::vector<Island>& islands);

 private:
  static constexpr int kNotNumbered = -1, kNotAsked = -2;
  bool is_asked(int mover) const { return number_[static_cast<std::size_t>(mover)] != kNotAsked; }

  const std::vector<Mechanism>& mechanisms_;
  std::vector<int> mechanism_;  ///< of each mover, -1: none
  DisjointSets sets_;
  std::vector<int> number_;  ///< of each root's island; kNotNumbered: none yet; kNotAsked: not one of find()'s movers
};

}  // namespace pawl::internal
