// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::bench {

/// Returns the largest number of bytes that `work` held from the heap at one time, including GMP's. For one thread.
std::size_t peak_memory(const std::function<void()>& work);

}  // namespace pawl::bench
