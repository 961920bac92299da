// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <utility>
#include <vector>

namespace pawl {

/// The closure properties of the touching contacts. Contacts are numbered from 0.
struct [[nodiscard]] Closure {
  /// Force closure, {-J c : |c_t| <= mu c_n} = R^3: for every wrench, some contact forces balance it. A full cone of
  /// mode `nn...n` is not enough, because two contacts at one point have it too. With friction intervals, force closure
  /// is decided at the low ends, so it holds for every value.
  bool force = false;
  std::vector<int> force_contacts;  ///< an irreducible set of contacts that closes; empty if none does
  /// Pairs that close by themselves because each contact lies in the other's friction cone; a part can wedge between
  /// them. With friction intervals, this is decided at the high ends, so a listed pair closes for some value.
  std::vector<std::pair<int, int>> wedges;
  /// Form closure, which is force closure without friction: {-J_n c_n : c_n >= 0} = R^3.
  bool form = false;
  std::vector<int> form_contacts;
};

/// Computes the closures exactly for the doubles of `set`. Contacts with a gap are ignored. If several sets of contacts
/// close, a pair is preferred, then the lexicographically last irreducible set, found by removing contacts from the
/// first one on. O(n^2) cones. Throws InputError for a set that is not valid.
Closure closure(const ContactSet& set);

}  // namespace pawl
