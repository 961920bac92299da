// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

#include "friction/places_in_z.h"

namespace pawl {

/// The residual of a vector z of problem.lcp(), from bodies and contacts without the matrix, O(contacts).
class ContactResidual {
 public:
  struct Value {
    double residual = 0;  ///< as lcp_residual has it, in doubles
    double error = 0;     ///< at most how far lcp_residual(problem.lcp(), z) is from that
    /// At least what forces that are smaller than their w, and may pass for zero, do to the w, on the scale of the
    /// residual: where it is over the tolerance a force may be small for its unit only (zero_in_units tells).
    double hidden = 0;
  };
  Value operator()(const PlanarContactProblem& problem, const Eigen::VectorXd& z);  ///< keeps its memory

 private:
  /// What a body feels, then what it does: the sums, and those of the terms' magnitudes.
  struct Body {
    double x = 0, y = 0, turn = 0;
    double push = 0, twist = 0;
  };
  struct Force {
    double normal, tangent, size;
  };
  struct Motion {
    double normal, tangent, terms;
  };
  void push(const PlanarContactProblem& problem, const PlanarContactProblem::Contact& contact,
            const PlacesInZ::Places& at, const double* z);
  void push(const PlanarContactProblem::Contact& contact, const Force& force);
  Motion motion_at(const PlanarContactProblem::Contact& contact, double step) const;
  void move(const PlanarContactProblem& problem);
  static double response(const PlanarContactProblem& problem, const PlanarContactProblem::Contact& contact);

  std::vector<Body> bodies_;  ///< the ground last
};

}  // namespace pawl
