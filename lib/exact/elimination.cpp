// SPDX-License-Identifier: MIT
#include "exact/elimination.h"

#include <utility>

namespace pawl::internal {

void Elimination::divide(Row& row) {
  const Rational pivot = row.entries[row.pivot];
  for (std::size_t k = row.pivot; k < row.entries.size(); ++k) {
    if (!row.entries[k].is_zero()) row.entries[k] /= pivot;
  }
}

bool Elimination::add(std::vector<Rational> equation, const StopToken& stop) {
  // A row is zero before its pivot, so that what is reduced stays so as k rises.
  const std::size_t unknowns = row_of_.size();
  for (std::size_t k = 0; k < unknowns; ++k) {
    if (row_of_[k] < 0 || equation[k].is_zero()) continue;
    if (stop.stop_requested()) return false;
    const Rational factor = equation[k];
    const Row& row = rows_[static_cast<std::size_t>(row_of_[k])];
    for (std::size_t j = k; j < equation.size(); ++j) {
      if (!row.entries[j].is_zero()) equation[j] -= factor * row.entries[j];
    }
  }
  std::size_t pivot = 0;
  while (pivot < unknowns && equation[pivot].is_zero()) ++pivot;
  if (pivot == unknowns) return false;
  row_of_[pivot] = static_cast<int>(rows_.size());
  rows_.push_back({std::move(equation), pivot});
  divide(rows_.back());
  return true;
}

std::vector<Rational> Elimination::solution(const Rational& free) const {
  std::vector<Rational> x(row_of_.size(), free);
  // Rows were reduced by those before them only: the unknown of the last one is known first.
  for (std::size_t r = rows_.size(); r-- > 0;) {
    const Row& row = rows_[r];
    Rational value = row.entries.back();
    for (std::size_t k = row.pivot + 1; k < x.size(); ++k) {
      if (!row.entries[k].is_zero() && !x[k].is_zero()) value -= row.entries[k] * x[k];
    }
    x[row.pivot] = std::move(value);
  }
  return x;
}

std::optional<std::vector<Rational>> solve_exactly(RationalRows A, std::vector<Rational> b, const StopToken& stop) {
  Elimination elimination(b.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    A[i].push_back(std::move(b[i]));
    if (!elimination.add(std::move(A[i]), stop)) return std::nullopt;
  }
  return elimination.solution();
}

}  // namespace pawl::internal
