// SPDX-License-Identifier: MIT
#pragma once

#include "friction/contact_residual.h"
#include "friction/path/contact_path.h"

namespace pawl {

/// Solutions of a contact problem's LCP by closed forms and by ContactPath, judged on the problem as given.
class ContactPathSolver {
 public:
  /// Each: whether answer's z solves problem.lcp(); also sets its residual, and adds to its pivots. For all but the
  /// first the problem is the one last assigned. Keeps its memory.
  bool solve_at_once(const PlanarContactProblem& problem, LcpAnswer& answer);
  void assign(const PlanarContactProblem& problem) { frame_.assign(problem); }
  bool solve(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer);
  /// From the contacts' states in the last path that was followed to its end, if there were as many contacts.
  bool solve_again(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer);
  /// As if contacts that roll had no friction: what is at rest so, as piles in bins are, is at rest with it. Of the
  /// solutions that piles have this one is found at the end of a short path.
  bool solve_without_friction(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer);
  /// Beside the path of `solve`, one of biases that are a little different, by random covering vectors.
  bool solve_at_random(const PlanarContactProblem& problem, unsigned seed, const LcpLimits& limits, LcpAnswer& answer);

 private:
  bool judge(ContactPath::End end, const PlanarContactProblem& problem, LcpAnswer& answer);
  bool judge_z(const PlanarContactProblem& problem, LcpAnswer& answer);
  void write_z(const PlanarContactProblem& problem, Eigen::VectorXd& z) const;
  ContactPath::Limits path_limits(const LcpLimits& limits, const LcpAnswer& answer) const;

  bool follow_without_friction(const PlanarContactProblem& problem, const LcpLimits& limits, bool again,
                               LcpAnswer& answer);

  ContactFrame frame_;
  PlanarContactProblem smooth_;     ///< the problem without friction
  bool states_are_smooth_ = false;  ///< the path's states are of such a problem
  ContactPath path_{frame_};
  ContactResidual residual_;
};

}  // namespace pawl
