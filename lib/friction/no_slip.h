// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <vector>

#include "friction/contact_least_squares.h"
#include "friction/contact_problem_lcp.h"

namespace pawl::internal::inline friction {

double residual_of(const NoSlip& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Contact without slip: the least change of motion with v_n >= 0 everywhere and v_t = 0 at the contacts that stick, by
/// DualActiveSet. Which stick is found in rounds: at first those that touch; after each, those that carry nothing and
/// part are let go, and those that are pressed are held.
///
/// Rounds may go in a circle: where holding a contact lifts it, and letting it go presses it, there is no such motion.
/// What Coulomb's law does there for ever more friction is to let it slide, with v_n = 0, by a tangential impulse that
/// keeps it from approaching, and c_n = 0. So then the answer is that of Coulomb's law with much friction, polished by
/// the equations that it keeps.
///
/// The published route holds v_t = 0 at all contacts, also where it glues them (IndependentRows), and finds the normal
/// impulses by PublishedPivots.
class NoSlipSolver {
 public:
  void solve(const NoSlip& law, const ContactProblem& problem, ContactImpulses& answer);

 private:
  bool solve_law(const NoSlip& law, const ContactProblem& problem);
  bool solve_rounds();
  bool solve_round();
  bool regroup();
  bool solve_rough(const ContactProblem& problem, double friction);
  void polish(double friction);
  bool keeps(const NoSlip& law, const ContactProblem& problem);
  bool solve_published();
  void find_independent();
  bool solve_projected();

  RootRows rows_;
  std::vector<char> sticks_;             ///< of each contact
  std::vector<int> normals_, tangents_;  ///< contacts of the columns
  Eigen::MatrixXd columns_;
  Eigen::VectorXd bias_;
  DualActiveSet active_set_;
  IndependentRows independent_;
  PublishedPivots published_;
  ContactProblem rough_;  ///< with much friction
  ContactProblemSolver coulomb_;
  ContactLayout layout_;
  ContactImpulses* answer_ = nullptr;
};

}  // namespace pawl::internal::inline friction
