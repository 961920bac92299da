// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

namespace pawl {

/// Where the variables of the three-variable form are: z = (c_n of sliding, c_n of rolling, s+, a-).
class ThreeVariableForm {
 public:
  explicit ThreeVariableForm(const PlanarContactProblem& problem);

  int size() const { return sliding_ + 3 * rolling_; }
  bool rolls(int contact) const { return normal(contact) >= sliding_; }
  int normal(int contact) const { return normal_[static_cast<std::size_t>(contact)]; }
  int plus(int contact) const { return normal(contact) + rolling_; }       ///< (s+, a+), of a rolling contact
  int minus(int contact) const { return normal(contact) + 2 * rolling_; }  ///< (a-, s-), of a rolling contact

 private:
  std::vector<int> normal_;
  int sliding_ = 0;
  int rolling_ = 0;
};

}  // namespace pawl
