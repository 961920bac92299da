// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/exact_basis.h>

#include <algorithm>

#include "exact/elimination.h"
#include "lcp/search/exact_lcp.h"

namespace pawl {
namespace {

using internal::ExactLcp;
using internal::Rational;

/// The z of the basis, the others 0; nothing when singular.
std::optional<std::vector<Rational>> solution_of(const ExactLcp& lcp, const std::vector<char>& basis) {
  std::vector<int> free;
  for (int i = 0; i < lcp.n; ++i) {
    if (basis[static_cast<std::size_t>(i)]) free.push_back(i);
  }
  std::vector<std::vector<Rational>> A;
  std::vector<Rational> b;
  for (const int i : free) {
    std::vector<Rational>& row = A.emplace_back();
    for (const int j : free) row.push_back(lcp.at(i, j));
    b.push_back(-lcp.q[static_cast<std::size_t>(i)]);
  }
  const auto part = internal::solve_exactly(std::move(A), std::move(b));
  if (!part) return std::nullopt;
  std::vector<Rational> z(basis.size());
  for (std::size_t k = 0; k < free.size(); ++k) z[static_cast<std::size_t>(free[k])] = (*part)[k];
  return z;
}

bool feasible(const ExactLcp& lcp, const std::vector<Rational>& z) {
  for (int i = 0; i < lcp.n; ++i) {
    Rational w = lcp.q[static_cast<std::size_t>(i)];
    for (int j = 0; j < lcp.n; ++j) {
      const Rational& factor = z[static_cast<std::size_t>(j)];
      if (!factor.is_zero()) w += lcp.at(i, j) * factor;
    }
    if (w < 0 || z[static_cast<std::size_t>(i)] < 0) return false;
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
