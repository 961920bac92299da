// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace pawl::internal {

/// target[k] += factor * source[k] for k < count: the inner loop of every tableau. Each entry is rounded on its own, so
/// that every instruction set gives the same bits.
void add_multiple(double* target, double factor, const double* source, int count);

/// target += the sum of factor * column, columns of a table `stride` apart.
void add_columns(double* target, const double* table, int stride, const double* factors, int columns, int count);

/// To every column its factor times the vector.
void add_outer(double* table, int stride, const double* factors, int columns, const double* vector, int count);

/// To every row but one of a row-major table: its entry in the column times that one, the entry itself zero before.
void eliminate(double* table, int rows, int columns, int row, int column);

template <class Real>
void eliminate(Real* table, int rows, int columns, int row, int column) {
  const Real* pivot_row = table + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
  for (int i = 0; i < rows; ++i) {
    Real* other = table + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
    const Real factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j < columns; ++j) other[j] += factor * pivot_row[j];
  }
}

}  // namespace pawl::internal
