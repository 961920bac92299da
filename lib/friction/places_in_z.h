// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

namespace pawl {

/// Where the variables of a problem's LCP are, contact by contact in their order.
class PlacesInZ {
 public:
  /// Acceleration level: c_n, s+, a-; velocity level: c_n, beta+, beta-, lambda. -1 where a contact has no such.
  struct Places {
    int normal, plus, minus, last;
  };

  explicit PlacesInZ(const PlanarContactProblem& problem)
      : velocity_(problem.level == PlanarContactProblem::Level::velocity),
        contacts_(static_cast<int>(problem.contacts.size())) {
    for (const PlanarContactProblem::Contact& contact : problem.contacts) sliding_ += contact.sliding != 0;
  }
  int size() const { return velocity_ ? 4 * contacts_ : sliding_ + 3 * (contacts_ - sliding_); }
  void restart() { slid_ = rolled_ = 0; }
  Places next(const PlanarContactProblem::Contact& contact) {
    if (contact.sliding != 0) return {slid_++, -1, -1, -1};
    const int i = rolled_++;
    if (velocity_) return {i, contacts_ + i, 2 * contacts_ + i, 3 * contacts_ + i};
    const int rolling = contacts_ - sliding_;
    return {sliding_ + i, sliding_ + rolling + i, sliding_ + 2 * rolling + i, -1};
  }

 private:
  bool velocity_;
  int contacts_;
  int sliding_ = 0, slid_ = 0, rolled_ = 0;
};

}  // namespace pawl
