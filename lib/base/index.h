// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace pawl::internal::inline base {

/// An index, not negative, as the standard library counts.
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace pawl::internal::inline base
