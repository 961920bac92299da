// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl {

/// Calls body(i) for each i below count, on several threads at once, and returns when all calls are done. At most
/// `threads` threads run; 0, or a number above the number of cores, means one thread per core. If calls throw, rethrows
/// one of the exceptions, and makes no call that has not begun yet. The order of calls is unspecified.
void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int threads = 0);

}  // namespace pawl
