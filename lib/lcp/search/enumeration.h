// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <vector>

#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/search/dictionary.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/refutation.h"
#include "lcp/search/wide_lcp.h"

namespace pawl::internal {

/// All solutions: depth first over "z_i = 0" and "w_i = 0", until all pairs are decided. A node's linear program
/// w = M z + q, w, z >= 0, some of them fixed at 0, says whether it may hold some; what it calls infeasible is proved
/// in rationals. (The first solution, or a proof that there is none, is BranchAndBound's matter.) Up to 2^n nodes, each
/// of some pivots of O(n^2).
class Enumeration {
 public:
  /// `exact`, asked for when the first proof is due, is the problem that proofs are about, without variables when
  /// stopped; `lcp` may be it, rounded.
  Enumeration(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits);

  void run();

  const std::vector<Eigen::VectorXd>& solutions() const { return solutions_; }
  bool complete() const { return !failed_; }                    ///< no limit, and nothing that doubles could not tell
  const Refutation& refutation() const { return refutation_; }  ///< when complete and without solutions
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
  WideLcp wide_;  ///< the scaled problem
  Refutation refutation_;
  std::size_t tried_ = 0;  ///< tolerances in quadruple precision, for the present node
  bool failed_ = false;
  long nodes_ = 0;
  long pivots_ = 0;
  int depth_ = 0;
  std::vector<Eigen::VectorXd> solutions_;
};

/// As all_lcp_solutions; `exact` as of Enumeration.
LcpAnswer all_solutions(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits);

}  // namespace pawl::internal
