// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::bench {

/// Returns the largest amount of heap memory, in bytes, that `work` holds at one time, including the memory of GMP.
/// `work` must run on a single thread.
std::size_t peak_memory(const std::function<void()>& work);

}  // namespace pawl::bench
