// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/friction/contact_problem.h>

#include <vector>

#include "friction/contact_dynamics.h"
#include "lcp/refutation.h"

namespace pawl::internal::inline friction {

/// The indices of the variables of a contact problem's LCP, in the two forms of ContactProblem::lcp().
///
///   three variables: z = (c_n of sliding contacts, c_n of rolling contacts, s_k+ for each tangent k, a_k- for each k)
///   four variables:  z = (c_n, beta+, beta-, lambda)
///
/// A problem at the velocity level has the same solutions in both forms, with beta+ - beta- = s+ - mu c_n.
class ContactLayout {
 public:
  enum class Form { three, four };
  static Form form_of(const ContactProblem& problem) {
    return problem.level == ContactProblem::Level::velocity ? Form::four : Form::three;
  }

  ContactLayout() = default;
  explicit ContactLayout(const ContactProblem& problem) { assign(problem, form_of(problem)); }
  ContactLayout(const ContactProblem& problem, Form form) { assign(problem, form); }
  /// Creates the layout for contacts that slide (entry 1) or roll (entry 0).
  ContactLayout(const std::vector<char>& slides, int tangents);
  void assign(const ContactProblem& problem, Form form);  ///< Sets the layout of a problem; reuses its memory.

  Form form() const { return form_; }
  int size() const { return sliding_ + (form_ == Form::four ? 4 : 1 + 2 * tangents_) * rolling_; }

  bool rolls(int contact) const { return normal(contact) >= sliding_; }
  int normal(int contact) const { return normal_[contact]; }
  /// plus(), minus() and multiplier() return the indices of a rolling contact's variables. In the three-variable form,
  /// plus() is the index of s_k+ and minus() that of a_k-. In the four-variable form, they are the indices of beta+ and
  /// beta-, and multiplier() is that of lambda.
  int plus(int contact, int tangent = 0) const { return normal(contact) + (1 + tangent) * rolling_; }
  int minus(int contact, int tangent = 0) const {
    return plus(contact, tangent + (form_ == Form::four ? 1 : tangents_));
  }
  int multiplier(int contact) const { return normal(contact) + 3 * rolling_; }

 private:
  template <class Slides>
  void number(std::size_t contacts, const Slides& slides);

  Form form_ = Form::three;
  int tangents_ = 1, sliding_ = 0, rolling_ = 0;
  std::vector<int> normal_;
};

/// Returns ContactProblem::lcp() of a valid problem, given its dynamics.
Lcp lcp_of(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

/// Returns ContactProblem::lcp() in exact numbers, from the problem's doubles. Proofs of infeasibility depend on the
/// structure of M (low rank, force loops), which rounding of M would destroy. The result has no variables if `stop`
/// ends the work.
ExactLcp exact_lcp(const ContactProblem& problem, const StopToken& stop = {});

/// Computes the residual of a vector z of problem.lcp() from inertia and rows, without the matrix. Computes the forces
/// c of z, the motions a = step J W J'c + b, and then the complementary pairs of the layout. O(contacts). Reuses its
/// memory.
class ContactResidual {
 public:
  struct Value {
    double residual = 0;  ///< residual as lcp_residual defines it, computed in doubles
    double error = 0;     ///< bound on the difference between lcp_residual(problem.lcp(), z) and `residual`
    /// Bound on the change of w, in the units of the residual, that would result if certain quantities were set to
    /// exactly 0, because the residual counts them as 0. They are the forces that are smaller than their w, the
    /// distances of friction forces from their bounds that are smaller than the sliding speed, and negative values of
    /// both. If the bound exceeds the tolerance, these quantities may be small only because of their unit (see
    /// zero_in_units).
    double hidden = 0;
  };
  /// Returns the residual. `dynamics` must be the dynamics of the problem.
  Value operator()(const ContactProblem& problem, const ContactDynamics<double>& dynamics, const Eigen::VectorXd& z);

 private:
  void push(const ContactProblem& problem, int contact, const Eigen::VectorXd& z);

  ContactLayout at_;
  WeightedMotion<double> motion_;
};

}  // namespace pawl::internal::inline friction
