// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <tuple>

#include "simulation/row_name.h"

namespace pawl::internal {

/// The pairs of features that are inside of each other at a moment of the motion, for laws that allow it: a round that
/// came in through a side is pushed out through that side, however deep it is.
///
/// It is a part of the state of the motion: whoever takes the bodies back to where they were must take the memory back,
/// too. Otherwise it would name pairs that were inside only in an attempt that was given up.
class InsideMemory {
 public:
  bool holds(const RowName& name) const { return inside_.count(key_of(name)) > 0; }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Key& key : inside_)
      visit(RowName{std::get<0>(key), std::get<1>(key), {std::get<2>(key), std::get<3>(key), std::get<4>(key)}});
  }

  void note(const RowName& name, bool inside) {
    if (inside) {
      inside_.insert(key_of(name));
    } else {
      inside_.erase(key_of(name));
    }
  }
  void clear() { inside_.clear(); }

 private:
  using Key = std::tuple<int, int, bool, int, int>;
  static Key key_of(const RowName& name) {
    return {name.shape_a, name.shape_b, name.pair.round_on_b, name.pair.round, name.pair.side};
  }

  std::set<Key> inside_;
};

}  // namespace pawl::internal
