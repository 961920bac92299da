// SPDX-License-Identifier: MIT
#include "lcp/pivoting/row_kernel.h"

// The best instructions of the machine it runs on; sanitizers cannot have it (their runtime starts too late for it).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PAWL_EVERY_MACHINE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define PAWL_EVERY_MACHINE
#endif

namespace pawl::internal {

PAWL_EVERY_MACHINE
void add_multiple(double* __restrict target, double factor, const double* __restrict source, int count) {
  for (int k = 0; k < count; ++k) target[k] += factor * source[k];
}

PAWL_EVERY_MACHINE
void add_columns(double* __restrict target, const double* __restrict table, int stride, const double* factors,
                 int columns, int count) {
  for (int q = 0; q < columns; ++q) {
    const double factor = factors[q];
    if (factor == 0) continue;
    const double* __restrict column = table + static_cast<std::size_t>(q) * static_cast<std::size_t>(stride);
    for (int k = 0; k < count; ++k) target[k] += factor * column[k];
  }
}

PAWL_EVERY_MACHINE
void add_outer(double* __restrict table, int stride, const double* factors, int columns,
               const double* __restrict vector, int count) {
  for (int q = 0; q < columns; ++q) {
    const double factor = factors[q];
    if (factor == 0) continue;
    double* __restrict column = table + static_cast<std::size_t>(q) * static_cast<std::size_t>(stride);
    for (int k = 0; k < count; ++k) column[k] += factor * vector[k];
  }
}

PAWL_EVERY_MACHINE
void eliminate(double* table, int rows, int columns, int row, int column) {
  const double* __restrict pivot_row = table + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
  for (int i = 0; i < rows; ++i) {
    double* __restrict other = table + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j < columns; ++j) other[j] += factor * pivot_row[j];
  }
}

}  // namespace pawl::internal
