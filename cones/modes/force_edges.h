// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "contact/contact_directions.h"

namespace pawl::internal {

/// An extreme contact force d = n + slope t, by the wrench -[d; p x d] that balances it.
struct ForceEdge {
  int id;  ///< in the pool
  int contact;
  double slope;  ///< s mu
};

/// The extreme forces of a contact set's modes, as directions of a pool.
///
/// Coulomb's law ties a contact's force c_n n + c_t t to its letter: none for `a` and `s`; c_t = -mu c_n for `l`, which
/// slides to the left, and +mu c_n for `r`; |c_t| <= mu c_n for `n`. So a mode's forces are spanned by edges n + s mu
/// t: one a sliding contact, both of a rolling one. Of a friction interval sliding has the edges of both ends (any mu
/// in between is spanned by them), rolling those of the high end.
class ForceEdges {
 public:
  /// Adds all contacts' edges to the pool that `directions` filled. Refers to `set` until the next call.
  void add(DirectionPool& pool, const ContactDirections& directions, const ContactSet& set);

  /// The edges that span the forces a mode allows; replaces `edges`.
  void of_mode(std::string_view letters, std::vector<ForceEdge>& edges) const;

 private:
  ForceEdge edge(std::size_t contact, int sign, bool high) const;

  const ContactSet* set_ = nullptr;
  std::vector<int> ids_;  // 4 a contact: left high, right high, left low, right low
};

}  // namespace pawl::internal
