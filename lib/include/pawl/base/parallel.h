// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl {

/// Calls body(i) for each i below `count`, and returns when all calls are done. With TBB, the calls run on at most
/// `threads` threads, and never on more than one per core; 0 means one per core. If a call throws, starts no further
/// calls, and rethrows the exception (one of them if several calls throw). The order of calls is unspecified. Without
/// TBB, all calls run on the calling thread, in the order of i.
void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int threads = 0);

}  // namespace pawl
