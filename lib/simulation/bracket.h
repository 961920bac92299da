// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <utility>

namespace pawl::internal {

/// Where a condition ends that holds at `before` and not at `after`, between 0 and 1: where a value changes its sign.
///
/// Secants, each followed by one of twice the length, which comes out on the other side of the root about as far away
/// [Alefeld, Potra, Shi 1995]; halves where these are no help. For values that are nearly straight some six of them.
class Bracket {
 public:
  struct End {
    double place = 0, value = 0;
  };
  Bracket(const End& before, const End& after) : before_(before), after_(after) {}

  const End& after() const { return after_; }

  /// `look(place)` gives the value there and whether the condition holds. Until the ends are `width` apart.
  template <class Look>
  void close(double width, const Look& look) {
    constexpr int kMostRounds = 60;
    for (int k = 0; k < kMostRounds && gap() > width; ++k) {
      const double was = gap();
      try_place(secant(1), look);
      if (gap() > width) try_place(secant(2), look);
      if (gap() > was / 2) try_place(before_.place + gap() / 2, look);
    }
  }

 private:
  double gap() const { return after_.place - before_.place; }

  /// From the end with the smaller value, `times` the way to where the line through both is 0.
  double secant(double times) const {
    const End& near = std::fabs(before_.value) < std::fabs(after_.value) ? before_ : after_;
    return near.place - times * near.value * gap() / (after_.value - before_.value);
  }

  template <class Look>
  void try_place(double place, const Look& look) {
    if (!(place > before_.place && place < after_.place)) return;
    const std::pair<double, bool> found = look(place);
    (found.second ? before_ : after_) = {place, found.first};
  }

  End before_, after_;
};

}  // namespace pawl::internal
