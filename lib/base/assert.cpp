// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>

#include <cstdio>
#include <cstdlib>

namespace pawl {

void assertion_failed(const char* promise, const char* file, int line) {
  std::fprintf(stderr, "pawl: broken promise: %s (%s:%d)\n", promise, file, line);
  std::abort();
}

}  // namespace pawl
