// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "friction/body_contact_solver.h"
#include "friction/contact_least_squares.h"
#include "friction/coulomb.h"

namespace pawl::internal::inline friction {

double residual_of(const CoulombViscous& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// A solver for Coulomb friction and viscous friction together. Problems of bodies are solved by BodyContactSolver, with
/// a damper beside each contact. If it fails, or if the problem has blocks, viscous friction becomes part of the
/// inertia. With r = h mu_v, the normal and tangential rows N and T of the contacts, and the motion x in coordinates in
/// which the inertia is 1:
///
///   (1 + T'r T) x = N'c_n + T'c_C - T'r b_t
///
/// This is a problem of Coulomb's law for c_n and c_C, with the inertia L L' = 1 + T'r T. Its factors are dense, and
/// cost O(m^2 (m + n)) for m coordinates and n contacts. A problem without viscosity is a problem of Coulomb's law, and
/// has the same impulses.
class CoulombViscousSolver {
 public:
  void solve(const CoulombViscous& law, const ContactProblem& problem, const ContactStart& start,
             ContactImpulses& answer);

 private:
  bool solve_bodies(const CoulombViscous& law, const ContactProblem& problem, const ContactStart& start,
                    ContactImpulses& answer);
  bool solve_with_inertia(const ContactProblem& problem, ContactImpulses& answer);
  bool set_reduced(const ContactProblem& problem);

  Eigen::VectorXd damping_;  ///< result of viscous_impulses()
  BodyContactSolver bodies_;
  std::vector<BodyContacts::Surface> surfaces_;
  CoulombSolver coulomb_;
  RootRows rows_;
  ContactProblem reduced_;  ///< the problem of Coulomb's law, with one block of inertia 1 in the coordinates L'x
};

}  // namespace pawl::internal::inline friction
