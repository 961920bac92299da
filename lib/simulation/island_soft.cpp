// SPDX-License-Identifier: MIT
// The drift of an island's step by a law that lets bodies into each other.
#include <algorithm>
#include <cmath>

#include "simulation/contact_decision.h"
#include "simulation/island_step.h"

namespace pawl::internal {
namespace {

constexpr int kMostIterates = 16;  ///< the first and 15 more: contacts come in one after the other

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_beside(const Candidate& one) {
  return one.start.outside > kCornerTolerance && one.now.outside > kCornerTolerance;
}

}  // namespace

/// What constrains now, beside what did; whether there is more of it. What has been inside is decided by where it is
/// along the side alone: it is not to come in anew.
bool IslandStep::decide_soft(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  bool more = false;
  for (const int i : island.candidates) {
    Candidate& one = candidates[at(i)];
    const bool before = one.constrains;
    if (one.held_inside) {
      one.constrains = !is_beside(one);
    } else {
      decision.decide(one);
      one.constrains = one.constrains || (before && !is_beside(one));
    }
    more = more || (one.constrains && !before);
  }
  return more;
}

/// Steps are half-implicit: every iterate has the rows and gaps of the start, and only which contacts there are
/// changes.
bool IslandStep::drift_soft(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
  move(island, h, candidates, motion);
  start_with_touching(island, motion, candidates);
  for (const int i : island.candidates) {
    if (candidates[at(i)].held_inside) candidates[at(i)].constrains = !is_beside(candidates[at(i)]);
  }
  accelerate(island, h, motion.u);
  for (const int k : island.mechanisms) {
    if (!mechanism(k).predict()) return false;
  }
  set_before(island, motion);
  bool met = true;
  for (int iterate = 0; iterate < kMostIterates; ++iterate) {
    set_drift_rows(0, h, island, candidates, motion);
    for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
    const StageResult& result = solve(iterate > 0 ? 1 : 0, island, h, motion);
    if (!result.solved) return false;
    note_drift(h, candidates, motion, result);
    move(island, h, candidates, motion);
    if (!update_mechanisms(island, met)) return false;
    if (!decide_soft(island, motion, candidates) && met) return !passes_through(island, candidates);
  }
  return false;
}

void IslandStep::note_inside(const Island& island, const std::vector<Candidate>& candidates) {
  for (const int i : island.candidates) {
    const Candidate& one = candidates[at(i)];
    const bool inside = one.now.gap < 0 && one.constrains;
    if (inside || one.held_inside) inside_.note({one.shape_a, one.shape_b, one.pair}, inside);
  }
}

}  // namespace pawl::internal
