// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

#include <memory>

namespace pawl {

/// What a pivoting method did; success only with a residual of at most kLcpResidual.
struct [[nodiscard]] LcpSolution {
  enum class Status {
    solved,
    ray,         ///< the path ended in a secondary ray: a proof that there is no solution only for some classes of M
    limit,       ///< too many pivots
    inaccurate,  ///< a basis was reached, but its solution is not good to kLcpResidual
    unsuited     ///< principal pivoting: a pivot shows that M is not of a class that the method serves
  };
  Status status = Status::limit;
  Eigen::VectorXd z;        ///< n; the best reached, also without success
  double residual = 0;      ///< of z on the problem as given
  int pivots = 0;           ///< of all runs
  std::vector<char> basis;  ///< n: 1 where z_i is basic, of the last complementary basis; empty without one
};

struct LemkeOptions {
  Eigen::VectorXd covering;  ///< d > 0, n; empty: ones in the scaled problem
  int pivots = 0;            ///< most a run; 0: 50 n + 100
  int restarts = 20;         ///< further runs with random covering vectors after a run that failed
  StopToken stop;            ///< of all runs: Status::limit
  unsigned seed = 1;
  bool extended = true;     ///< a last run in quadruple precision, of up to 512 variables
  std::vector<char> start;  ///< warm start, n: a first run from the basis with these z; 1 where z_i is believed basic
};

/// Lemke's method with a lexicographic rule, which cannot cycle [Cottle, Pang, Stone; TPSL97, section 4]. Rows and
/// columns are scaled first; the last basis is solved anew with iterative refinement, and judged on the problem as
/// given. Processes every copositive-plus M, as those of contact at rest, to a solution or a proof (ray) that there is
/// none.
class LemkeSolver {
 public:
  LemkeSolver();
  ~LemkeSolver();
  LemkeSolver(LemkeSolver&&) noexcept;
  LemkeSolver& operator=(LemkeSolver&&) noexcept;

  /// Throws InputError for a problem that is not valid, a covering vector that is not positive or vectors of the wrong
  /// size. Keeps its memory.
  const LcpSolution& solve(const Lcp& lcp, const LemkeOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

LcpSolution lemke(const Lcp& lcp, const LemkeOptions& options = {});

}  // namespace pawl
