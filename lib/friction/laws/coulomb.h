// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include "friction/contact_layout.h"
#include "friction/laws/coulomb_newton.h"

namespace pawl::internal {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Coulomb's law by Newton's method from impulses near the answer (CoulombNewton); where there are none, or it does not
/// end, by the contact problem's own methods, without their search tree: a problem that the paths do not solve is left
/// to the caller, for whom a shorter step is cheaper than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  void solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer);
  static void give_up(const ContactProblem& problem, ContactImpulses& answer);

  BodyContacts contacts_;
  CoulombNewton newton_;
  std::vector<CoulombNewton::Force> forces_;
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

}  // namespace pawl::internal
