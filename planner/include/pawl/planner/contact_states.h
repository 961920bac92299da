// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <bitset>
#include <optional>
#include <vector>

namespace pawl {
namespace internal::inline planner {

// What is thrown where an argument names nothing there is: InputError.
[[noreturn]] void refuse_state(int state, int count);
[[noreturn]] void refuse_fixels();
[[noreturn]] void refuse_incomplete();

}  // namespace internal::inline planner

inline constexpr int kMostFixels = 127;  ///< of a plan
using FixelSet = std::bitset<128>;
using StateSet = std::bitset<256>;  ///< of states, by number: 127 fixels have at most 256

/// The realizable contact states round a seated pose [MODEL section 6]: the sets S of fixels such that some
/// displacement has gap 0 on S and a positive gap elsewhere, to first order. They are the faces of {dq : J_n' dq >= 0},
/// exact for what the numbers of the contact set mean; sorted by size, then by fixels. Fixels are numbered from 0.
/// What is asked of a state or a fixel that does not exist throws InputError.
class ContactStates {
 public:
  /// Every contact of `seated` counts as touching: gaps are infinitesimal. Throws InputError for a set that is not
  /// valid or has more than kMostFixels contacts.
  explicit ContactStates(const ContactSet& seated);

  int count() const { return static_cast<int>(states_.size()); }
  const FixelSet& mask(int state) const {
    if (state < 0 || state >= count()) internal::refuse_state(state, count());
    return states_[state];
  }
  std::vector<int> fixels(int state) const;
  std::optional<int> find(const FixelSet& mask) const;

  /// The smallest state that holds these fixels; there always is one.
  int closure(const FixelSet& fixels) const;
  int seated() const { return count() - 1; }  ///< all fixels
  bool operator==(const ContactStates&) const = default;

 private:
  std::vector<FixelSet> states_;
};

}  // namespace pawl
