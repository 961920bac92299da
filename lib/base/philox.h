// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace pawl::internal::inline base {

/// Returns a random number in (0, 1), an odd multiple of 2^-53. It depends only on counter and key, so it is the same
/// on every platform and in any order of calls. The generator is Philox 4x32 with 10 rounds [Salmon, Moraes, Dror, Shaw
/// 2011], computed with the library Random123.
double uniform_at(const std::array<std::uint32_t, 4>& counter, const std::array<std::uint32_t, 2>& key);

}  // namespace pawl::internal::inline base
