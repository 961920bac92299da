// SPDX-License-Identifier: MIT
#include "lcp/row_kernel.h"

// The best instructions of the machine it runs on; sanitizers cannot have it (their runtime starts too late for it).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PAWL_EVERY_MACHINE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define PAWL_EVERY_MACHINE
#endif

namespace pawl {

PAWL_EVERY_MACHINE
void add_multiple(double* __restrict target, double factor, const double* __restrict source, int count) {
  for (int k = 0; k < count; ++k) target[k] += factor * source[k];
}

}  // namespace pawl
