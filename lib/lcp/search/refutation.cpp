// SPDX-License-Identifier: MIT
#include "lcp/search/refutation.h"

#include <optional>

#include "exact/fraction.h"
#include "lcp/search/farkas.h"

namespace pawl {
namespace internal {
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
    const Refutation::Node& node = refutation_.nodes[static_cast<std::size_t>(at)];
    if (node.branch < 0) return leaf_holds_(node.multipliers, zero_);
    return node.branch < n && holds_with(assumption(node.branch, Side::z), node.z_zero, depth) &&
           holds_with(assumption(node.branch, Side::w), node.w_zero, depth);
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

}  // namespace internal

bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation, const StopToken& stop) {
  lcp.validate();
  if (refutation.variables != lcp.size()) return false;
  return internal::proves_no_solution(internal::exact_lcp(lcp), internal::parsed(refutation), stop);
}

}  // namespace pawl
