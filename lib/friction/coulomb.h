// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "friction/body_contact_solver.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"

namespace pawl::internal::inline friction {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// A solver for Coulomb's law. BodyContactSolver solves problems with an initial guess or with many contacts. If it
/// fails, or if no initial guess is given, the methods of ContactProblemSolver, without its search tree, solve problems
/// with few contacts. If these methods fail too, the problem remains unsolved, because a shorter time step costs the
/// caller less than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  void solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer);
  bool improve(const ContactProblem& problem, ContactImpulses& answer);
  static void give_up(const ContactProblem& problem, ContactImpulses& answer);

  BodyContactSolver bodies_;
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

}  // namespace pawl::internal::inline friction
