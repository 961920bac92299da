// SPDX-License-Identifier: MIT
#include <pawl/base/parallel.h>

namespace pawl {

void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

}  // namespace pawl
