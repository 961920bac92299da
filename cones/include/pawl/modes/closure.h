// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <utility>
#include <vector>

namespace pawl {

/// The closure properties of the touching contacts. Contacts are numbered from 0.
struct [[nodiscard]] Closure {
  /// Force closure, {-J c : |c_t| <= mu c_n} = R^3: for every wrench, some contact forces balance it. (It is not
  /// sufficient that the wrench cone of the mode `nn...n` is R^3, because two contacts at one point have this property
  /// too.) With friction intervals, force closure is computed with the low ends, so that it holds for every value.
  bool force = false;
  std::vector<int> force_contacts;  ///< an irreducible set of contacts with force closure; empty if the set does not
                                    ///< have force closure
  /// Pairs of contacts with force closure by themselves, because each contact lies in the friction cone of the other. A
  /// part can wedge between such a pair. With friction intervals, these pairs are computed with the high ends. A listed
  /// pair therefore has force closure for at least one value.
  std::vector<std::pair<int, int>> wedges;
  /// Form closure: {-J_n c_n : c_n >= 0} = R^3, that is, force closure without friction.
  bool form = false;
  std::vector<int> form_contacts;
};

/// Computes the closures exactly for the doubles of `set`. Contacts with a gap are ignored. If several sets of contacts
/// have force closure, `force_contacts` is a pair if a pair with force closure exists. Otherwise it is the irreducible
/// set that remains if contacts are removed in ascending order whenever the rest keeps force closure (the
/// lexicographically last irreducible set). O(n^2) cones. Throws InputError for a set that is not valid.
Closure closure(const ContactSet& set);

}  // namespace pawl
