// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace pawl::internal::inline base {

/// Converts an index >= 0 to the index type of the standard library.
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace pawl::internal::inline base
