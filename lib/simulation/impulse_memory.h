// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "geometry/feature_pair.h"

namespace pawl::internal {

/// What a row of a stage is about: two features, or a stop (shape_a -1, shape_b its mover) with its bound (feature 0 or
/// 1).
struct RowName {
  int shape_a = -1, shape_b = -1;
  FeaturePair pair;
  bool operator==(const RowName&) const = default;
};

/// The impulses that features gave each other last. A hash table with linear probing; what was not seen for long is
/// forgotten when it fills up.
class ImpulseMemory {
 public:
  struct Impulse {
    double normal = 0, tangent = 0;  ///< N s
  };

  /// Of what is not known: 0. Lives until the next call of `at`.
  Impulse& at(const RowName& name);
  void next() { ++now_; }  ///< a problem later

 private:
  struct Entry {
    RowName name;
    long seen = -1;  ///< -1: free
    Impulse impulse;
  };
  static std::size_t hash(const RowName& name);
  Entry& place(const RowName& name);
  void grow();

  std::vector<Entry> entries_;  ///< a power of two
  std::size_t used_ = 0;
  long now_ = 0;
};

}  // namespace pawl::internal
