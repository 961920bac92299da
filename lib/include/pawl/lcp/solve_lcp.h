// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>
#include <pawl/lcp/lemke.h>

#include <limits>
#include <string>
#include <vector>

namespace pawl {

/// A proof that a linear complementarity problem has no solution. The proof is a binary tree: each inner node
/// distinguishes "z_i = 0" and "w_i = 0", and each leaf is a linear program that is infeasible by Farkas' lemma.
///
/// A leaf lists multipliers l (row, value as an exact fraction "p/q"). Every solution of w - M z = q satisfies l'w -
/// (M'l)'z = l'q. In a leaf, l'q < 0, but all variables w_i and z_j that the leaf does not fix at 0 have coefficients
/// >= 0. Therefore no w, z >= 0 satisfy this equation.
struct LcpRefutation {
  struct Node {
    int branch = -1;                                       ///< index i of the variable that the node branches on; -1
                                                           ///< for a leaf
    int z_zero = -1;                                       ///< index of the child node in which z_i = 0
    int w_zero = -1;                                       ///< index of the child node in which w_i = 0
    std::vector<std::pair<int, std::string>> multipliers;  ///< multipliers of a leaf; unused for other nodes
  };
  int variables = 0;        ///< number of variables of the LCP that the proof is about
  std::vector<Node> nodes;  ///< nodes of the tree; the first is the root
  [[nodiscard]] bool empty() const { return nodes.empty(); }
};

/// Returns whether the refutation proves, exactly for the doubles of the LCP, that the LCP has no solution. Returns
/// false if `stop` ends the check.
[[nodiscard]] bool proves_no_solution(const Lcp& lcp, const LcpRefutation& refutation, const StopToken& stop = {});

/// The method that found an answer, or the method that was tried last if none found one.
enum class LcpMethod {
  lemke,             ///< Lemke's path, on the LCP or on the forces of a contact problem
  branch_and_bound,  ///< branch and bound over the complementarity conditions
  closed_form,       ///< closed form, for problems of few contacts
  interior_point     ///< interior_point() (pawl/lcp/interior_point.h); solve_lcp() does not use this method
};
const char* method_name(LcpMethod method);  ///< Returns "lemke", "branch and bound", "closed form" or "interior point".

struct [[nodiscard]] LcpAnswer {
  enum class Status {
    solved,    ///< z has a residual of at most kLcpResidual in the given problem
    none,      ///< no solution exists; `refutation` proves this, and was checked exactly
    undecided  ///< a limit was reached, or double precision did not suffice
  };
  Status status = Status::undecided;
  Eigen::VectorXd z;
  double residual = std::numeric_limits<double>::infinity();
  int pivots = 0;
  LcpMethod method = LcpMethod::lemke;
  LcpRefutation refutation;
  std::vector<Eigen::VectorXd> solutions;  ///< solutions found by all_lcp_solutions(); solve_lcp() leaves the list
                                           ///< empty
  bool complete = true;  ///< true if `solutions` contains one solution from every complementary face that has solutions
};

/// Limits on the work. They are counts and not times, so that answers do not depend on the load of the machine. `stop`
/// can end the work earlier; the answer is then undecided.
struct LcpLimits {
  StopToken stop;         ///< polled at least every 10 ms, except during a factorisation of n^3 operations
  long pivots = 1000000;  ///< approximate limit on the total number of pivots
  long nodes = 1000000;   ///< limit on the number of nodes of the branch-and-bound tree, each time it is searched
};

/// Largest number of variables of a problem for which exact arithmetic is used. The exact matrices of larger problems
/// would take gigabytes. For larger problems, except contact problems, no answer is a proof that no solution exists.
inline constexpr int kLargestExactLcp = 1024;

/// Solves an LCP with Lemke's method, and with a branch and bound over the complementarity conditions whose bounds are
/// linear programs. Throws InputError for an invalid problem.
LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits = {});

/// Finds all solutions by a depth-first search over the complementary bases, without those bases that are proved to be
/// infeasible. The cost is exponential, so use this function for small or structured problems. If solutions form a face
/// of positive dimension, one of its points is listed.
LcpAnswer all_lcp_solutions(const Lcp& lcp, const LcpLimits& limits = {});

}  // namespace pawl
