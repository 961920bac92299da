// SPDX-License-Identifier: MIT
#include "friction/search/check_contact_proof.h"

#include "friction/contact_dynamics.h"
#include "friction/contact_layout.h"
#include "friction/problem_lcp.h"

namespace pawl {
namespace internal {
namespace {

using Contact = ContactProblem::Contact;

/// Farkas' lemma in the three-variable form w = M z + q, without its matrix: the columns of l'M from what the weights l
/// do to each body and block, in rationals throughout. O(bodies + contacts), and k^2 for a block of k coordinates.
class MultiplierCheck {
 public:
  MultiplierCheck(const ContactProblem& problem, const StopToken& stop)
      : problem_(problem), stop_(stop), form_(problem, ContactLayout::Form::three), dynamics_(problem, stop) {}

  /// Whether multipliers prove that no solution has the assumed variables 0. False when stopped.
  bool holds(const Multipliers<Rational>& multipliers, const Assumptions& zero) {
    if (!dynamics_.complete()) return false;
    std::vector<Rational> l(static_cast<std::size_t>(form_.size()));
    for (const auto& [row, value] : multipliers) {
      if (row < 0 || row >= form_.size()) return false;
      l[static_cast<std::size_t>(row)] = value;
    }
    for (int row = 0; row < form_.size(); ++row) {
      if (entry(l, row) < 0 && !zero.has(assumption(row, Side::w))) return false;
    }
    return constant_of(l) < 0 && columns_hold(l, zero);
  }

 private:
  static const Rational& entry(const std::vector<Rational>& l, int row) { return l[static_cast<std::size_t>(row)]; }

  /// l'q.
  Rational constant_of(const std::vector<Rational>& l) const {
    Rational sum = 0;
    for (int i = 0; i < static_cast<int>(problem_.contacts.size()); ++i) {
      sum += entry(l, form_.normal(i)) * dynamics_.bias(i, 0);
      if (form_.rolls(i)) sum += entry(l, form_.plus(i)) * dynamics_.bias(i, 1);
    }
    return sum;
  }

  bool columns_hold(const std::vector<Rational>& l, const Assumptions& zero) {
    const int n = static_cast<int>(problem_.contacts.size());
    std::vector<Rational> normal(static_cast<std::size_t>(n)), tangent(normal);
    for (int i = 0; i < n; ++i) {
      normal[static_cast<std::size_t>(i)] = entry(l, form_.normal(i));
      if (form_.rolls(i)) tangent[static_cast<std::size_t>(i)] = entry(l, form_.plus(i));
    }
    motion_.assign(dynamics_, normal, tangent);
    for (int i = 0; i < n; ++i) {
      if (stop_.stop_requested() || !contact_holds(i, l, zero)) return false;
    }
    return true;
  }

  bool contact_holds(int i, const std::vector<Rational>& l, const Assumptions& zero) const {
    // Not positive, or of a variable that is zero.
    const auto column_holds = [&](int column, const Rational& sum) {
      return sum <= 0 || zero.has(assumption(column, Side::z));
    };
    const Contact& contact = problem_.contacts[static_cast<std::size_t>(i)];
    const Rational mu = contact.friction;
    const Rational n = motion_.along(i, 0).value;
    const Rational t = motion_.along(i, 1).value;
    if (!form_.rolls(i)) return column_holds(form_.normal(i), n - contact.sliding * mu * t);
    const Rational& bound = entry(l, form_.minus(i));
    return column_holds(form_.normal(i), n - mu * t + 2 * mu * bound) && column_holds(form_.plus(i), t - bound) &&
           column_holds(form_.minus(i), entry(l, form_.plus(i)));
  }

  const ContactProblem& problem_;
  const StopToken& stop_;
  ContactLayout form_;
  ContactDynamics<Rational> dynamics_;
  WeightedMotion<Rational> motion_;
};

}  // namespace

bool proves_no_solution(const ContactProblem& problem, const Refutation& refutation, const StopToken& stop) {
  const bool of_forces =
      problem.tangents == 1 && refutation.variables == ContactLayout(problem, ContactLayout::Form::three).size();
  if (!of_forces) return proves_no_solution(exact_lcp(problem, stop), refutation, stop);
  MultiplierCheck check(problem, stop);
  return holds(refutation, [&](const Multipliers<Rational>& multipliers, const Assumptions& zero) {
    return check.holds(multipliers, zero);
  });
}

}  // namespace internal

bool proves_no_solution(const ContactProblem& problem, const LcpRefutation& refutation, const StopToken& stop) {
  problem.validate();
  return internal::proves_no_solution(problem, internal::parsed(refutation), stop);
}

}  // namespace pawl
