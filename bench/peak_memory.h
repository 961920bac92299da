// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::bench {

/// Returns the largest number of bytes of heap memory, including that of GMP, that `work` held at one time. `work` must
/// use only one thread.
std::size_t peak_memory(const std::function<void()>& work);

}  // namespace pawl::bench
