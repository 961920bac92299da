// SPDX-License-Identifier: MIT
#include "lcp/search/refutation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "exact/rational_solve.h"

namespace pawl {
namespace {

using Rational = LcpRational;
using Rows = std::vector<std::vector<Rational>>;

/// l'w - (M'l)'z = l'q < 0 with coefficients of the variables that are not fixed >= 0.
bool proves(const ExactLcp& lcp, const std::vector<std::pair<int, Rational>>& multipliers,
            const std::vector<char>& fixed, const StopToken& stop) {
  const int n = lcp.n;
  Rational sum = 0;
  for (const auto& [row, l] : multipliers) {
    if (row < 0 || row >= n || (l < 0 && !fixed[static_cast<std::size_t>(row)])) return false;
    sum += l * lcp.q[static_cast<std::size_t>(row)];
  }
  if (sum >= 0) return false;
  for (int j = 0; j < n; ++j) {
    if (fixed[static_cast<std::size_t>(n + j)]) continue;
    if (stop.stop_requested()) return false;
    Rational coefficient = 0;
    for (const auto& [row, l] : multipliers) {
      if (!lcp.at(row, j).is_zero()) coefficient += l * lcp.at(row, j);
    }
    if (coefficient > 0) return false;
  }
  return true;
}

/// Follows a refutation from its root. Each node may be visited once: a graph that is no tree can have more paths than
/// there is time.
class ProofChecker {
 public:
  ProofChecker(const ExactLcp& lcp, const LcpRefutation& refutation, const StopToken& stop)
      : lcp_(lcp), refutation_(refutation), stop_(stop), fixed_(static_cast<std::size_t>(2 * lcp.n)) {}

  bool holds_from(int at, int depth = 0) {
    if (at < 0 || at >= static_cast<int>(refutation_.nodes.size()) || depth > 2 * lcp_.n) return false;
    if (visits_++ == refutation_.nodes.size()) return false;
    const LcpRefutation::Node& node = refutation_.nodes[static_cast<std::size_t>(at)];
    if (node.branch < 0) return leaf_holds(node);
    return node.branch < lcp_.n && holds_with(lcp_.n + node.branch, node.z_zero, depth) &&
           holds_with(node.branch, node.w_zero, depth);
  }

 private:
  bool holds_with(int variable, int child, int depth) {
    const char before = std::exchange(fixed_[static_cast<std::size_t>(variable)], 1);
    const bool holds = holds_from(child, depth + 1);
    fixed_[static_cast<std::size_t>(variable)] = before;
    return holds;
  }

  bool leaf_holds(const LcpRefutation::Node& leaf) const {
    std::vector<std::pair<int, Rational>> multipliers;
    for (const auto& [row, text] : leaf.multipliers) {
      const std::optional<Rational> value = exact_fraction(text);
      if (!value) return false;
      multipliers.emplace_back(row, *value);
    }
    return proves(lcp_, multipliers, fixed_, stop_);
  }

  const ExactLcp& lcp_;
  const LcpRefutation& refutation_;
  const StopToken& stop_;
  std::vector<char> fixed_;
  std::size_t visits_ = 0;
};

}  // namespace

/// With x_r the basic variable that cannot be mended, the multiplier of equation i is the coefficient of w_i in x_r's
/// row: zero for the other basic w, and such that the other basic z have coefficient zero.
std::vector<std::pair<int, std::string>> farkas_multipliers(const ExactLcp& lcp, const InfeasibleBasis& basis,
                                                            const StopToken& stop) {
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
  const auto solution = rational_solve(std::move(A), std::move(b), stop);
  if (!solution) return {};
  std::vector<std::pair<int, Rational>> multipliers;
  if (bad < n) multipliers.emplace_back(bad, Rational(sign));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!(*solution)[k].is_zero()) multipliers.emplace_back(rows[k], (*solution)[k]);
  }
  if (!proves(lcp, multipliers, basis.fixed, stop)) return {};
  std::vector<std::pair<int, std::string>> text;
  for (const auto& [row, l] : multipliers) text.emplace_back(row, l.str());
  return text;
}

std::optional<LcpRational> exact_fraction(std::string_view text) {
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const bool negative = !text.empty() && text.front() == '-';
  const std::size_t slash = text.find('/');
  const std::string_view above = text.substr(0, slash).substr(negative);
  const std::string_view below = slash == std::string_view::npos ? "1" : text.substr(slash + 1);
  if (!digits(above) || !digits(below)) return std::nullopt;
  using Integer = boost::multiprecision::mpz_int;
  const auto integer = [](std::string_view part) {
    part.remove_prefix(std::min(part.find_first_not_of('0'), part.size() - 1));  // GMP takes them for octal
    return Integer(std::string(part));
  };
  const Integer denominator = integer(below);
  if (denominator.is_zero()) return std::nullopt;
  const LcpRational value(integer(above), denominator);
  return negative ? LcpRational(-value) : value;
}

bool proves_no_solution(const ExactLcp& lcp, const LcpRefutation& refutation, const StopToken& stop) {
  if (refutation.empty() || refutation.variables != lcp.n) return false;
  return ProofChecker(lcp, refutation, stop).holds_from(0);
}

bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation, const StopToken& stop) {
  lcp.validate();
  return proves_no_solution(exact_lcp(lcp), refutation, stop);
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
