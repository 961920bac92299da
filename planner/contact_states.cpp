// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/contact_states.h>

#include <algorithm>
#include <string>

#include "set_places.h"

namespace pawl {
namespace {

bool fewer_or_first(const FixelSet& a, const FixelSet& b) {
  if (a.count() != b.count()) return a.count() < b.count();
  const std::size_t first = internal::set_place(a ^ b);
  return first < a.size() && a[first];
}

}  // namespace

/// The contacts that a mode of all touching contacts keeps are those that vanish on a face of the admissible cone.
ContactStates::ContactStates(const ContactSet& seated) {
  if (seated.size() > static_cast<std::size_t>(kMostFixels)) {
    throw InputError("/fixels", std::to_string(seated.size()), "a plan takes at most " + std::to_string(kMostFixels));
  }
  ContactSet touching = seated;
  for (Contact& contact : touching.contacts) contact.touching = true;
  touching.validate();
  FeasibleModesSolver modes;
  modes.solve(touching);
  for (std::size_t k = 0; k < modes.count(); ++k) {
    FixelSet kept;
    for (std::size_t i = 0; i < touching.size(); ++i) kept[i] = modes.letters(k)[i] != 's';
    states_.push_back(kept);
  }
  std::sort(states_.begin(), states_.end(), fewer_or_first);
  states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
  PAWL_ASSERT(states_.back().count() == seated.size() && states_.size() <= StateSet().size());
}

std::vector<int> ContactStates::fixels(int state) const {
  std::vector<int> numbers;
  for (int i = 0; i < kMostFixels; ++i) {
    if (mask(state)[static_cast<std::size_t>(i)]) numbers.push_back(i);
  }
  return numbers;
}

std::optional<int> ContactStates::find(const FixelSet& mask) const {
  const auto found = std::lower_bound(states_.begin(), states_.end(), mask, fewer_or_first);
  if (found == states_.end() || *found != mask) return std::nullopt;
  return static_cast<int>(found - states_.begin());
}

int ContactStates::closure(const FixelSet& fixels) const {
  if ((fixels & ~states_.back()).any()) internal::refuse_fixels();
  FixelSet smallest = states_.back();
  for (const FixelSet& state : states_) {
    if ((state & fixels) == fixels) smallest &= state;
  }
  const std::optional<int> state = find(smallest);
  PAWL_ASSERT(state.has_value());  // faces are closed under intersection
  return *state;
}

}  // namespace pawl
