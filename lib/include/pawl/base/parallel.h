// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl {

/// Calls body(i) for each i below count, on several threads at once. `threads`: the most that run; 0, or more than
/// there are cores: one per core. Returns when all are done. What a body throws is thrown here, one of several; the
/// indices not begun then are left out. Nothing may depend on the order.
void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int threads = 0);

}  // namespace pawl
