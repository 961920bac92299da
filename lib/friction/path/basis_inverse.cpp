// SPDX-License-Identifier: MIT
#include "friction/path/basis_inverse.h"

#include <algorithm>
#include <cmath>

#include "lcp/pivoting/row_kernel.h"

namespace pawl::internal {

void BasisInverse::clear(int most) {
  size_ = 0;
  stride_ = (most + 7) / 8 * 8;
  const std::size_t entries = static_cast<std::size_t>(most) * static_cast<std::size_t>(stride_);
  if (entries_.size() < entries) entries_.resize(entries);
  if (factors_.size() < static_cast<std::size_t>(most)) {
    factors_.resize(static_cast<std::size_t>(most));
    pivot_.resize(static_cast<std::size_t>(most));
    rows_.reserve(static_cast<std::size_t>(most));
  }
}

/// Gauss-Jordan's step in place: the row and the basic trade places.
void BasisInverse::exchange(int row, int basic) {
  double* own = column(basic);
  const double pivot = own[row];
  std::copy_n(own, size_, pivot_.data());
  pivot_[static_cast<std::size_t>(row)] = 0;
  std::fill_n(own, size_, 0);
  for (int c = 0; c < size_; ++c) {
    const double entry = c == basic ? 1 : column(c)[row];
    column(c)[row] = entry / pivot;
    factors_[static_cast<std::size_t>(c)] = -entry / pivot;
  }
  combine(pivot_.data());
}

bool BasisInverse::invert(double least, const StopToken& stop) {
  rows_.assign(static_cast<std::size_t>(size_), 0);
  for (int k = 0; k < size_; ++k) {
    int row = k;
    for (int i = k + 1; i < size_; ++i) {
      if (std::fabs(column(k)[i]) > std::fabs(column(k)[row])) row = i;
    }
    if (!(std::fabs(column(k)[row]) > least) || stop.stop_requested()) return false;
    rows_[static_cast<std::size_t>(k)] = row;
    for (int c = 0; row != k && c < size_; ++c) std::swap(column(c)[k], column(c)[row]);
    exchange(k, k);
  }
  for (int k = size_; k-- > 0;) {
    const int row = rows_[static_cast<std::size_t>(k)];
    if (row != k) std::swap_ranges(column(k), column(k) + size_, column(row));
  }
  return true;
}

/// Only these numbers' rows and columns; they rise.
void BasisInverse::keep(const std::vector<int>& taken) {
  const int count = static_cast<int>(taken.size());
  for (int q = 0; q < count; ++q) {
    const double* from = column(taken[static_cast<std::size_t>(q)]);
    double* to = column(q);
    for (int c = 0; c < count; ++c) to[c] = from[taken[static_cast<std::size_t>(c)]];
  }
  size_ = count;
}

void BasisInverse::add_times(const double* factors, double* sum) const {
  add_columns(sum, entries_.data(), stride_, factors, size_, size_);
}

void BasisInverse::row_times(const double* entries, double* products) const {
  std::fill_n(products, size_, 0);
  for (int c = 0; c < size_; ++c) {
    if (entries[c] == 0) continue;
    for (int q = 0; q < size_; ++q) products[q] += entries[c] * column(q)[c];
  }
}

/// To every column its factor times the vector.
void BasisInverse::combine(const double* vector) {
  add_outer(entries_.data(), stride_, factors_.data(), size_, vector, size_);
}

void BasisInverse::replace_basic(int place, const double* rates) {
  for (int q = 0; q < size_; ++q) factors_[static_cast<std::size_t>(q)] = -column(q)[place] / rates[place];
  combine(rates);
  for (int q = 0; q < size_; ++q) column(q)[place] = factors_[static_cast<std::size_t>(q)];
}

void BasisInverse::add(const double* products, const double* rates, double rate) {
  for (int q = 0; q < size_; ++q) factors_[static_cast<std::size_t>(q)] = -products[q] / rate;
  combine(rates);
  for (int q = 0; q < size_; ++q) column(q)[size_] = factors_[static_cast<std::size_t>(q)];
  double* added = column(size_);
  for (int c = 0; c < size_; ++c) added[c] = rates[c] / rate;
  added[size_++] = 1 / rate;
}

void BasisInverse::drop(int row, int basic) {
  const double pivot = column(row)[basic];
  for (int q = 0; q < size_; ++q) factors_[static_cast<std::size_t>(q)] = q == row ? 0 : -column(q)[basic] / pivot;
  combine(column(row));
  const int last = --size_;
  if (row != last) std::copy_n(column(last), last + 1, column(row));
  if (basic == last) return;
  for (int q = 0; q < last; ++q) column(q)[basic] = column(q)[last];
}

void BasisInverse::replace_row(int row, const double* products) {
  const double pivot = products[row];
  for (int q = 0; q < size_; ++q) factors_[static_cast<std::size_t>(q)] = q == row ? 0 : -products[q] / pivot;
  combine(column(row));
  for (int c = 0; c < size_; ++c) column(row)[c] /= pivot;
}

}  // namespace pawl::internal
