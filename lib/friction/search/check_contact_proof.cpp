// SPDX-License-Identifier: MIT
#include <algorithm>

#include "friction/search/three_variable_form.h"
#include "friction/search/weighted_motion.h"
#include "lcp/search/exact_lcp.h"

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

/// Follows a refutation in the three-variable form, whose columns it finds body by body, in rationals throughout.
class ContactProofChecker {
 public:
  ContactProofChecker(const PlanarContactProblem& problem, const LcpRefutation& refutation, const StopToken& stop)
      : problem_(problem),
        refutation_(refutation),
        stop_(stop),
        form_(problem),
        motion_(problem),
        z_zero_(static_cast<std::size_t>(form_.size())),
        w_zero_(z_zero_) {}

  bool holds() { return holds_from(0, 0); }

 private:
  bool holds_from(int at, int depth) {
    const int n = form_.size();
    if (at < 0 || at >= static_cast<int>(refutation_.nodes.size()) || depth > 2 * n) return false;
    if (visits_++ == refutation_.nodes.size()) return false;  // not a tree
    const LcpRefutation::Node& node = refutation_.nodes[static_cast<std::size_t>(at)];
    if (node.branch < 0) return leaf_holds(node);
    return node.branch < n && holds_with(z_zero_, node.branch, node.z_zero, depth) &&
           holds_with(w_zero_, node.branch, node.w_zero, depth);
  }

  bool holds_with(std::vector<char>& zero, int index, int child, int depth) {
    char& flag = zero[static_cast<std::size_t>(index)];
    const char before = flag;
    flag = 1;
    const bool result = holds_from(child, depth + 1);
    flag = before;
    return result;
  }

  bool leaf_holds(const LcpRefutation::Node& node) {
    std::vector<LcpRational> l(z_zero_.size());
    for (const auto& [row, text] : node.multipliers) {
      const std::optional<LcpRational> value = exact_fraction(text);
      if (!value || row < 0 || row >= form_.size()) return false;
      l[static_cast<std::size_t>(row)] = *value;
    }
    for (std::size_t row = 0; row < l.size(); ++row) {
      if (l[row] < 0 && !w_zero_[row]) return false;
    }
    return constant_of(l) < 0 && columns_hold(l);
  }

  static const LcpRational& entry(const std::vector<LcpRational>& l, int row) {
    return l[static_cast<std::size_t>(row)];
  }

  LcpRational constant_of(const std::vector<LcpRational>& l) const {
    LcpRational sum = 0;
    for (int i = 0; i < static_cast<int>(problem_.contacts.size()); ++i) {
      const Contact& contact = problem_.contacts[static_cast<std::size_t>(i)];
      sum += entry(l, form_.normal(i)) * LcpRational(contact.normal_bias);
      if (form_.rolls(i)) sum += entry(l, form_.plus(i)) * LcpRational(contact.tangent_bias);
    }
    return sum;
  }

  bool columns_hold(const std::vector<LcpRational>& l) {
    const int n = static_cast<int>(problem_.contacts.size());
    std::vector<LcpRational> normal(static_cast<std::size_t>(n)), tangent(normal);
    for (int i = 0; i < n; ++i) {
      normal[static_cast<std::size_t>(i)] = entry(l, form_.normal(i));
      if (form_.rolls(i)) tangent[static_cast<std::size_t>(i)] = entry(l, form_.plus(i));
    }
    motion_.assign(normal, tangent);
    for (int i = 0; i < n; ++i) {
      if (stop_.stop_requested() || !contact_holds(i, l)) return false;
    }
    return true;
  }

  /// Not positive, or of a variable that is zero.
  bool column_holds(int column, const LcpRational& sum) const {
    return sum <= 0 || z_zero_[static_cast<std::size_t>(column)];
  }

  bool contact_holds(int i, const std::vector<LcpRational>& l) const {
    const Contact& contact = problem_.contacts[static_cast<std::size_t>(i)];
    const LcpRational mu = contact.friction;
    const LcpRational n = motion_.along(contact, false).value;
    const LcpRational t = motion_.along(contact, true).value;
    if (!form_.rolls(i)) return column_holds(form_.normal(i), n - contact.sliding * mu * t);
    const LcpRational& bound = entry(l, form_.minus(i));
    return column_holds(form_.normal(i), n - mu * t + 2 * mu * bound) && column_holds(form_.plus(i), t - bound) &&
           column_holds(form_.minus(i), entry(l, form_.plus(i)));
  }

  const PlanarContactProblem& problem_;
  const LcpRefutation& refutation_;
  const StopToken& stop_;
  ThreeVariableForm form_;
  WeightedMotion<LcpRational> motion_;
  std::vector<char> z_zero_, w_zero_;
  std::size_t visits_ = 0;
};

}  // namespace

bool proves_no_solution(const PlanarContactProblem& problem, const LcpRefutation& refutation, const StopToken& stop) {
  problem.validate();
  if (refutation.variables != ThreeVariableForm(problem).size())
    return proves_no_solution(exact_lcp(problem), refutation, stop);
  return ContactProofChecker(problem, refutation, stop).holds();
}

}  // namespace pawl
