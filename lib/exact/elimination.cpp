// SPDX-License-Identifier: MIT
#include "exact/elimination.h"

#include <utility>

namespace pawl::internal {

void Elimination::divide(Row& row) {
  const Rational pivot = row.a[row.pivot];
  for (std::size_t k = row.pivot; k < row.a.size(); ++k) {
    if (!row.a[k].is_zero()) row.a[k] /= pivot;
  }
  row.b /= pivot;
}

bool Elimination::add(std::vector<Rational> a, Rational b, const StopToken& stop) {
  // A row is zero before its pivot, so that what is reduced stays so as k rises.
  for (std::size_t k = 0; k < row_of_.size(); ++k) {
    if (row_of_[k] < 0 || a[k].is_zero()) continue;
    if (stop.stop_requested()) return false;
    const Rational factor = a[k];
    const Row& row = rows_[static_cast<std::size_t>(row_of_[k])];
    for (std::size_t j = k; j < a.size(); ++j) {
      if (!row.a[j].is_zero()) a[j] -= factor * row.a[j];
    }
    b -= factor * row.b;
  }
  std::size_t pivot = 0;
  while (pivot < a.size() && a[pivot].is_zero()) ++pivot;
  if (pivot == a.size()) return false;
  row_of_[pivot] = static_cast<int>(rows_.size());
  rows_.push_back({std::move(a), std::move(b), pivot});
  divide(rows_.back());
  return true;
}

std::vector<Rational> Elimination::solution(const Rational& free) const {
  std::vector<Rational> x(row_of_.size(), free);
  // Rows were reduced by those before them only: the unknown of the last one is known first.
  for (std::size_t r = rows_.size(); r-- > 0;) {
    const Row& row = rows_[r];
    Rational value = row.b;
    for (std::size_t k = row.pivot + 1; k < x.size(); ++k) {
      if (!row.a[k].is_zero()) value -= row.a[k] * x[k];
    }
    x[row.pivot] = value;
  }
  return x;
}

std::optional<std::vector<Rational>> solve_exactly(std::vector<std::vector<Rational>> A, std::vector<Rational> b,
                                                   const StopToken& stop) {
  Elimination elimination(b.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    if (!elimination.add(std::move(A[i]), std::move(b[i]), stop)) return std::nullopt;
  }
  if (elimination.rank() < b.size()) return std::nullopt;
  return elimination.solution();
}

}  // namespace pawl::internal
