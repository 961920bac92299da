// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace pawl::internal::inline base {

/// A random number in (0, 1), an odd multiple of 2^-53, that counter and key alone decide: the same on every platform
/// and in whatever order numbers are drawn. Philox 4x32 with 10 rounds [Salmon, Moraes, Dror, Shaw 2011], by Random123.
double uniform_at(const std::array<std::uint32_t, 4>& counter, const std::array<std::uint32_t, 2>& key);

}  // namespace pawl::internal::inline base
