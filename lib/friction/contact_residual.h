// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include "friction/contact_dynamics.h"
#include "friction/contact_layout.h"

namespace pawl::internal {

/// The residual of a vector z of problem.lcp(), from inertia and rows without the matrix: forces c of z, then a = step
/// J W J'c + b, then the pairs of the layout. O(contacts). Keeps its memory.
class ContactResidual {
 public:
  struct Value {
    double residual = 0;  ///< as lcp_residual has it, in doubles
    double error = 0;     ///< at most how far lcp_residual(problem.lcp(), z) is from that
    /// At least what forces that are smaller than their w, friction within its bound of what slides, or either below
    /// zero, which may pass for zero, do to the w, on the scale of the residual: where it is over the tolerance they
    /// may be small for their unit only (zero_in_units tells).
    double hidden = 0;
  };
  /// `dynamics` are the problem's.
  Value operator()(const ContactProblem& problem, const ContactDynamics<double>& dynamics, const Eigen::VectorXd& z);

 private:
  void push(const ContactProblem& problem, int contact, const Eigen::VectorXd& z);

  ContactLayout at_;
  WeightedMotion<double> motion_;
};

}  // namespace pawl::internal
