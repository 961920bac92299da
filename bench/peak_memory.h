// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::bench {

/// The most bytes that `work` has held from the heap at once, GMP's among them; one thread.
std::size_t peak_memory(const std::function<void()>& work);

}  // namespace pawl::bench
