// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

namespace pawl {

/// A W J'l: the sum, by weights l of its rows (l_n, l_t of each contact), of the matrix that makes accelerations of the
/// contacts' forces; found body by body. With each number the sum of the magnitudes that went into it, for bounds on
/// its rounding. Real is double or Rational.
template <class Real>
class WeightedMotion {
 public:
  struct Bounded {
    Real value = 0;
    Real size = 0;
  };

  explicit WeightedMotion(const PlanarContactProblem& problem) : problem_(problem) {}

  void assign(const std::vector<Real>& normal, const std::vector<Real>& tangent);
  /// The coefficient of the contact's normal (or tangential) force.
  Bounded along(const PlanarContactProblem::Contact& contact, bool tangent) const;

 private:
  struct Motion {
    Bounded x, y, turn;
  };
  const PlanarContactProblem& problem_;
  std::vector<Motion> motion_;
};

}  // namespace pawl
