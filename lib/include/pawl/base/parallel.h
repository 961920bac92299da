// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl {

/// Calls body(i) for each i below count, on several threads at once: `threads` at most, 0: one a core. Returns when all
/// are done. What a body throws is thrown here, one of several; the indices not begun then are left out. Nothing may
/// depend on the order.
void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int threads = 0);

}  // namespace pawl
