// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <bitset>
#include <optional>
#include <vector>

namespace pawl {
namespace internal::inline planner {

// The functions below throw InputError: refuse_state() for a state that does not exist, refuse_fixels() for a fixel
// that does not exist, and refuse_incomplete() for a graph that is not complete.
[[noreturn]] void refuse_state(int state, int count);
[[noreturn]] void refuse_fixels();
[[noreturn]] void refuse_incomplete();

}  // namespace internal::inline planner

inline constexpr int kMostFixels = 127;  ///< largest number of fixels of a task for which a plan can be searched for
using FixelSet = std::bitset<128>;
using StateSet = std::bitset<256>;  ///< a set of state indices; 127 fixels have at most 256 states

/// The realizable contact states around a seated pose [MODEL section 6]. A set S of fixels is realizable if some
/// displacement makes the gap 0 at S and positive at all other fixels, to first order. These sets correspond to the
/// faces of {dq : J_n' dq >= 0}, where dq is a displacement and J_n' dq are the gaps (J_n: the normal columns of the
/// contact Jacobian). The states are exact for the doubles of the contact set, and sorted by size, then by fixels.
/// Fixels are numbered from 0. Members throw InputError for a state or a fixel that does not exist.
class ContactStates {
 public:
  /// All contacts of `seated` count as touching at the seat. The gaps in the other states are treated as infinitely
  /// small. Throws InputError for a set that is not valid or has more than kMostFixels contacts.
  explicit ContactStates(const ContactSet& seated);

  int count() const { return static_cast<int>(states_.size()); }
  const FixelSet& mask(int state) const {
    if (state < 0 || state >= count()) internal::refuse_state(state, count());
    return states_[state];
  }
  std::vector<int> fixels(int state) const;
  std::optional<int> find(const FixelSet& mask) const;

  /// Returns the smallest state that contains these fixels. Such a state always exists.
  int closure(const FixelSet& fixels) const;
  int seated() const { return count() - 1; }  ///< returns the state in which all fixels touch
  bool operator==(const ContactStates&) const = default;

 private:
  std::vector<FixelSet> states_;
};

}  // namespace pawl
