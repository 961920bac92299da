// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

#include <memory>

namespace pawl {

/// The result of a pivoting method. The status is `solved` only if the residual is at most kLcpResidual.
struct [[nodiscard]] LcpSolution {
  enum class Status {
    solved,
    ray,         ///< the path ended in a secondary ray; for some classes of M this proves that no solution exists
    limit,       ///< a run reached the limit on pivots, or `stop` ended it
    inaccurate,  ///< a complementary basis was reached, but the residual of its solution exceeds kLcpResidual
    unsuited     ///< only from principal_pivoting(): a pivot shows that M is not in a class that the method solves
  };
  Status status = Status::limit;
  Eigen::VectorXd z;        ///< best point that was reached, n entries; set for every status
  double residual = 0;      ///< residual of z in the given problem
  int pivots = 0;           ///< number of pivots of all runs
  std::vector<char> basis;  ///< last complementary basis, n entries, 1 if z_i is basic and 0 if not; empty if no such
                            ///< basis was reached
};

struct LemkeOptions {
  Eigen::VectorXd covering;  ///< covering vector d > 0, n entries; if empty, all entries are 1 in the scaled problem
  int pivots = 0;            ///< largest number of pivots per run; 0 means 50 n + 100
  int restarts = 20;         ///< largest number of further runs, with random covering vectors, after the first run
                             ///< fails
  StopToken stop;            ///< token that stops all runs, with Status::limit
  unsigned seed = 1;
  bool extended = true;     ///< whether to add a last run in quadruple precision, for up to 512 variables
  std::vector<char> start;  ///< warm start, n entries: the first run begins at the basis in which the z_i with entry 1
                            ///< are basic; empty for a start at z = 0
};

/// Lemke's method with a lexicographic rule, which cannot cycle [Cottle, Pang, Stone; TPSL97, section 4]. Rows and
/// columns are scaled first. At the end, the solution of the last basis is recomputed with iterative refinement; its
/// residual refers to the problem as given. For every copositive-plus M, such as the matrix of contacts at rest, the
/// method ends with a solution, or with a ray that proves that no solution exists.
class LemkeSolver {
 public:
  LemkeSolver();
  ~LemkeSolver();
  LemkeSolver(LemkeSolver&&) noexcept;
  LemkeSolver& operator=(LemkeSolver&&) noexcept;

  /// Solves an LCP. Throws InputError for an invalid problem, a covering vector that is not positive, or vectors of the
  /// wrong size. The solver reuses its memory in later calls.
  const LcpSolution& solve(const Lcp& lcp, const LemkeOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

LcpSolution lemke(const Lcp& lcp, const LemkeOptions& options = {});

}  // namespace pawl
