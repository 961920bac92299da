// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <memory>
#include <optional>

#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/force_program.h"
#include "lcp/search/lcp_leaf.h"

namespace pawl {

/// Branch and bound for the first solution of a linear complementarity problem, or a proof that there is none: a node
/// is a set of assumptions "z_i = 0" and "w_i = 0", its bound a linear program over z. The w are relaxed by a small
/// part
/// (`slack`) of the z, so that an infeasible node leaves room for rounding in its proof. A refuted child whose proof
/// does not use its assumption refutes its parent. ContactTree is the same over the forces of planar contacts.
class LcpTree {
 public:
  struct Options {
    double slack = 1e-7, least_slack = 1e-11, most_slack = 1e-5;
    long nodes = 1000000;
    long pivots = 1000000;
    StopToken stop;
    int probes = 20;  ///< candidates for a branching that are tried before one is chosen
  };
  enum class End { solved, none, undecided };
  /// Judges a z near a solution, and the basis it points to (1 where z_i > w_i): whether they lead to one good enough.
  using Judge = std::function<bool(const Eigen::VectorXd& z, const std::vector<char>& basis)>;

  /// `exact`: the problem that proofs are about, asked for when it is needed first. `rounded`: that `lcp` is not that
  /// problem itself but near it. `lcp` must outlive the tree.
  LcpTree(const Lcp& lcp, bool rounded, std::function<ExactLcp()> exact);

  End run(const Options& options, const Judge& judge);

  long pivots() const { return pivots_; }
  LcpRefutation refutation() const;  ///< after End::none

 private:
  struct Choice {
    int pair = -1;
    bool z_first = true;
  };
  struct Node {
    int branch = -1;  ///< -1: a leaf
    int z_zero = -1, w_zero = -1;
    std::vector<std::pair<int, std::string>> multipliers;
  };
  struct Level {
    ForceProgram program;
    LcpAssumptions assumed;
    double slack = 0;
  };
  struct Visit {
    int node = kOpen;
    LcpAssumptions used;
  };
  static constexpr int kOpen = -1;  ///< not refuted
  static constexpr int kStop = -2;  ///< solved, or over a limit

  int size() const { return static_cast<int>(scaled_.q.size()); }
  int w_slack(int i) const { return size() + i; }
  int closed_slack(int i) const { return 2 * size() + i; }

  Level& level(int depth);
  void start(Level& level) const;
  void add_row(Level& level, int slack, int row, double sign);
  void assume(Level& level, int pair, bool z_zero);
  void rebuild(Level& level, double slack);
  bool stopped() const { return pivots_ >= most_pivots_ || options_.stop.stop_requested(); }
  bool over_limit();
  ForceProgram::End solve(Level& level);
  Visit open_visit() const;

  Visit visit(int depth);
  ForceProgram::End settle(Level& level, Visit& visit);
  bool refuted(const Level& level, Visit& visit);
  bool refuted_exactly(const Level& level, Visit& visit);
  void add_leaf(std::vector<std::pair<int, std::string>> multipliers, Visit& visit);
  Visit branch(int depth, const Choice& choice);
  Visit branch_anywhere(int depth);
  void list_candidates(const Level& level, std::vector<std::pair<double, Choice>>& candidates) const;
  Choice probe(int depth, const std::vector<std::pair<double, Choice>>& candidates);
  double probe_side(int depth, int pair, bool z_zero);
  bool judge_point(const ForceProgram& program) const;
  double activity(int pair) const { return activity_[static_cast<std::size_t>(pair)] / bump_ + .05; }
  int write(int node, LcpRefutation& refutation) const;

  std::function<ExactLcp()> exact_;
  ScaledLcp scaled_;
  LcpLeafJudge leaves_;
  Options options_;
  const Judge* judge_ = nullptr;
  long most_pivots_ = 0;
  int most_levels_ = 0;  ///< that fit into memory
  std::vector<std::unique_ptr<Level>> levels_;
  Level fresh_;
  std::vector<ForceProgram::Term> terms_;
  std::vector<Node> nodes_;
  std::vector<double> activity_;  ///< of each pair: how often, and how lately, proofs used it
  double bump_ = 1;
  int root_ = kOpen;
  bool solved_ = false;
  long visited_ = 0;
  long pivots_ = 0;
};

}  // namespace pawl
