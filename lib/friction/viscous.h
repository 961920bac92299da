// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <optional>

#include "friction/body_contact_solver.h"
#include "friction/contact_least_squares.h"

namespace pawl::internal::inline friction {

/// Returns the viscous friction impulse r = h mu_v of each contact per unit velocity, N s per m/s. It is 0 for a contact
/// that does not touch at the step's start. `usual` is the viscosity of a contact without a viscosity of its own, N s/m.
Eigen::VectorXd viscous_impulses(const ContactProblem& problem, double usual);

/// The motion x under viscous friction, before contact impulses act, in coordinates in which the inertia is 1.
struct ViscousMotion {
  Eigen::MatrixXd lower;  ///< Cholesky factor L of the inertia with viscous friction, L L' = 1 + T'r T
  Eigen::VectorXd free;   ///< solution of L L' x = -T'r b_t
};

/// Returns the motion under the viscous friction `damping` of each contact, from viscous_impulses(). Returns nothing if
/// the inertia overflows.
std::optional<ViscousMotion> viscous_motion(const RootRows& rows, const Eigen::VectorXd& damping);

double residual_of(const Viscous& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// An implicit solver for viscous friction. With r = h mu_v at the contacts that touch, the motion x solves
///
///   min |x|^2/2 + sum r (T x + b_t)^2/2   subject to   N x + b_n >= 0
///
/// With the factorisation L L' = 1 + T'r T, this is a problem for DualActiveSet in the coordinates L'x. Its factors are
/// dense, so BodyContactSolver solves problems with many bodies instead, with a damper at each contact. The published
/// route computes friction from the velocity before the contact impulses act, c_t = -r b_t, and finds normal impulses
/// by PublishedPivots. (The paper uses the velocity at the step's start.) The published route diverges if r times the
/// response of a contact exceeds 2.
class ViscousSolver {
 public:
  void solve(const Viscous& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_bodies(const Viscous& law, const ContactProblem& problem, const ContactStart& start);
  bool solve_implicit();
  bool solve_published();
  bool set_normals(const Eigen::VectorXd& motion, bool implicit);

  RootRows rows_;
  Eigen::VectorXd damping_;  ///< result of viscous_impulses()
  Eigen::MatrixXd lower_;    ///< Cholesky factor L
  Eigen::MatrixXd columns_;
  Eigen::VectorXd bias_, lengths_;
  std::vector<int> contact_;  ///< for each column of a normal, its contact
  DualActiveSet active_set_;
  PublishedPivots published_;
  BodyContactSolver bodies_;
  std::vector<BodyContacts::Surface> surfaces_;
  ContactImpulses* answer_ = nullptr;
};

}  // namespace pawl::internal::inline friction
