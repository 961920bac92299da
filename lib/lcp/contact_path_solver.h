// SPDX-License-Identifier: MIT
#pragma once

#include "lcp/contact_path.h"
#include "lcp/contact_residual.h"

namespace pawl {

/// Solutions of a contact problem's LCP by closed forms and by ContactPath, judged on the problem as given.
class ContactPathSolver {
 public:
  /// Each: whether answer's z solves problem.lcp(); also sets its residual, and adds to its pivots. For all but the
  /// first the problem is the one last assigned. Keeps its memory.
  bool solve_at_once(const PlanarContactProblem& problem, LcpAnswer& answer);
  void assign(const PlanarContactProblem& problem) { frame_.assign(problem); }
  bool solve(const PlanarContactProblem& problem, LcpAnswer& answer);
  /// From the contacts' states in the last path that was followed to its end, if there were as many contacts.
  bool solve_again(const PlanarContactProblem& problem, LcpAnswer& answer);
  bool solve_at_random(const PlanarContactProblem& problem, unsigned seed, LcpAnswer& answer);

 private:
  bool judge(ContactPath::End end, const PlanarContactProblem& problem, LcpAnswer& answer);
  bool judge_z(const PlanarContactProblem& problem, LcpAnswer& answer);
  void write_z(const PlanarContactProblem& problem, Eigen::VectorXd& z) const;
  int most_pivots() const { return 30 * frame_.size() + 100; }

  ContactFrame frame_;
  ContactPath path_{frame_};
  ContactResidual residual_;
};

}  // namespace pawl
