// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulation/row_name.h"

namespace pawl::internal {

/// The impulses that features gave each other last. A hash table with linear probing; what was not seen for long, by
/// problems and by steps, of which one may have many problems, is forgotten when it fills up.
class ImpulseMemory {
 public:
  struct Impulse {
    double normal = 0, tangent = 0;  ///< N s
    double duration = 0;             ///< s, of their step
  };

  /// Of what is not known: 0. Lives until the next call of `at`.
  Impulse& at(const RowName& name);
  /// A problem later, of this step.
  void next(std::uint32_t step) {
    ++now_;
    step_ = step;
  }

 private:
  struct Entry {
    RowName name;
    long seen = -1;          ///< the problem; -1: free
    std::uint32_t step = 0;  ///< of that
    Impulse impulse;
  };
  static std::size_t hash(const RowName& name);
  Entry& place(const RowName& name);
  void grow();

  std::vector<Entry> entries_;  ///< a power of two
  std::size_t used_ = 0;
  long now_ = 0;
  std::uint32_t step_ = 0;
};

}  // namespace pawl::internal
