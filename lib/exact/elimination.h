// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <optional>
#include <vector>

#include "exact/rational.h"

namespace pawl::internal {

/// Linear equations a x = b over the rationals, which come one by one, by Gauss elimination: each is reduced by those
/// before it and divided by its first entry that is not zero. Zeros are skipped. O(rank * unknowns) operations an
/// equation, on numbers that grow.
class Elimination {
 public:
  explicit Elimination(std::size_t unknowns) : row_of_(unknowns, -1) {}

  /// An equation (a, b): the coefficients of the unknowns, then the right side. False, and without it, where `a`
  /// depends on those before it, or when stopped (looked at row by row).
  bool add(std::vector<Rational> equation, const StopToken& stop = {});

  std::size_t rank() const { return rows_.size(); }

  /// The solution whose unknowns that the equations leave free have this value.
  std::vector<Rational> solution(const Rational& free = 0) const;

 private:
  struct Row {
    std::vector<Rational> entries;
    std::size_t pivot;  ///< entries[pivot] = 1, the first that is not zero
  };
  static void divide(Row& row);
  std::vector<Row> rows_;
  std::vector<int> row_of_;  ///< of each unknown the row whose pivot it is, or -1
};

using RationalRows = std::vector<std::vector<Rational>>;

/// The solution of the square A x = b; nothing when A is singular, or when stopped.
std::optional<std::vector<Rational>> solve_exactly(RationalRows A, std::vector<Rational> b, const StopToken& stop = {});

}  // namespace pawl::internal
