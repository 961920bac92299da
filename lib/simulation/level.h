// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "simulation/candidate.h"
#include "simulation/islands.h"
#include "simulation/motion.h"

namespace pawl::internal {

/// The motion of some movers.
struct MoverStates {
  Eigen::VectorXd q, u, positions, rates;  ///< as of Motion; what others do is not known

  /// `first_link` is the mover of the first joint's link.
  void save(const std::vector<int>& movers, int first_link, const Motion& motion);
  void restore(const std::vector<int>& movers, int first_link, Motion& motion) const;
};

/// What a step, or a part of it, moves: movers from where they start, each within a bound. All that is done with it
/// takes a time by its own movers, not by all: an island that is moved in halves is one of many.
struct Level {
  std::vector<int> movers;  ///< ascending
  std::vector<char> skip;   ///< of all movers: whether they are not of this level
  MoverStates start, end;
  InsideMemory start_inside;                ///< what was inside of each other at the start, by laws that allow it
  std::vector<MotionBound> bounds;           ///< of all movers
  std::vector<Candidate> candidates, wider;  ///< wider: of bounds that turned out too narrow
  std::vector<Island> islands;

  /// Of a system with so many movers.
  void take(const std::vector<int>& chosen, std::size_t all);
  bool kept_bounds(const Motion& motion) const;
  void forget_halved();
  void note_halved(std::size_t island);
  /// Whether its movers are of one island that was moved in halves; whether one is of any.
  bool halved_with(const Candidate& candidate) const;
  bool any_halved(const Candidate& candidate) const;
  /// Where a mover went farther than it might; whether there is one. `all`: what others may strike may then go as far.
  bool widen_bounds(const Motion& motion, bool all);
  /// All bounds, to some times what they are, and turns that are seen.
  void stretch_bounds();

 private:
  MotionBound moved(const Motion& motion, int mover) const;
  int halved(int mover) const { return mover < 0 ? 0 : halved_[static_cast<std::size_t>(mover)]; }

  std::vector<int> halved_;  ///< of all movers: 1 + the number of the island with which it was moved in halves, or 0
};

}  // namespace pawl::internal
