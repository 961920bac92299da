// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <memory>

#include "friction/search/contact_delassus.h"
#include "friction/search/contact_leaf.h"
#include "friction/search/exact_leaf.h"
#include "friction/search/three_variable_form.h"
#include "lcp/search/force_program.h"

namespace pawl {

/// Branch and bound for contact problems in terms of forces: a node is a set of assumptions, its bound a linear program
/// over the generators of the contacts' forces, far smaller than the LCP. The accelerations are relaxed by a small part
/// (`slack`) of the forces, so that an infeasible node leaves room for rounding in its proof. Where forces are so large
/// that this is too much the part is made smaller; what is infeasible only by less is not decided here. A refuted child
/// whose proof does not use its assumption refutes its parent.
class ContactTree {
 public:
  struct Options {
    double slack = 1e-7, least_slack = 1e-11, most_slack = 1e-5;
    long nodes = 1000000;
    long pivots = 1000000;
    StopToken stop;
    int probes = 20;  ///< candidates for a branching that are tried before one is chosen
  };
  enum class End { solved, none, undecided };
  /// Judges forces (normal, tangential of each contact): whether they are near a solution that is good enough.
  using Judge = std::function<bool(const std::vector<double>& normal, const std::vector<double>& tangent)>;

  explicit ContactTree(const PlanarContactProblem& problem);

  End run(const Options& options, const Judge& judge);

  long pivots() const { return pivots_; }
  long nodes() const { return visited_; }
  /// After End::none, in the variables of the three-variable form.
  LcpRefutation refutation() const;

 private:
  enum class Side { z_zero, w_zero };
  enum class Pair { normal, plus, minus };  ///< (c_n, a_n), (s+, a+), (a-, s-)
  struct Choice {
    int contact = -1;
    Pair pair = Pair::normal;
    Side first = Side::z_zero;
  };
  struct Node {
    int contact = -1;  ///< -1: a leaf
    Pair pair = Pair::normal;
    int z_zero = -1, w_zero = -1;
    int leaf = -1;  ///< place in leaves_, or behind them in exact_leaves_ as -2 - place
  };
  struct Level {
    ForceProgram program;
    AssumptionSet assumed;
    double slack = 0;
  };
  struct Visit {
    int node = kOpen;
    AssumptionSet used;
  };
  static constexpr int kOpen = -1;  ///< not refuted
  static constexpr int kStop = -2;  ///< solved, or over a limit

  static Assumption assumption(Pair pair, Side side) {
    return static_cast<Assumption>(2 * static_cast<int>(pair) + static_cast<int>(side));
  }
  int normal_slack(int contact) const { return generators_.count() + contact; }
  int closed_slack(int contact) const { return normal_slack(contact) + generators_.contacts(); }
  int not_plus_slack(int contact) const { return closed_slack(contact) + generators_.contacts(); }
  int not_minus_slack(int contact) const { return not_plus_slack(contact) + generators_.contacts(); }

  Level& level(int depth);
  void start(Level& root);
  void add_row(Level& level, int slack, int contact, bool tangent, double sign);
  void assume(Level& level, int contact, Assumption a);
  Visit visit(int depth);
  bool refuted(const Level& level, Visit& visit);
  bool refuted_exactly(const Level& level, Visit& visit);
  void add_leaf(int leaf, Visit& visit);
  void note_use(const AssumptionSet& used);
  double activity(int contact) const { return activity_[static_cast<std::size_t>(contact)] / bump_ + .05; }
  void rebuild(Level& level, double slack);
  ForceProgram::End settle(Level& level, Visit& visit);
  Visit branch(int depth, const Choice& choice);
  Visit branch_anywhere(int depth);
  void list_candidates(const Level& level, std::vector<std::pair<double, Choice>>& candidates) const;
  Choice probe(int depth, const std::vector<std::pair<double, Choice>>& candidates);
  double probe_side(int depth, const Choice& choice, Side side);
  bool judge_point(const ForceProgram& program);
  Choice any_open(const Level& level) const;
  double tangential(const ForceProgram& program, int contact) const;
  bool stopped() const { return pivots_ >= most_pivots_ || options_.stop.stop_requested(); }
  bool over_limit();
  int write(int k, LcpRefutation& refutation) const;
  ContactLeaf weights(const ForceProgram& program, double least) const;

  ThreeVariableForm form_;
  ContactGenerators generators_;
  LeafJudge<double> leaf_judge_;
  ExactLeafProver exact_prover_;
  Options options_;
  const Judge* judge_ = nullptr;
  long most_pivots_ = 0;
  int most_levels_ = 0;  ///< that fit into memory
  std::vector<std::unique_ptr<Level>> levels_;
  Level fresh_;
  std::vector<ForceProgram::Term> terms_;
  std::vector<Node> nodes_;
  template <class Real>
  using Multipliers = std::vector<std::pair<int, Real>>;
  std::vector<Multipliers<double>> leaves_;
  std::vector<Multipliers<LcpRational>> exact_leaves_;
  std::vector<double> activity_;  ///< of each contact: how often, and how lately, proofs used it
  double bump_ = 1;
  int root_ = kOpen;
  bool solved_ = false;
  long visited_ = 0;
  long pivots_ = 0;
};

}  // namespace pawl
