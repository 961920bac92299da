// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "friction/contact_basis.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "lcp/lcp.h"
#include "lcp/solve_lcp.h"

namespace pawl::internal::inline friction {

/// Lemke's path [Cottle, Pang, Stone 1992, 4.4; TPSL97, section 4] of a contact problem. Its unknowns are the forces
/// along the edges of the friction cones. The path consists of the solutions of the problem with biases b + d z0, where
/// d is the covering vector and z0 decreases to 0. A contact is open, slides with a force along one edge, or sticks
/// with forces along both edges. A basis (contact_basis.h) therefore has one row (a_n = 0 or a_t = 0) per edge with a
/// force, and at most 2 rows per contact. The number of rows is at most one more than the number of degrees of freedom
/// of the bodies. (The LCP's dictionary always has 3 or 4 rows per contact.) A pivot costs O(rows^2 + contacts).
///
/// The pairs (s+, a+) and (a-, s-) of open contacts need no pivots, because the forces are zero and the motions follow
/// from a_t. Ties are broken by the largest pivot. Cycling is possible under this rule, so the number of pivots is
/// limited.
class ContactPath {
 public:
  using End = PathEnd;
  /// The edges of the friction cone along which a force acts: none (open), the first (plus), the second (minus), or
  /// both (sticks).
  enum class State : char { open, plus, minus, sticks };

  explicit ContactPath(const ContactFrame& frame) : frame_(frame), basis_(frame) {}

  /// The limits of a run: the largest number of pivots, and a stop token.
  struct Limits {
    int pivots = 0;
    StopToken stop;
  };

  /// Follows the path from z = 0. The covering vector has entries near 1 for the normal accelerations a_n.
  End run(const Limits& limits);
  /// Follows the path from z = 0, with a covering vector whose entries for all a_n and a_t are random.
  End run_at_random(const Limits& limits, unsigned seed);
  /// Follows the path from the basis that the contact states of the last completed path imply. Leaves out rows that
  /// would make this basis singular. Chooses the covering vector so that all variables increase at a rate of about 1 as
  /// z0 increases.
  End run_again(const Limits& limits);

  int pivots() const { return pivots_; }
  /// force() returns the scaled force, >= 0, along an edge of the friction cone. motion() returns the scaled motion at
  /// a contact. Both are valid only if the path ended with End::solved.
  double force(int contact, int edge) const;
  double motion(int contact, bool tangent) const { return basis_.w(2 * contact + tangent); }
  State state(int contact) const { return state_[at(contact)]; }
  bool has_states(int contacts) const { return static_cast<int>(state_.size()) == contacts; }

 private:
  /// A variable that decreases as the entering variable increases, and so may have to leave the basis: its present
  /// value, and the rate `fall` at which it decreases.
  struct Block {
    int variable = -1;
    double value = 0, fall = 0;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void start_open();
  void adopt_states(const StopToken& stop);
  template <class Each>
  void for_each_bounded(const Each& each) const;
  bool leave_start();
  End follow(const Limits& limits);
  Block first_block();
  bool may_end(double step) const;
  void exchange(int entering, int leaving, double step);
  int complement(int left);
  void note_states();

  const ContactFrame& frame_;
  ContactBasis basis_;
  std::vector<char> slides_;  ///< for each closed contact, the sign that a_t must have, or 0
  std::vector<State> state_;  ///< state of each contact at the end of the last completed path
  std::vector<Block> candidates_;
  int candidate_count_ = 0;
  int entering_ = -1;
  int direction_ = 1;  ///< direction, +1 or -1, in which the entering variable changes if it is a motion
  int pivots_ = 0;
  int factored_ = 0;  ///< number of pivots that had been made at the last refactorisation
  std::vector<ContactBasis::Pair> pairs_;
};

/// A solver for a contact problem's LCP, by closed forms and by ContactPath. It checks solutions on the problem as
/// given.
class ContactPathSolver {
 public:
  ContactPathSolver() = default;
  ContactPathSolver(const ContactPathSolver&) = delete;  // not copyable, because path_ refers to frame_

  /// Sets the problem; must be called before the solve functions. Reuses its memory.
  void assign(const ContactProblem& problem);
  const ContactDynamics<double>& dynamics() const { return dynamics_; }  ///< dynamics of the assigned problem
  /// Returns whether paths can be computed for the problem. If so, the problem has one tangent, and all its blocks are
  /// small (ContactFrame::fits). If not, only solve_at_once() may be called.
  bool has_path() const { return has_path_; }

  /// The solve functions are methods of a portfolio. Each returns whether it solved problem.lcp() for the problem of
  /// the last assign().
  bool solve_at_once(const ContactProblem& problem, Portfolio& portfolio);
  bool solve(const ContactProblem& problem, Portfolio& portfolio);
  /// Solves the problem from the contact states of the last completed path. Fails if the number of contacts has
  /// changed.
  bool solve_again(const ContactProblem& problem, Portfolio& portfolio);
  /// Solves the problem without friction at rolling contacts. If bodies can rest without friction, as in a pile in a
  /// bin, the same forces are also a solution with friction. For piles, the path without friction is short.
  bool solve_without_friction(const ContactProblem& problem, Portfolio& portfolio);
  /// Follows a path with slightly changed biases and a random covering vector. If this path ends at a solution, solves
  /// the given problem from the contact states of that solution.
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
  ContactProblem smooth_;           ///< a copy of the problem without friction at rolling contacts
  bool states_are_smooth_ = false;  ///< whether the states at the end of the last path belong to the problem without
                                    ///< friction
  ContactPath path_{frame_};
  ContactLayout at_;
  ContactResidual residual_;
  Eigen::VectorXd z_;
};

}  // namespace pawl::internal::inline friction
