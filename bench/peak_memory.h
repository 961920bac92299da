// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::bench {

/// Returns the largest number of bytes of heap memory that `work` held at one time, including memory of GMP. `work`
/// must use only one thread.
std::size_t peak_memory(const std::function<void()>& work);

}  // namespace pawl::bench
