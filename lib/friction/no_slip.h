// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <vector>

#include "friction/body_contact_solver.h"
#include "friction/contact_least_squares.h"
#include "friction/contact_problem_lcp.h"

namespace pawl::internal::inline friction {

double residual_of(const NoSlip& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// A solver for contact without slip. DualActiveSet computes the smallest change of motion with v_n >= 0 at all
/// contacts and v_t = 0 at the sticking contacts. The set of sticking contacts is found iteratively. At first it
/// contains the contacts that touch. After each solution, contacts that separate without an impulse are removed from
/// the set, and contacts with a normal impulse are added.
///
/// The iteration may cycle, because a contact may separate while it is in the set, and be pressed after it is removed.
/// In this case a motion without slip does not exist. In the limit of Coulomb's law for increasing friction, such a
/// contact slides with v_n = 0 and c_n = 0, and a tangential impulse keeps it from approaching. The answer is then the
/// solution of Coulomb's law with large friction, refined by the equations that hold in this limit.
///
/// DualActiveSet has dense factors, so BodyContactSolver solves problems with many bodies instead, also under Coulomb's
/// law with large friction. If no contact slides, its solution already satisfies the law without slip.
///
/// The limit for increasing friction may not exist. For example, both lower vertices of a tilted box land in one step.
/// Because the box turns, their displacements along the floor differ, so they cannot both be 0; as friction increases,
/// the two tangential impulses grow without bound. Then the answer is the solution of Coulomb's law with friction
/// kSlipsAt.
///
/// The published route imposes v_t = 0 at all contacts, even at separating contacts (IndependentRows), and finds the
/// normal impulses by PublishedPivots.
class NoSlipSolver {
 public:
  void solve(const NoSlip& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_law(const NoSlip& law, const ContactProblem& problem, const ContactStart& start);
  bool solve_bodies(const NoSlip& law, const ContactProblem& problem, const ContactStart& start);
  bool solve_iterations();
  bool solve_iteration();
  bool regroup();
  bool solve_rough(const ContactProblem& problem, double friction);
  Eigen::VectorXd motion_of_answer() const;
  void polish(double friction);
  bool solve_with_slip(const ContactProblem& problem, const ContactStart& start);
  bool keeps(const NoSlip& law, const ContactProblem& problem);
  bool solve_published();
  void find_independent();
  bool solve_projected();

  RootRows rows_;
  std::vector<char> sticks_;             ///< whether each contact sticks
  std::vector<int> normals_, tangents_;  ///< for each column of columns_, the contact that it belongs to
  Eigen::MatrixXd columns_;
  Eigen::VectorXd bias_;
  DualActiveSet active_set_;
  IndependentRows independent_;
  PublishedPivots published_;
  ContactProblem rough_;  ///< a copy of the problem, in which all friction coefficients are large
  ContactProblemSolver coulomb_;
  ContactLayout layout_;
  BodyContactSolver bodies_;
  ContactImpulses* answer_ = nullptr;
};

}  // namespace pawl::internal::inline friction
