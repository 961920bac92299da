// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "friction/contact_basis.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "lcp/lcp.h"
#include "lcp/solve_lcp.h"

namespace pawl::internal::inline friction {

/// Lemke's path [Cottle, Pang, Stone 1992, 4.4; TPSL97, section 4] of a contact problem in the forces along the edges
/// of its friction cones: for z0 falling to 0 the solutions of the problem with biases b + d z0. A contact is open,
/// slides by one edge, or sticks by both, so a basis (contact_basis.h) has one row (a_n = 0, a_t = 0) for each edge in
/// it: at most 2 rows a contact, and never more than the bodies have degrees of freedom but one, where the LCP's
/// dictionary has 3 or 4 rows a contact always. Costs O(rows^2 + contacts) a pivot.
///
/// The pairs (s+, a+) and (a-, s-) of an open contact are zero with its force and follow its a_t; they need no pivots.
/// Ties are broken by the largest pivot, so that nothing forbids cycling: runs end after so many pivots.
class ContactPath {
 public:
  using End = PathEnd;
  enum class State : char { open, plus, minus, sticks };  ///< by which edges: none, the first, the second, both

  explicit ContactPath(const ContactFrame& frame) : frame_(frame), basis_(frame) {}

  /// When to give up: after so many pivots, or when stopped.
  struct Limits {
    int pivots = 0;
    StopToken stop;
  };

  /// From z = 0, covered by d = 1 (nearly) in every a_n.
  End run(const Limits& limits);
  /// Covered by random numbers, in a_t too.
  End run_at_random(const Limits& limits, unsigned seed);
  /// From what `state()` was, as far as it is a basis, covered by ones in its dictionary.
  End run_again(const Limits& limits);

  int pivots() const { return pivots_; }
  /// After End::solved: the scaled force along an edge, >= 0, and the scaled motion at a contact.
  double force(int contact, int edge) const;
  double motion(int contact, bool tangent) const { return basis_.w(2 * contact + tangent); }
  State state(int contact) const { return state_[at(contact)]; }
  bool has_states(int contacts) const { return static_cast<int>(state_.size()) == contacts; }

 private:
  /// A variable that falls as the entering one rises.
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
  std::vector<char> slides_;  ///< of a closed contact: the sign that its a_t must have
  std::vector<State> state_;  ///< at the end of the last path that was followed to its end
  std::vector<Block> candidates_;
  int candidate_count_ = 0;
  int entering_ = -1;
  int direction_ = 1;  ///< of an entering motion
  int pivots_ = 0;
  int factored_ = 0;  ///< pivots when the inverse was made anew
  std::vector<ContactBasis::Pair> pairs_;
};

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

}  // namespace pawl::internal::inline friction
