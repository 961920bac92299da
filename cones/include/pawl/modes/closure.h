// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <utility>
#include <vector>

namespace pawl {

/// The closure properties of the touching contacts. Contacts are numbered from 0.
struct [[nodiscard]] Closure {
  /// Force closure, {-J c : |c_t| <= mu c_n} = R^3: for every wrench, some contact forces balance it. (R^3 as the
  /// wrench cone of the mode `nn...n` would not suffice, because it can also occur for two contacts at one point.) With
  /// friction intervals, force closure is computed with the low ends, so that it holds for every coefficient in the
  /// intervals.
  bool force = false;
  std::vector<int> force_contacts;  ///< an irreducible set of contacts with force closure; empty if `force` is false
  /// Pairs of contacts that have force closure by themselves, because each contact lies in the friction cone of the
  /// other contact. A part can wedge between the two contacts. With friction intervals, the pairs are computed with the
  /// high ends. A pair in this list therefore has force closure for at least one choice of coefficients.
  std::vector<std::pair<int, int>> wedges;
  /// Form closure: {-J_n c_n : c_n >= 0} = R^3, that is, force closure without friction.
  bool form = false;
  std::vector<int> form_contacts;
};

/// Computes the closures exactly for the doubles of `set`. Contacts with a gap are ignored.
///
/// If several sets of contacts have force closure, `force_contacts` is the first pair of `wedges` that has force
/// closure with the low ends of the friction intervals. If no pair has it, the contacts are examined in ascending
/// order, and a contact is removed if the remaining contacts still have force closure; `force_contacts` is the set that
/// remains. `form_contacts` is always found by removal. O(n^2) cones. Throws InputError for a set that is not valid.
Closure closure(const ContactSet& set);

}  // namespace pawl
