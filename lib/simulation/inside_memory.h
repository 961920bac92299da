// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <tuple>

#include "simulation/row_name.h"

namespace pawl::internal {

/// The features that are inside of each other, of laws that let them: a round that came in through a side is pushed out
/// through that side, however deep it is.
class InsideMemory {
 public:
  bool holds(const RowName& name) const { return inside_.count(key_of(name)) > 0; }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Key& key : inside_)
      visit(RowName{std::get<0>(key), std::get<1>(key), {std::get<2>(key), std::get<3>(key), std::get<4>(key)}});
  }

  /// In the course of a step: what is inside after a part of it. What left stays known until the step is done, as it
  /// may begin anew.
  void note(const RowName& name, bool inside) {
    if (inside) {
      inside_.insert(key_of(name));
      left_.erase(key_of(name));
    } else {
      left_.insert(key_of(name));
    }
  }
  /// The end of a step.
  void finish(bool solved) {
    if (solved) {
      for (const Key& key : left_) inside_.erase(key);
      last_ = inside_;
    } else {
      inside_ = last_;
    }
    left_.clear();
  }
  void clear() {
    inside_.clear();
    finish(true);
  }

 private:
  using Key = std::tuple<int, int, bool, int, int>;
  static Key key_of(const RowName& name) {
    return {name.shape_a, name.shape_b, name.pair.round_on_b, name.pair.round, name.pair.side};
  }

  std::set<Key> inside_, last_, left_;
};

}  // namespace pawl::internal
