// SPDX-License-Identifier: MIT
#include "friction/contact_layout.h"

namespace pawl::internal {

template <class Slides>
void ContactLayout::number(std::size_t contacts, const Slides& slides) {
  sliding_ = 0;
  for (std::size_t i = 0; i < contacts; ++i) sliding_ += slides(i);
  rolling_ = static_cast<int>(contacts) - sliding_;
  normal_.resize(contacts);
  int slid = 0, rolled = sliding_;
  for (std::size_t i = 0; i < contacts; ++i) normal_[i] = slides(i) ? slid++ : rolled++;
}

ContactLayout::ContactLayout(const std::vector<char>& slides, int tangents) : tangents_(tangents) {
  number(slides.size(), [&](std::size_t i) { return slides[i] != 0; });
}

void ContactLayout::assign(const ContactProblem& problem, Form form) {
  form_ = form;
  tangents_ = problem.tangents;
  number(problem.contacts.size(), [&](std::size_t i) { return problem.contacts[i].sliding != 0; });
}

}  // namespace pawl::internal
