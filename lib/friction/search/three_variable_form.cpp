// SPDX-License-Identifier: MIT
#include "friction/search/three_variable_form.h"

#include <algorithm>
#include <cmath>

namespace pawl {

std::string exact_text(double value) {
  if (std::fabs(value) < 0x1p62 && value == std::nearbyint(value)) return std::to_string(static_cast<long long>(value));
  return exact_text(LcpRational(value));
}

std::string exact_text(const LcpRational& value) { return value.str(); }

ThreeVariableForm::ThreeVariableForm(const PlanarContactProblem& problem) : normal_(problem.contacts.size()) {
  const auto slides = [](const PlanarContactProblem::Contact& contact) { return contact.sliding != 0; };
  sliding_ = static_cast<int>(std::count_if(problem.contacts.begin(), problem.contacts.end(), slides));
  int sliding = 0;
  for (std::size_t i = 0; i < normal_.size(); ++i) {
    normal_[i] = slides(problem.contacts[i]) ? sliding++ : sliding_ + rolling_++;
  }
}

template <class Real>
std::vector<std::pair<int, Real>> ThreeVariableForm::multipliers(const BasicContactLeaf<Real>& leaf) const {
  std::vector<std::pair<int, Real>> result;
  for (int i = 0; i < static_cast<int>(normal_.size()); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (leaf.normal[k] != 0) result.emplace_back(normal(i), leaf.normal[k]);
    if (leaf.tangent[k] != 0) result.emplace_back(plus(i), leaf.tangent[k]);
    if (leaf.bound[k] != 0) result.emplace_back(minus(i), leaf.bound[k]);
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return result;
}

template std::vector<std::pair<int, double>> ThreeVariableForm::multipliers(const ContactLeaf&) const;
template std::vector<std::pair<int, LcpRational>> ThreeVariableForm::multipliers(const ExactContactLeaf&) const;

}  // namespace pawl
