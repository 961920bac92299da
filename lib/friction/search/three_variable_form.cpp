// SPDX-License-Identifier: MIT
#include "friction/search/three_variable_form.h"

#include <algorithm>

namespace pawl {

ThreeVariableForm::ThreeVariableForm(const PlanarContactProblem& problem) : normal_(problem.contacts.size()) {
  const auto slides = [](const PlanarContactProblem::Contact& contact) { return contact.sliding != 0; };
  sliding_ = static_cast<int>(std::count_if(problem.contacts.begin(), problem.contacts.end(), slides));
  int sliding = 0;
  for (std::size_t i = 0; i < normal_.size(); ++i) {
    normal_[i] = slides(problem.contacts[i]) ? sliding++ : sliding_ + rolling_++;
  }
}

}  // namespace pawl
