// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include "contact/exact_frames.h"
#include "exact/direction_pool.h"

namespace pawl::internal {

/// The rows and force edges of a contact set as exact directions, for a pool: the doubles and their error bounds here,
/// the integers from ExactFrames when a sign needs them. A direction's length is free, so that normals need not be of
/// unit length, which no rational normal along a slanting edge has.
///
/// Rows (covectors on twists, also wrenches): normal [n; p x n] and tangent [t; p x t]. Force edges: the wrenches
/// -[d; p x d] that balance a contact force along d = n + s mu t, s = 1 or -1: the friction cone's two edges.
class ContactDirections : public ExactSource {
 public:
  /// Refers to `set` until the next call. Keeps its memory.
  void assign(const ContactSet& set);

  /// Resets the pool and adds all normal and tangent rows and their negatives.
  void fill(DirectionPool& pool);

  int normal(int contact) const { return first_ + 2 * contact; }
  int tangent(int contact) const { return first_ + 2 * contact + 1; }
  int negative(int row) const { return row + 2 * static_cast<int>(set_->size()); }  ///< of one of these

  /// The wrench that balances a force along n + sign * mu * t, mu the friction's high (or low) end.
  int add_force_edge(DirectionPool& pool, int contact, int sign, bool high = true) const;

  /// diag(m, m, I).
  std::array<double, 3> inertia_diagonal() const { return {set_->mass, set_->mass, set_->inertia}; }

  IntegerVector exact_leaf(int name) const override;
  const Integer& third_scale() const override { return frames_.scale(); }

 private:
  const ContactSet* set_ = nullptr;
  ExactFrames frames_;
  int first_ = 0;
};

}  // namespace pawl::internal
