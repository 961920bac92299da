// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <utility>
#include <vector>

namespace pawl {

/// What the touching contacts can hold by themselves. Contacts are numbered from 0.
struct [[nodiscard]] Closure {
  /// {-J c : |c_t| <= mu c_n} = R^3: some forces balance every wrench. Not the cone of mode `nn...n`, which two
  /// contacts at one point fill too. With friction intervals: at the low ends, so for every value.
  bool force = false;
  std::vector<int>
      force_contacts;  ///< contacts that close by themselves and of which none can be spared; empty if none
  /// Pairs that close by themselves, each contact in the other's friction cone: what a part wedges between. With
  /// friction intervals: at the high ends, so for some value.
  std::vector<std::pair<int, int>> wedges;
  /// The same without friction: {-J_n c_n : c_n >= 0} = R^3.
  bool form = false;
  std::vector<int> form_contacts;
};

/// Exact for what the numbers of `set` mean. Contacts across a gap take no part. Of several sets of contacts a pair is
/// preferred, then the lexicographically last that remains when contacts are spared from the first on. O(n^2) cones.
/// Throws InputError for a set that is not valid.
Closure closure(const ContactSet& set);

}  // namespace pawl
