// SPDX-License-Identifier: MIT
#include "simulation/islands.h"

#include <pawl/base/assert.h>

#include <algorithm>

namespace pawl::internal {

IslandFinder::IslandFinder(int movers, const std::vector<Mechanism>& mechanisms)
    : mechanisms_(mechanisms),
      mechanism_(static_cast<std::size_t>(movers), -1),
      sets_(movers),
      number_(static_cast<std::size_t>(movers), kNotAsked) {
  for (std::size_t k = 0; k < mechanisms.size(); ++k) {
    for (const int mover : mechanisms[k].movers()) mechanism_[static_cast<std::size_t>(mover)] = static_cast<int>(k);
  }
}

void IslandFinder::find(const std::vector<Candidate>& candidates, const std::vector<int>& movers,
                        std::vector<Island>& islands) {
  for (const int mover : movers) {
    sets_.separate(mover);
    number_[static_cast<std::size_t>(mover)] = kNotNumbered;
  }
  for (const int mover : movers) {
    const int mechanism = mechanism_[static_cast<std::size_t>(mover)];
    if (mechanism >= 0) sets_.join(mechanisms_[static_cast<std::size_t>(mechanism)].movers().front(), mover);
  }
  for (const Candidate& one : candidates) {
    PAWL_ASSERT(one.mover_a >= 0 || one.mover_b >= 0);
    PAWL_ASSERT(one.mover_a < 0 || is_asked(one.mover_a));
    PAWL_ASSERT(one.mover_b < 0 || is_asked(one.mover_b));
    if (one.mover_a >= 0 && one.mover_b >= 0) sets_.join(one.mover_a, one.mover_b);
  }
  int count = 0;
  for (const int mover : movers) {
    int& number = number_[static_cast<std::size_t>(sets_.root(mover))];
    if (number == kNotNumbered) {
      number = count++;
      if (islands.size() < static_cast<std::size_t>(count)) islands.emplace_back();
      islands[static_cast<std::size_t>(number)].clear();
    }
    Island& island = islands[static_cast<std::size_t>(number)];
    island.movers.push_back(mover);
    const int mechanism = mechanism_[static_cast<std::size_t>(mover)];
    if (mechanism < 0) island.bodies.push_back(mover);
    if (mechanism >= 0 && mechanisms_[static_cast<std::size_t>(mechanism)].movers().front() == mover) {
      island.mechanisms.push_back(mechanism);
    }
  }
  islands.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
    const Candidate& one = candidates[static_cast<std::size_t>(i)];
    const int root = sets_.root(std::max(one.mover_a, one.mover_b));
    islands[static_cast<std::size_t>(number_[static_cast<std::size_t>(root)])].candidates.push_back(i);
  }
  for (const int mover : movers) number_[static_cast<std::size_t>(mover)] = kNotAsked;
}

}  // namespace pawl::internal
