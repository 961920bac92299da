// SPDX-License-Identifier: MIT
#include "lcp/search/farkas.h"

#include "exact/elimination.h"

namespace pawl::internal {

bool proves_infeasible(const ExactLcp& lcp, const Multipliers<Rational>& multipliers, const Assumptions& zero,
                       const StopToken& stop) {
  const int n = lcp.n;
  Rational sum = 0;
  for (const auto& [row, l] : multipliers) {
    if (row < 0 || row >= n || (l < 0 && !zero.has(assumption(row, Side::w)))) return false;
    sum += l * lcp.q[static_cast<std::size_t>(row)];
  }
  if (sum >= 0) return false;
  for (int j = 0; j < n; ++j) {
    if (zero.has(assumption(j, Side::z))) continue;
    if (stop.stop_requested()) return false;
    Rational coefficient = 0;
    for (const auto& [row, l] : multipliers) {
      if (!lcp.at(row, j).is_zero()) coefficient += l * lcp.at(row, j);
    }
    if (coefficient > 0) return false;
  }
  return true;
}

template <class Real>
Multipliers<Rational> farkas_multipliers(const ExactLcp& lcp, const Dictionary<Real>& infeasible,
                                         const StopToken& stop) {
  const int n = lcp.n;
  const int bad = infeasible.infeasible_variable();
  const int sign = infeasible.infeasible_sign();
  Assumptions zero;
  zero.clear(n);
  std::vector<int> rows, columns;  // of w that are not basic, of z that are
  for (int i = 0; i < n; ++i) {
    if (!infeasible.is_basic(n + i)) rows.push_back(i);
    if (infeasible.is_basic(i)) columns.push_back(i);
    if (infeasible.is_fixed(i)) zero.add(assumption(i, Side::z));
    if (infeasible.is_fixed(n + i)) zero.add(assumption(i, Side::w));
  }
  std::vector<std::vector<Rational>> A;
  std::vector<Rational> b;
  for (const int j : columns) {
    std::vector<Rational>& equation = A.emplace_back();
    for (const int i : rows) equation.push_back(lcp.at(i, j));
    b.emplace_back(bad >= n ? Rational(-sign * lcp.at(bad - n, j)) : Rational(bad == j ? -sign : 0));
  }
  const auto solution = solve_exactly(std::move(A), std::move(b), stop);
  if (!solution) return {};
  Multipliers<Rational> multipliers;
  if (bad >= n) multipliers.emplace_back(bad - n, Rational(sign));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!(*solution)[k].is_zero()) multipliers.emplace_back(rows[k], (*solution)[k]);
  }
  if (!proves_infeasible(lcp, multipliers, zero, stop)) return {};
  return multipliers;
}

template Multipliers<Rational> farkas_multipliers(const ExactLcp&, const Dictionary<double>&, const StopToken&);
template Multipliers<Rational> farkas_multipliers(const ExactLcp&, const Dictionary<Quadruple>&, const StopToken&);

}  // namespace pawl::internal
