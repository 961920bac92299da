// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pawl::internal::inline planner {

/// A counter-based random number generator. Number j of the stream (seed, trial, attempt) is the same on every
/// platform. uniform_at() returns it independently of the numbers that were drawn before. Pawl has its own
/// distributions, because those of the standard library differ between implementations.
class Draw {
 public:
  Draw(std::uint32_t seed, std::uint64_t trial, std::uint32_t attempt)
      : seed_(seed), trial_(trial), attempt_(attempt) {}

  double uniform();  ///< Returns a number that is uniformly distributed in (0, 1). It is an odd multiple of 2^-53.
  /// box() returns a number that is uniformly distributed in (-1, 1). normal() returns a normally distributed number
  /// with mean 0 and standard deviation 1.
  double box() { return 2 * uniform() - 1; }
  double normal();

 private:
  std::uint32_t seed_;
  std::uint64_t trial_;
  std::uint32_t attempt_;
  std::uint32_t next_ = 0;
};

}  // namespace pawl::internal::inline planner
