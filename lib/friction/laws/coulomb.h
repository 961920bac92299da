// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include "friction/contact_layout.h"

namespace pawl::internal {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Coulomb's law by the contact problem's own methods, without their search tree: a problem that the paths do not solve
/// is left to the caller, for whom a shorter step is cheaper than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, bool again, ContactImpulses& answer);

 private:
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

}  // namespace pawl::internal
