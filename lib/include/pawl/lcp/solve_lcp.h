// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>
#include <pawl/lcp/lemke.h>

#include <limits>
#include <string>
#include <vector>

namespace pawl {

/// A proof that a linear complementarity problem has no solution: a binary tree over "z_i = 0" and "w_i = 0" whose
/// leaves are infeasible as linear programs, by Farkas' lemma.
///
/// A leaf lists multipliers l (row, value as an exact fraction "p/q") with, for every solution of w - M z = q,
/// l'w - (M'l)'z = l'q < 0, where the coefficient of every w_i and z_j that the leaf does not fix at 0 is >= 0: no
/// w, z >= 0 can do that.
struct LcpRefutation {
  struct Node {
    int branch = -1;                                       ///< index i; -1: a leaf
    int z_zero = -1;                                       ///< node in which z_i = 0
    int w_zero = -1;                                       ///< node in which w_i = 0
    std::vector<std::pair<int, std::string>> multipliers;  ///< of a leaf
  };
  int variables = 0;        ///< of the LCP that the indices are of
  std::vector<Node> nodes;  ///< the first is the root
  [[nodiscard]] bool empty() const { return nodes.empty(); }
};

/// Whether the refutation proves, exactly for the doubles of the problem, that it has no solution. False when stopped.
[[nodiscard]] bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation, const StopToken& stop = {});

/// What found an answer, or was tried last.
enum class LcpMethod {
  lemke,             ///< Lemke's path, of the LCP or of a contact problem's forces
  branch_and_bound,  ///< the search over complementarities
  closed_form        ///< of few contacts
};
const char* method_name(LcpMethod method);  ///< "lemke", "branch and bound", "closed form"

struct [[nodiscard]] LcpAnswer {
  enum class Status {
    solved,    ///< z has a residual of at most kLcpResidual on the problem as given
    none,      ///< with `refutation`, which has been checked exactly
    undecided  ///< a limit was reached, or doubles could not tell
  };
  Status status = Status::undecided;
  Eigen::VectorXd z;
  double residual = std::numeric_limits<double>::infinity();
  int pivots = 0;
  LcpMethod method = LcpMethod::lemke;
  LcpRefutation refutation;
  std::vector<Eigen::VectorXd> solutions;  ///< of all_lcp_solutions
  bool complete = true;  ///< whether `solutions` are all: one of each complementary face that has some
};

/// Work is bounded by counts, so that no answer depends on how busy the machine is; `stop` ends it before, undecided.
struct LcpLimits {
  StopToken stop;         ///< looked at every 10 ms; a factorisation of n^3 operations is finished first
  long pivots = 1000000;  ///< in all, about
  long nodes = 1000000;   ///< of each walk through the tree
};

/// Larger problems are not treated in exact numbers, whose matrices would take gigabytes: none are proved to have no
/// solution, contact problems excepted.
inline constexpr int kLargestExactLcp = 1024;

/// Lemke's method and branch and bound over the complementarities, with linear programs for bounds. Throws InputError
/// for a problem that is not valid.
LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits = {});

/// All solutions: depth first over the complementary bases, infeasible ones pruned; exponential, for small or
/// structured problems. Where solutions form a face of positive dimension one of its points is listed.
LcpAnswer all_lcp_solutions(const Lcp& lcp, const LcpLimits& limits = {});

}  // namespace pawl
