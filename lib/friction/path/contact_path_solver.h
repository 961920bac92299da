// SPDX-License-Identifier: MIT
#pragma once

#include "friction/contact_dynamics.h"
#include "friction/contact_layout.h"
#include "friction/contact_residual.h"
#include "friction/path/contact_path.h"
#include "lcp/portfolio.h"

namespace pawl::internal {

/// Solutions of a contact problem's LCP by closed forms and by ContactPath, judged on the problem as given.
class ContactPathSolver {
 public:
  ContactPathSolver() = default;
  ContactPathSolver(const ContactPathSolver&) = delete;  // its path refers to its frame

  /// Before the steps. Keeps its memory.
  void assign(const ContactProblem& problem);
  const ContactDynamics<double>& dynamics() const { return dynamics_; }  ///< of that problem
  /// Whether the problem has a path: one tangent, blocks of few coordinates (ContactFrame::fits). Without it only
  /// solve_at_once may be called.
  bool has_path() const { return has_path_; }

  /// Each is a step of a portfolio: whether it solved problem.lcp(). The problem is the one last assigned.
  bool solve_at_once(const ContactProblem& problem, Portfolio& portfolio);
  bool solve(const ContactProblem& problem, Portfolio& portfolio);
  /// From the contacts' states in the last path that was followed to its end, if there were as many contacts.
  bool solve_again(const ContactProblem& problem, Portfolio& portfolio);
  /// As if contacts that roll had no friction: what is at rest so, as piles in bins are, is at rest with it. Of the
  /// solutions that piles have this one is found at the end of a short path.
  bool solve_without_friction(const ContactProblem& problem, Portfolio& portfolio);
  /// Beside the path of `solve`, one of biases that are a little different, by random covering vectors.
  bool solve_at_random(const ContactProblem& problem, unsigned seed, Portfolio& portfolio);

 private:
  bool judge(ContactPath::End end, const ContactProblem& problem, Portfolio& portfolio);
  bool judge_z(const ContactProblem& problem, LcpMethod method, Portfolio& portfolio);
  void write_z(const ContactProblem& problem);
  ContactPath::Limits path_limits(const Portfolio& portfolio) const;
  bool follow_without_friction(const ContactProblem& problem, bool again, Portfolio& portfolio);

  ContactDynamics<double> dynamics_;
  bool has_path_ = false;
  ContactFrame frame_;
  ContactProblem smooth_;           ///< the problem without friction
  bool states_are_smooth_ = false;  ///< the path's states are of such a problem
  ContactPath path_{frame_};
  ContactLayout at_;
  ContactResidual residual_;
  Eigen::VectorXd z_;
};

}  // namespace pawl::internal
