// SPDX-License-Identifier: MIT
#include "lcp/refutation.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/exact_basis.h>

#include <algorithm>
#include <optional>

#include "exact/numbers.h"

namespace pawl::internal::inline lcp {

ExactLcp exact_lcp(const Lcp& lcp) {
  ExactLcp exact;
  exact.n = static_cast<int>(lcp.size());
  for (int i = 0; i < exact.n; ++i) {
    for (int j = 0; j < exact.n; ++j) exact.M.emplace_back(lcp.M(i, j));
    exact.q.emplace_back(lcp.q[i]);
  }
  return exact;
}

namespace {

Quadruple wide(const Rational& x, double scale) {
  const double high = x.convert_to<double>();
  const double low = Rational(x - Rational(high)).convert_to<double>();
  return (Quadruple(high) + Quadruple(low)) * Quadruple(scale);
}

}  // namespace

void WideLcp::assign(const ExactLcp& lcp, const std::vector<double>& scale) {
  M.clear();
  q.clear();
  for (int i = 0; i < lcp.n; ++i) {
    const double row = scale[i];
    for (int j = 0; j < lcp.n; ++j) M.push_back(wide(lcp.at(i, j), row * scale[j]));
    q.push_back(wide(lcp.q[i], row));
  }
}

}  // namespace pawl::internal::inline lcp

namespace pawl {
namespace internal::inline lcp {
namespace {

class Walk {
 public:
  Walk(const Refutation& refutation, const LeafCheck& leaf_holds) : refutation_(refutation), leaf_holds_(leaf_holds) {
    zero_.clear(refutation.variables);
  }

  bool holds_from(int at, int depth = 0) {
    const int n = refutation_.variables;
    if (at < 0 || at >= static_cast<int>(refutation_.nodes.size()) || depth > 2 * n) return false;
    if (visits_++ == refutation_.nodes.size()) return false;
    const Refutation::Node& node = refutation_.nodes[at];
    if (node.branch < 0) return leaf_holds_(node.multipliers, zero_);
    return node.branch < n && holds_with(assumption(node.branch, PairSide::z), node.z_zero, depth) &&
           holds_with(assumption(node.branch, PairSide::w), node.w_zero, depth);
  }

 private:
  bool holds_with(int assumption, int child, int depth) {
    const bool before = zero_.has(assumption);
    zero_.add(assumption);
    const bool result = holds_from(child, depth + 1);
    if (!before) zero_.remove(assumption);
    return result;
  }

  const Refutation& refutation_;
  const LeafCheck& leaf_holds_;
  Assumptions zero_;
  std::size_t visits_ = 0;
};

Multipliers<Rational> parsed(const std::vector<std::pair<int, std::string>>& texts) {
  Multipliers<Rational> result;
  for (const auto& [row, text] : texts) {
    std::optional<Rational> value = parse_fraction(text);
    if (!value) return {};
    result.emplace_back(row, std::move(*value));
  }
  return result;
}

}  // namespace

LcpRefutation printed(const Refutation& refutation) {
  LcpRefutation result;
  result.variables = refutation.variables;
  for (const Refutation::Node& node : refutation.nodes) {
    result.nodes.push_back({node.branch, node.z_zero, node.w_zero, {}});
    for (const auto& [row, value] : node.multipliers) {
      result.nodes.back().multipliers.emplace_back(row, fraction_text(value));
    }
  }
  return result;
}

Refutation parsed(const LcpRefutation& refutation) {
  Refutation result;
  result.variables = refutation.variables;
  for (const LcpRefutation::Node& node : refutation.nodes) {
    result.nodes.push_back({node.branch, node.z_zero, node.w_zero, {}});
    if (node.branch < 0) result.nodes.back().multipliers = parsed(node.multipliers);
  }
  return result;
}

bool holds(const Refutation& refutation, const LeafCheck& leaf_holds) {
  return Walk(refutation, leaf_holds).holds_from(0);
}

bool proves_no_solution(const ExactLcp& lcp, const Refutation& refutation, const StopToken& stop) {
  return refutation.variables == lcp.n &&
         holds(refutation, [&](const Multipliers<Rational>& multipliers, const Assumptions& zero) {
           return proves_infeasible(lcp, multipliers, zero, stop);
         });
}

}  // namespace internal::inline lcp

bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation, const StopToken& stop) {
  lcp.validate();
  if (refutation.variables != lcp.size()) return false;
  return internal::proves_no_solution(internal::exact_lcp(lcp), internal::parsed(refutation), stop);
}

}  // namespace pawl

namespace pawl::internal::inline lcp {

bool proves_infeasible(const ExactLcp& lcp, const Multipliers<Rational>& multipliers, const Assumptions& zero,
                       const StopToken& stop) {
  const int n = lcp.n;
  Rational sum = 0;
  for (const auto& [row, l] : multipliers) {
    if (row < 0 || row >= n || (l < 0 && !zero.has(assumption(row, PairSide::w)))) return false;
    sum += l * lcp.q[row];
  }
  if (sum >= 0) return false;
  for (int j = 0; j < n; ++j) {
    if (zero.has(assumption(j, PairSide::z))) continue;
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
  std::vector<int> rows, columns;  // indices of the w that are not basic, and indices of the z that are basic
  for (int i = 0; i < n; ++i) {
    if (!infeasible.is_basic(n + i)) rows.push_back(i);
    if (infeasible.is_basic(i)) columns.push_back(i);
    if (infeasible.is_fixed(i)) zero.add(assumption(i, PairSide::z));
    if (infeasible.is_fixed(n + i)) zero.add(assumption(i, PairSide::w));
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

}  // namespace pawl::internal::inline lcp

namespace pawl {
namespace {

using internal::ExactLcp;
using internal::Rational;

/// Returns z with the values of the basis, where all other entries are 0. Returns nothing if the basis is singular.
std::optional<std::vector<Rational>> solution_of(const ExactLcp& lcp, const std::vector<char>& basis) {
  std::vector<int> free;
  for (int i = 0; i < lcp.n; ++i) {
    if (basis[i]) free.push_back(i);
  }
  std::vector<std::vector<Rational>> A;
  std::vector<Rational> b;
  for (const int i : free) {
    std::vector<Rational>& row = A.emplace_back();
    for (const int j : free) row.push_back(lcp.at(i, j));
    b.push_back(-lcp.q[i]);
  }
  const auto part = internal::solve_exactly(std::move(A), std::move(b));
  if (!part) return std::nullopt;
  std::vector<Rational> z(basis.size());
  for (std::size_t k = 0; k < free.size(); ++k) z[free[k]] = (*part)[k];
  return z;
}

bool feasible(const ExactLcp& lcp, const std::vector<Rational>& z) {
  for (int i = 0; i < lcp.n; ++i) {
    Rational w = lcp.q[i];
    for (int j = 0; j < lcp.n; ++j) {
      const Rational& factor = z[j];
      if (!factor.is_zero()) w += lcp.at(i, j) * factor;
    }
    if (w < 0 || z[i] < 0) return false;
  }
  return true;
}

}  // namespace

ExactBasis check_basis(const Lcp& lcp, const std::vector<char>& basis, std::vector<std::string>* z) {
  lcp.validate();
  if (static_cast<Eigen::Index>(basis.size()) != lcp.size()) {
    throw InputError("/basis", fmt::format("{} entries", basis.size()), fmt::format("must have {}", lcp.size()));
  }
  const ExactLcp exact = internal::exact_lcp(lcp);
  const auto solution = solution_of(exact, basis);
  if (z != nullptr) z->clear();
  if (!solution) return ExactBasis::singular;
  if (z != nullptr) {
    for (const Rational& value : *solution) z->push_back(value.str());
  }
  return feasible(exact, *solution) ? ExactBasis::solution : ExactBasis::infeasible;
}

}  // namespace pawl
