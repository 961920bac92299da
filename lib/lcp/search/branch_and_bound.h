// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <memory>
#include <vector>

#include "lcp/search/branching.h"

namespace pawl::internal {

/// The first solution of a problem with complementary pairs, or a proof that there is none: depth first over "z_i = 0"
/// and "w_i = 0". A node of the tree is a set of assumptions, its bound the linear program of Branching. Where that is
/// infeasible, and Farkas' multipliers prove it, the node is refuted; where its point is complementary, it is a
/// solution, or slack is made smaller; else the node branches on a violated pair. A child whose proof does not use the
/// assumption that the child was made by refutes its parent (as conflicts do in searches for Boolean assignments).
///
/// Which pair: the most violated are tried (`probes`), each side by some pivots. One that is infeasible at once is
/// taken; else the one with the largest product of what both sides cost, times how often, and how lately, proofs used
/// assumptions of its group (activity, as in such searches). Worst case exponential.
class BranchAndBound {
 public:
  using Status = LcpAnswer::Status;
  struct Options {
    double slack = 1e-7;         ///< of the root's program, relative
    double least_slack = 1e-11;  ///< it is made smaller down to this where a complementary point is no solution,
    double most_slack = 1e-5;    ///< and larger up to this where an infeasible program proves nothing
    long nodes = 1000000;        ///< at most
    long pivots = 1000000;       ///< at most
    int probes = 20;             ///< violated pairs that are tried before one is chosen
    StopToken stop;
  };

  /// The problem must outlive the search.
  explicit BranchAndBound(Branching& problem) : problem_(problem) {}

  /// `solved` once the problem has accepted a point, `none` with refutation().
  Status run(const Options& options);

  long pivots() const { return pivots_; }  ///< of all runs
  Refutation refutation() const;           ///< after Status::none

 private:
  struct Choice {
    int pair = -1;
    Side first = Side::z;
    double violation = 0;
  };
  /// Of the proof so far. `doubles` or `rationals`: places of a leaf's multipliers in the lists of that name.
  struct Node {
    int branch = -1;  ///< a pair, or -1: a leaf, a node that multipliers refute
    int z_zero = -1, w_zero = -1;
    int doubles = -1, rationals = -1;
  };
  /// What is known of the node that is visited at some depth.
  struct Level {
    Dictionary<double> program;
    Assumptions assumed;
    double slack = 0;
  };
  struct Visit {
    int node = kOpen;
    Assumptions used;  ///< by its proof
  };
  static constexpr int kOpen = -1;  ///< not refuted
  static constexpr int kStop = -2;  ///< solved, or over a limit
  using End = Dictionary<double>::End;

  Level& level(int depth);
  bool stopped() const { return pivots_ >= most_pivots_ || options_.stop.stop_requested(); }
  bool over_limit() { return ++visited_ > options_.nodes || stopped(); }
  Visit open_visit() const;
  Visit stop_visit() const;
  void assume(Level& level, int pair, Side side) const;
  End solve(Level& level);
  End solve_or_refute(Level& level, Visit& visit);
  void rebuild(Level& level, double slack);

  Visit visit(int depth);
  Visit branch(int depth, const Choice& choice);
  Visit branch_anywhere(int depth);
  std::vector<Choice> violated_pairs(const Level& level);
  Choice probe(int depth, const std::vector<Choice>& candidates);
  double probe_side(int depth, int pair, Side side);
  double activity(int pair) const;

  bool refuted(const Level& level, Visit& visit);
  bool refuted_exactly(const Level& level, Visit& visit);
  void add_leaf(const Node& leaf, Visit& visit);
  int write(int node, Refutation& refutation) const;

  Branching& problem_;
  Branching::Size size_;
  Options options_;
  long most_pivots_ = 0;
  int most_levels_ = 0;  ///< that fit into memory
  std::vector<std::unique_ptr<Level>> levels_;
  Level fresh_;
  std::vector<Branching::Pair> pairs_;
  std::vector<Node> nodes_;
  std::vector<Multipliers<double>> doubles_;
  std::vector<Multipliers<Rational>> rationals_;
  std::vector<double> activity_;  ///< of each group, times weight_
  double weight_ = 1;             ///< of the next proof: each counts a little more than the one before
  int root_ = kOpen;
  bool solved_ = false;
  long visited_ = 0;
  long pivots_ = 0;
};

}  // namespace pawl::internal
