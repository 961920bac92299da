// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

namespace pawl::internal {

/// Where the variables of a contact problem's LCP are: the forms that ContactProblem::lcp() writes down.
///
///   three variables: z = (c_n of sliding, c_n of rolling, s_k+ for each tangent k, a_k- for each k)
///   four variables:  z = (c_n, beta+, beta-, lambda)
///
/// A problem of the velocity level has the same solutions in the three variables: beta+ - beta- = s+ - mu c_n.
class ContactLayout {
 public:
  enum class Form { three, four };
  static Form form_of(const ContactProblem& problem) {
    return problem.level == ContactProblem::Level::velocity ? Form::four : Form::three;
  }

  ContactLayout() = default;
  explicit ContactLayout(const ContactProblem& problem) { assign(problem, form_of(problem)); }
  ContactLayout(const ContactProblem& problem, Form form) { assign(problem, form); }
  /// Of contacts that slide (1) or roll (0).
  ContactLayout(const std::vector<char>& slides, int tangents);
  void assign(const ContactProblem& problem, Form form);  ///< keeps its memory

  Form form() const { return form_; }
  int size() const { return sliding_ + (form_ == Form::four ? 4 : 1 + 2 * tangents_) * rolling_; }

  bool rolls(int contact) const { return normal(contact) >= sliding_; }
  int normal(int contact) const { return normal_[static_cast<std::size_t>(contact)]; }
  /// Of a rolling contact: s_k+ (beta+), a_k- (beta-), and lambda.
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

}  // namespace pawl::internal
