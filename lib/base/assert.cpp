// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <pawl/base/assert.h>

namespace pawl {

void assertion_failed(const char* promise, const char* file, int line) {
  std::fprintf(stderr, "pawl: broken promise: %s (%s:%d)\n", promise, file, line);
  std::abort();
}

}  // namespace pawl
