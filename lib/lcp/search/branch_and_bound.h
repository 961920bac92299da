// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <functional>

#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/feasibility_tableau.h"
#include "lcp/search/wide_lcp.h"

namespace pawl {

/// All solutions: depth first over "z_i = 0" and "w_i = 0", each node's linear program deciding whether it may hold
/// some. (The first solution, or a proof, is LcpTree's matter.)
class BranchAndBound {
 public:
  /// `exact` is asked for when the first proof is due.
  BranchAndBound(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits);

  /// Adds what it finds to `answer`: the status, the solutions or the refutation, the pivots.
  void run(LcpAnswer& answer);

 private:
  template <class Real>
  int visit(FeasibilityTableau<Real> tableau);
  template <class Real>
  int leaf(const FeasibilityTableau<Real>& tableau);
  template <class Real>
  int look_again(const FeasibilityTableau<Real>& tableau);
  template <class Real>
  int split(const FeasibilityTableau<Real>& tableau, int index);
  template <class Real>
  int most_violated(const FeasibilityTableau<Real>& tableau, bool& complementary) const;
  template <class Real>
  bool take_solution(const FeasibilityTableau<Real>& tableau);
  bool same_point(const Eigen::VectorXd& z, const Eigen::VectorXd& other) const;
  bool over_limit();

  const Lcp& lcp_;
  const std::function<ExactLcp()>& make_exact_;
  ExactLcp exact_;
  LcpLimits limits_;
  ScaledLcp scaled_;
  WideLcp wide_;  ///< the scaled problem
  LcpRefutation refutation_;
  std::size_t looks_ = 0;  ///< in quadruple precision, round the present node
  bool failed_ = false;    ///< a limit, or something that doubles could not tell
  long nodes_ = 0;
  long pivots_ = 0;
  int depth_ = 0;
  std::vector<Eigen::VectorXd> solutions_;
};

}  // namespace pawl
