// SPDX-License-Identifier: MIT
#include "lcp/refutation.h"

#include <algorithm>
#include <optional>

namespace pawl {
namespace {

using Rational = LcpRational;
using Rows = std::vector<std::vector<Rational>>;

/// Gauss elimination with the first pivot that is not zero, zeros skipped; nothing when singular.
std::optional<std::vector<Rational>> solve(Rows A, std::vector<Rational> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && A[pivot][k].is_zero()) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(A[k], A[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      if (A[i][k].is_zero()) continue;
      const Rational factor = A[i][k] / A[k][k];
      for (std::size_t j = k + 1; j < n; ++j) {
        if (!A[k][j].is_zero()) A[i][j] -= factor * A[k][j];
      }
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

/// l'w - (M'l)'z = l'q < 0 with coefficients of the variables that are not fixed >= 0.
bool proves(const ExactLcp& lcp, const std::vector<std::pair<int, Rational>>& multipliers,
            const std::vector<char>& fixed) {
  const int n = lcp.n;
  Rational sum = 0;
  for (const auto& [row, l] : multipliers) {
    if (row < 0 || row >= n || (l < 0 && !fixed[static_cast<std::size_t>(row)])) return false;
    sum += l * lcp.q[static_cast<std::size_t>(row)];
  }
  if (sum >= 0) return false;
  for (int j = 0; j < n; ++j) {
    if (fixed[static_cast<std::size_t>(n + j)]) continue;
    Rational coefficient = 0;
    for (const auto& [row, l] : multipliers) {
      if (!lcp.at(row, j).is_zero()) coefficient += l * lcp.at(row, j);
    }
    if (coefficient > 0) return false;
  }
  return true;
}

std::vector<std::pair<int, Rational>> parsed(const std::vector<std::pair<int, std::string>>& multipliers) {
  std::vector<std::pair<int, Rational>> exact;
  for (const auto& [row, text] : multipliers) exact.emplace_back(row, Rational(text));
  return exact;
}

bool proves_from(const ExactLcp& lcp, const LcpRefutation& refutation, int at, std::vector<char>& fixed, int depth) {
  if (at < 0 || at >= static_cast<int>(refutation.nodes.size()) || depth > 2 * lcp.n) return false;
  const LcpRefutation::Node& node = refutation.nodes[static_cast<std::size_t>(at)];
  if (node.branch < 0) return proves(lcp, parsed(node.multipliers), fixed);
  const int n = lcp.n;
  if (node.branch >= n) return false;
  for (const auto& [child, variable] : {std::pair(node.z_zero, n + node.branch), std::pair(node.w_zero, node.branch)}) {
    const char before = fixed[static_cast<std::size_t>(variable)];
    fixed[static_cast<std::size_t>(variable)] = 1;
    const bool proved = proves_from(lcp, refutation, child, fixed, depth + 1);
    fixed[static_cast<std::size_t>(variable)] = before;
    if (!proved) return false;
  }
  return true;
}

}  // namespace

/// With x_r the basic variable that cannot be mended, the multiplier of equation i is the coefficient of w_i in x_r's
/// row: zero for the other basic w, and such that the other basic z have coefficient zero.
std::vector<std::pair<int, std::string>> farkas_multipliers(const ExactLcp& lcp, const InfeasibleBasis& basis) {
  const int n = lcp.n;
  const int bad = basis.variable;
  const int sign = basis.sign;
  std::vector<int> rows, columns;
  for (int i = 0; i < n; ++i) {
    if (!basis.basic[static_cast<std::size_t>(i)]) rows.push_back(i);
    if (basis.basic[static_cast<std::size_t>(n + i)]) columns.push_back(i);
  }
  Rows A;
  std::vector<Rational> b;
  for (const int j : columns) {
    std::vector<Rational>& equation = A.emplace_back();
    for (const int i : rows) equation.push_back(lcp.at(i, j));
    b.emplace_back(bad < n ? Rational(-sign * lcp.at(bad, j)) : Rational(bad == n + j ? -sign : 0));
  }
  const auto solution = solve(std::move(A), std::move(b));
  if (!solution) return {};
  std::vector<std::pair<int, Rational>> multipliers;
  if (bad < n) multipliers.emplace_back(bad, Rational(sign));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!(*solution)[k].is_zero()) multipliers.emplace_back(rows[k], (*solution)[k]);
  }
  if (!proves(lcp, multipliers, basis.fixed)) return {};
  std::vector<std::pair<int, std::string>> text;
  for (const auto& [row, l] : multipliers) text.emplace_back(row, l.str());
  return text;
}

bool proves_no_solution(const ExactLcp& lcp, const LcpRefutation& refutation) {
  if (refutation.empty() || refutation.variables != lcp.n) return false;
  std::vector<char> fixed(static_cast<std::size_t>(2 * lcp.n));
  return proves_from(lcp, refutation, 0, fixed, 0);
}

bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation) {
  lcp.validate();
  return proves_no_solution(exact_lcp(lcp), refutation);
}

ExactLcp exact_lcp(const Lcp& lcp) {
  ExactLcp exact;
  exact.n = static_cast<int>(lcp.size());
  for (int i = 0; i < exact.n; ++i) {
    for (int j = 0; j < exact.n; ++j) exact.M.emplace_back(lcp.M(i, j));
    exact.q.emplace_back(lcp.q[i]);
  }
  return exact;
}

}  // namespace pawl
