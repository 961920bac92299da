// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lemke.h>
#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <vector>

#include "lcp/branch_and_bound.h"
#include "lcp/dictionary.h"
#include "lcp/lcp.h"
#include "lcp/refutation.h"

namespace pawl::internal::inline lcp {

/// A sequence of methods for one problem. They are tried in order until one has an answer or the limits are reached.
/// The class counts their pivots, and writes the answer's status, method, z, residual and proof. Each member function
/// that runs a method returns whether the method found an answer.
class Portfolio {
 public:
  using Step = std::function<bool()>;
  /// A function that decides whether a vector z from one of the methods is a solution. It is called only if the
  /// residual of z is at most kLcpResidual. If it returns true, it must have called solved().
  using Accept = std::function<bool(LcpMethod method, const Eigen::VectorXd& z, double residual)>;
  using Check = std::function<bool(const Refutation&)>;

  /// A condition that solutions must satisfy in addition to the bound on their residual.
  using Further = std::function<bool(const Eigen::VectorXd& z)>;

  /// `limits` and `answer` must outlive this object. The answer is undecided until a method decides it.
  Portfolio(const LcpLimits& limits, LcpAnswer& answer, Further further = {})
      : limits_(limits), answer_(answer), further_(std::move(further)) {}

  const LcpLimits& limits() const { return limits_; }
  bool has_further() const { return static_cast<bool>(further_); }
  long spent() const { return answer_.pivots; }  ///< Returns the number of pivots of all methods until now.
  long pivots_left() const;                      ///< Returns the number of pivots that the limits still permit; 0 if a
                                                 ///< stop was requested.
  bool over() const { return pivots_left() == 0; }

  void spend(long pivots) { answer_.pivots += static_cast<int>(pivots); }
  /// Returns whether z satisfies the further condition. If it does, z becomes the answer.
  bool solved(LcpMethod method, const Eigen::VectorXd& z, double residual);

  bool lemke(LemkeSolver& solver, const Lcp& lcp, const LemkeOptions& options, const Accept& accept);
  /// Tests two vectors that branch and bound found: the z of the given basis and, if it is not a solution, `guess`.
  /// Returns whether one of them is a solution.
  bool try_basis(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                 const Accept& accept) const;
  /// Runs a branch and bound. `holds` must check a refutation exactly.
  bool search(BranchAndBound& tree, long nodes, long pivots, const Check& holds);

  /// Solves an LCP by Lemke's method and branch and bound; `rounded` and `exact` are as in LcpFarkas. Starts with two
  /// short runs: one run of Lemke's method, and then 200 nodes of the tree, which are sufficient to refute most
  /// infeasible problems. Then two methods alternate: Lemke's method with other covering vectors (the first time also
  /// in higher precision), and the tree. Each of these runs of the tree has a limit on pivots: 5000 at first, and twice
  /// the previous limit from then on.
  void in_turns(const Lcp& lcp, bool rounded, const std::function<ExactLcp()>& exact, const Accept& accept);

 private:
  using Path = std::function<bool(const LemkeOptions&)>;
  using Tree = std::function<bool(long nodes, long pivots)>;
  void in_turns(const Path& path, const Tree& tree);

  const LcpLimits& limits_;
  LcpAnswer& answer_;
  Further further_;
};

/// A depth-first search for all solutions, over the assumptions "z_i = 0" and "w_i = 0", until all pairs are decided.
/// The linear program of a node is w = M z + q, w, z >= 0, with some variables fixed at 0. If this program is
/// infeasible, which is proved in rationals, the node has no solutions. (To find one solution, or a proof that none
/// exists, use BranchAndBound.) The search visits up to 2^n nodes for n pairs. Each node takes some pivots of O(n^2)
/// operations.
class Enumeration {
 public:
  /// `exact` returns the problem that proofs are about. It is called when the first proof is needed. If a stop token
  /// ends that call, it returns a problem without variables. `lcp` may be a rounded form of that problem.
  Enumeration(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits);

  void run();

  const std::vector<Eigen::VectorXd>& solutions() const { return solutions_; }
  /// Returns whether the search decided every node: it reached no limit, was not stopped, and found in every leaf an
  /// accurate solution or a proof that no solution exists.
  bool complete() const { return !failed_; }
  const Refutation& refutation() const {
    return refutation_;
  }  ///< valid only if the enumeration is complete and found no solution
  long pivots() const { return pivots_; }

 private:
  template <class Real>
  int visit(Dictionary<Real> program);
  template <class Real>
  int refute(const Dictionary<Real>& program);
  template <class Real>
  int visit_in_quadruple(const Dictionary<Real>& program);
  template <class Real>
  int split(const Dictionary<Real>& program, int pair);
  template <class Real>
  int most_violated(const Dictionary<Real>& program, bool& complementary) const;
  template <class Real>
  bool add_solution(const Dictionary<Real>& program);
  bool same_point(const Eigen::VectorXd& z, const Eigen::VectorXd& other) const;
  bool over_limit();
  int fail();
  int size() const { return static_cast<int>(lcp_.size()); }

  const Lcp& lcp_;
  const std::function<ExactLcp()>& make_exact_;
  ExactLcp exact_;
  LcpLimits limits_;
  ScaledLcp scaled_;
  WideLcp wide_;  ///< the scaled problem in quadruple precision
  Refutation refutation_;
  std::size_t tried_ = 0;  ///< number of tolerances tried in quadruple precision for the current node and its ancestors
  bool failed_ = false;
  long nodes_ = 0;
  long pivots_ = 0;
  int depth_ = 0;
  std::vector<Eigen::VectorXd> solutions_;
};

/// Does the same as all_lcp_solutions(). `exact` has the same meaning as in Enumeration.
LcpAnswer all_solutions(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits);

}  // namespace pawl::internal::inline lcp
