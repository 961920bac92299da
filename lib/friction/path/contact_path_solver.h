// SPDX-License-Identifier: MIT
#pragma once

#include "friction/contact_residual.h"
#include "friction/path/contact_path.h"
#include "lcp/portfolio.h"

namespace pawl::internal {

/// Solutions of a contact problem's LCP by closed forms and by ContactPath, judged on the problem as given.
class ContactPathSolver {
 public:
  /// Each is a step of a portfolio: whether it solved problem.lcp(). For all but the first the problem is the one last
  /// assigned. Keeps its memory.
  bool solve_at_once(const PlanarContactProblem& problem, Portfolio& portfolio);
  void assign(const PlanarContactProblem& problem) { frame_.assign(problem); }
  bool solve(const PlanarContactProblem& problem, Portfolio& portfolio);
  /// From the contacts' states in the last path that was followed to its end, if there were as many contacts.
  bool solve_again(const PlanarContactProblem& problem, Portfolio& portfolio);
  /// As if contacts that roll had no friction: what is at rest so, as piles in bins are, is at rest with it. Of the
  /// solutions that piles have this one is found at the end of a short path.
  bool solve_without_friction(const PlanarContactProblem& problem, Portfolio& portfolio);
  /// Beside the path of `solve`, one of biases that are a little different, by random covering vectors.
  bool solve_at_random(const PlanarContactProblem& problem, unsigned seed, Portfolio& portfolio);

 private:
  bool judge(ContactPath::End end, const PlanarContactProblem& problem, Portfolio& portfolio);
  bool judge_z(const PlanarContactProblem& problem, LcpMethod method, Portfolio& portfolio);
  void write_z(const PlanarContactProblem& problem);
  ContactPath::Limits path_limits(const Portfolio& portfolio) const;
  bool follow_without_friction(const PlanarContactProblem& problem, bool again, Portfolio& portfolio);

  ContactFrame frame_;
  PlanarContactProblem smooth_;     ///< the problem without friction
  bool states_are_smooth_ = false;  ///< the path's states are of such a problem
  ContactPath path_{frame_};
  ContactResidual residual_;
  Eigen::VectorXd z_;
};

}  // namespace pawl::internal
