// SPDX-License-Identifier: MIT
#include "exact/numbers.h"

#include <doctest/doctest.h>

#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

/// A linear congruential generator of whole numbers from -3 to 3. Many of them are zero.
class Entries {
 public:
  int operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 62 == 0 ? 0 : static_cast<int>(state_ >> 33 & 0xffff) % 7 - 3;
  }

 private:
  unsigned long long state_ = 1;
};

RationalRows random_rows(Entries& entry, std::size_t n) {
  RationalRows rows(n, std::vector<Rational>(n));
  for (auto& row : rows) {
    for (Rational& x : row) x = entry();
  }
  return rows;
}

Rational dot(const std::vector<Rational>& a, const std::vector<Rational>& b) {
  Rational sum = 0;
  for (std::size_t k = 0; k < b.size(); ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

TEST_CASE("solutions satisfy their equations exactly") {
  Entries entry;
  int regular = 0;
  const int cases = oracle::count(300);
  for (int k = 0; k < cases; ++k) {
    const std::size_t n = 1 + static_cast<std::size_t>(k % 6);
    const RationalRows A = random_rows(entry, n);
    const std::vector<Rational> b = random_rows(entry, n).front();
    const auto x = solve_exactly(A, b);
    if (!x) continue;
    ++regular;
    for (std::size_t i = 0; i < n; ++i) CHECK(dot(A[i], *x) == b[i]);
  }
  CHECK(regular > cases / 2);
}

// The second equation is twice the first one. The solution is therefore x = (2 - y) / 3 with any y.
TEST_CASE("an equation that depends linearly on others is left out") {
  Elimination elimination(2);
  CHECK(elimination.add({3, 1, 2}));
  CHECK_FALSE(elimination.add({6, 2, 4}));
  CHECK(elimination.rank() == 1);
  CHECK(elimination.solution() == std::vector<Rational>{Rational(2, 3), 0});
  CHECK(elimination.solution(5) == std::vector<Rational>{-1, 5});
  CHECK_FALSE(solve_exactly({{3, 1}, {6, 2}}, {2, 4}).has_value());
}

TEST_CASE("an elimination that was stopped has no solution") {
  CHECK_FALSE(solve_exactly({{1, 1}, {1, 2}}, {1, 1}, StopToken(0.)).has_value());
}
