// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pawl::internal::inline planner {

/// Random numbers by counter: number j of stream (seed, trial, attempt) is the same whatever was drawn before, on every
/// platform (uniform_at()); the distributions are ours, as those of the standard library differ between its makers.
class Draw {
 public:
  Draw(std::uint32_t seed, std::uint64_t trial, std::uint32_t attempt)
      : seed_(seed), trial_(trial), attempt_(attempt) {}

  double uniform();  ///< in (0, 1): odd multiples of 2^-53
  /// In (-1, 1), even; or of mean 0 and standard deviation 1.
  double box() { return 2 * uniform() - 1; }
  double normal();

 private:
  std::uint32_t seed_;
  std::uint64_t trial_;
  std::uint32_t attempt_;
  std::uint32_t next_ = 0;
};

}  // namespace pawl::internal::inline planner
