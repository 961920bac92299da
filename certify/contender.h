// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/design_fixtures.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace pawl::internal {

/// A candidate that may still become one of the best.
struct Contender {
  enum class Plan { unknown, found, none, uncertain };
  DesignedCandidate is;
  std::vector<std::size_t> clamp_edges;
  Plan plan = Plan::unknown;
  std::unique_ptr<FixtureMeasures> measures;  ///< of few: not in the memory of the others
  bool out = false;                           ///< was measured, and is not certified or misses a threshold

  std::size_t number() const { return is.score.candidate; }
};

/// Grows without a copy of what it holds: there may be hundreds of thousands.
using Contenders = std::deque<Contender>;

/// Keeps those for whose index `kept` is true, in their order. `kept` is called once for each, in order.
template <class Kept>
void keep_where(Contenders& contenders, const Kept& kept) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    if (!kept(i)) continue;
    if (size != i) contenders[size] = std::move(contenders[i]);
    ++size;
  }
  contenders.resize(size);
}

bool comes_first(const Contender& a, const Contender& b);     ///< by number
bool has_less_error(const Contender& a, const Contender& b);  ///< of pose, then by number

/// Whether they are of the same pins, each with a clamp of the lattice.
bool is_clamped_elsewhere(const Contender& a, const Contender& b);
/// Of contenders in the order of their numbers: which have their pins, and clamp, on the same places of the part as one
/// before. A lattice that has pins at (5, 0) and at (3, 4) holds some fixtures in two ways.
std::vector<bool> repeated(const Contenders& contenders);
/// Of a locator, for a clamp force of 1 of the lattice's clamp.
double least_force(const Contender& contender);

}  // namespace pawl::internal
