// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>
#include <pawl/planner/contact_states.h>
#include <pawl/planner/insertion.h>

#include <Eigen/Core>
#include <bitset>
#include <cstddef>
#include <vector>

#include "exact/numbers.h"

namespace pawl::internal::inline planner {

/// Returns the index of the first bit at or after `from` that is set, or N if no such bit is set.
template <std::size_t N>
std::size_t set_pointer(const std::bitset<N>& bits, std::size_t from = 0) {
#ifdef __GLIBCXX__
  return from == 0 ? bits._Find_first() : bits._Find_next(from - 1);
#else
  while (from < N && !bits[from]) ++from;
  return from;
#endif
}

/// The order in which gaps close. The part starts at rest and without contact. At the start it is displaced from the
/// seated pose by a displacement dq, which is a combination of given displacements with positive coefficients. Under
/// the wrench w, the gap of fixel i closes after the time sqrt(2 g_i / -a_i), with the acceleration a_i = J_i M^-1 w <
/// 0 and the gap g_i = J_i dq, where J_i is the normal row of fixel i. The order of fixels i and j is the sign of (g_i
/// J_j - g_j J_i) M^-1 w. If this sign is the same for all given displacements, it is the same for all their
/// combinations. The order is computed exactly, in rationals. For n fixels and m displacements there are m n (n - 1) /
/// 2 comparisons.
class GapOrder {
 public:
  /// A comparison of two fixels at one displacement. If normal . w is positive, the gap of `first` closes before the
  /// gap of `second`.
  struct Comparison {
    int first, second;
    IntegerVector normal;  ///< 0 if both gaps close at the same time under every wrench
  };

  /// Throws InputError at /start/displacements unless each displacement is finite and opens every gap.
  GapOrder(const ContactSet& seated, const std::vector<Eigen::Vector3d>& displacements);

  /// Returns the comparisons, with one entry per pair of fixels and displacement. The entries of one pair are
  /// consecutive.
  const std::vector<Comparison>& comparisons() const { return comparisons_; }

  /// Returns the approached fixels whose gaps may close first. A fixel is left out only if there is one approached
  /// fixel whose gap closes before the gap of the fixel at every displacement. If there is only one displacement, the
  /// gaps of exactly the returned fixels close first. sign(k) must return the sign of comparison k.
  template <class Sign>
  FixelSet first(const FixelSet& approached, const Sign& sign) const {
    FixelSet result = approached;
    for (std::size_t k = 0; k < comparisons_.size(); k += per_pair_) {
      const auto a = static_cast<std::size_t>(comparisons_[k].first);
      const auto b = static_cast<std::size_t>(comparisons_[k].second);
      if (!approached[a] || !approached[b]) continue;
      int before = 0;
      int after = 0;
      for (std::size_t m = k; m < k + per_pair_; ++m) {
        before += sign(m) > 0;
        after += sign(m) < 0;
      }
      if (before == static_cast<int>(per_pair_)) result.reset(b);
      if (after == static_cast<int>(per_pair_)) result.reset(a);
    }
    return result;
  }

 private:
  std::vector<Comparison> comparisons_;
  std::size_t per_pair_ = 1;
};

/// Returns the moves in each state of a graph under a wrench whose doubles are taken as exact numbers.
inline std::vector<StateMoves> all_moves(const ContactGraph& graph, const Eigen::Vector3d& wrench) {
  std::vector<StateMoves> moves;
  for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, wrench));
  return moves;
}

// The functions below check arguments of the planner's public functions. Each function throws an InputError that names
// the argument.

void require_finite(const char* name, const Eigen::Vector3d& vector);  ///< requires a finite wrench or twist
void require_index(const char* name, std::ptrdiff_t index, std::size_t count);
/// Requires a set that contains only states with indices below `count`.
void require_states(const char* name, const StateSet& set, int count);
/// Requires a mode with as many letters as the set has contacts.
void require_size(const Mode& mode, const ContactSet& set);
void require_domain(const WrenchDomain& domain);
/// Requires a valid domain of the actuator, a start whose states exist in the graph, and a goal of at least one state
/// that exists in it.
void require_options(const ContactGraph& graph, const PlanOptions& options);

}  // namespace pawl::internal::inline planner
