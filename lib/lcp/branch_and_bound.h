// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "lcp/dictionary.h"
#include "lcp/lcp.h"
#include "lcp/refutation.h"

namespace pawl::internal::inline lcp {

/// Scaled: what of a complementary pair is at most this counts as zero.
inline constexpr double kComplementary = 1e-9;

/// What BranchAndBound asks of a problem with complementary pairs z_i >= 0, w_i >= 0, z_i w_i = 0: the linear program
/// that is left without the products, with w_i = 0 or z_i = 0 for the pairs of which one side is assumed to be zero,
/// and proofs that such a program is infeasible.
///
/// The w are linear in the unknowns x >= 0 of the program, and each is relaxed by a small part `slack` of them: instead
/// of w_i >= 0 the program asks for w_i >= -slack * (sum of the x_j that w_i depends on), and for -w_i >= the same
/// where w_i = 0 is assumed. So an infeasible program leaves room for rounding in its proof.
class Branching {
 public:
  virtual ~Branching() = default;

  struct Size {
    int pairs = 0;      ///< numbered from 0
    int groups = 0;     ///< of pairs; those of a group are near each other (one contact)
    int unknowns = 0;   ///< of the program
    int rows = 0;       ///< of the program, at most
    int pivots = 0;     ///< of one program's solution, at most; what takes more is taken to cycle
    int variables = 0;  ///< of the LCP that proofs are about
  };
  virtual Size size() const = 0;
  virtual bool has_pair(int pair) const = 0;  ///< some numbers may be of none
  virtual int group(int pair) const = 0;
  virtual int variable(int pair) const = 0;  ///< in the LCP that proofs are about

  /// The program with this slack: all rows, those of assumptions included; fixes nothing.
  virtual void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const = 0;
  /// One assumption more.
  virtual void assume(Dictionary<double>& program, int pair, PairSide side, double slack) const = 0;

  struct Pair {
    int pair = -1;
    double z = 0, w = 0;  ///< at the program's point, scaled
  };
  /// Appends all pairs; those of which a side is at most kComplementary may be left out.
  virtual void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const = 0;

  /// Whether the program's point, without a violated pair, leads to a solution that is good enough, which is then kept.
  virtual bool accept(const Dictionary<double>& program) = 0;

  /// Whether Farkas' multipliers of an infeasible program, without those below `least` of the largest, prove exactly
  /// that the assumptions have no solution; decided in doubles with bounds on every rounding. Then sets `used` to
  /// assumptions that are enough.
  virtual bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
                      Multipliers<double>& multipliers) = 0;
  /// Likewise, but finds multipliers by itself: the program without slack in quadruple precision finds a basis,
  /// rational elimination its multipliers. Slow. Counts its pivots.
  virtual bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                              long& pivots, const StopToken& stop) = 0;
};

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
    PairSide first = PairSide::z;
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
  void assume(Level& level, int pair, PairSide side) const;
  End solve(Level& level);
  End solve_or_refute(Level& level, Visit& visit);
  void rebuild(Level& level, double slack);

  Visit visit(int depth);
  Visit branch(int depth, const Choice& choice);
  Visit branch_anywhere(int depth);
  std::vector<Choice> violated_pairs(const Level& level);
  Choice probe(int depth, const std::vector<Choice>& candidates);
  double probe_side(int depth, int pair, PairSide side);
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

/// Proofs by Farkas' lemma that a set of assumptions has no solution: multipliers l of the equations w = M z + q with
/// l'q < 0, l_i >= 0 but where w_i is assumed 0, and (l'M)_j <= 0 but where z_j is assumed 0.
class LcpFarkas {
 public:
  /// `exact`: the problem that proofs are about, asked for when it is needed first; without variables when stopped, and
  /// then nothing is proved. `rounded`: that `lcp` is not that
  /// problem itself but near it. `scaled` is `lcp`, scaled; all must outlive this.
  LcpFarkas(const Lcp& lcp, const ScaledLcp& scaled, bool rounded, const std::function<ExactLcp()>& exact)
      : lcp_(lcp), scaled_(scaled), rounded_(rounded), make_exact_(exact) {}

  /// Whether multipliers of the scaled equations, n, prove it, by doubles and bounds on every rounding; then sets
  /// `used` to assumptions that are enough. O(n * multipliers).
  bool proves(const std::vector<double>& multipliers, const Assumptions& assumed, Assumptions& used);

  /// Finds multipliers by itself, by quadruple precision and rational elimination; empty when it does not.
  Multipliers<Rational> prove_exactly(const Assumptions& assumed, Assumptions& used, long& pivots,
                                      const StopToken& stop);

 private:
  int size() const { return static_cast<int>(scaled_.q.size()); }
  const ExactLcp& exact() { return *exact_; }  ///< once has_exact()
  bool has_exact();
  void fill();
  double scaled(double value, double factor);

  const Lcp& lcp_;
  const ScaledLcp& scaled_;
  bool rounded_;
  const std::function<ExactLcp()>& make_exact_;
  std::optional<ExactLcp> exact_;
  std::vector<double> M_, q_;  ///< the exact problem, scaled and each number rounded once
  bool tiny_ = false;          ///< some of them are so small that doubles lose digits
  std::vector<double> sum_, size_;
  WideLcp wide_;
};

/// Branch and bound for w = M z + q: the unknowns are the z, each w_i depends on the z_j with M_ij != 0, each pair is a
/// group of its own. Rows and columns are scaled first.
class LcpBranching : public Branching {
 public:
  /// Judges a z near a solution, and the basis it points to (1 where z_i > w_i): whether they lead to one good enough.
  using Judge = std::function<bool(const Eigen::VectorXd& z, const std::vector<char>& basis)>;

  /// `lcp` must outlive this; `rounded` and `exact` as of LcpFarkas.
  LcpBranching(const Lcp& lcp, bool rounded, std::function<ExactLcp()> exact, Judge judge);
  LcpBranching(const LcpBranching&) = delete;

  Size size() const override;
  bool has_pair(int) const override { return true; }
  int group(int pair) const override { return pair; }
  int variable(int pair) const override { return pair; }
  void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const override;
  void assume(Dictionary<double>& program, int pair, PairSide side, double slack) const override;
  void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const override;
  bool accept(const Dictionary<double>& program) override;
  bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
              Multipliers<double>& multipliers) override;
  bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers, long& pivots,
                      const StopToken& stop) override;

 private:
  int count() const { return static_cast<int>(scaled_.q.size()); }
  int w_slack(int i) const { return count() + i; }           ///< of w_i >= 0
  int closed_slack(int i) const { return 2 * count() + i; }  ///< of -w_i >= 0
  void add_row(Dictionary<double>& program, int slack_variable, int row, double sign, double slack) const;

  std::function<ExactLcp()> exact_;
  Judge judge_;
  ScaledLcp scaled_;
  LcpFarkas farkas_;
};

}  // namespace pawl::internal::inline lcp
