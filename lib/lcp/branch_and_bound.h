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

/// Largest scaled value at which a variable of a complementary pair counts as zero (dimensionless).
inline constexpr double kComplementary = 1e-9;

/// The interface between BranchAndBound and a problem with complementary pairs z_i >= 0, w_i >= 0, z_i w_i = 0. For a
/// set of assumptions, the problem provides a linear program: it has no complementarity conditions, but w_i = 0 or z_i
/// = 0 for each assumption. The problem also provides proofs that such a program is infeasible.
///
/// The w are linear in the unknowns x >= 0 of the program. Each row is relaxed by a small fraction `slack` of the
/// unknowns: instead of w_i >= 0 the program requires w_i >= -slack * (sum of those x_j that w_i depends on). If w_i =
/// 0 is assumed, the same holds for -w_i. The relaxation leaves a margin for rounding in the proof of an infeasible
/// program.
class Branching {
 public:
  virtual ~Branching() = default;

  struct Size {
    int pairs = 0;      ///< upper bound on the numbers of pairs, which run from 0 to pairs - 1; some numbers may be
                        ///< unused
    int groups = 0;     ///< number of groups of related pairs; for contacts, one group per contact
    int unknowns = 0;   ///< number of unknowns of the program
    int rows = 0;       ///< largest number of rows of the program
    int pivots = 0;     ///< largest number of pivots per program; if a program needs more, its method is assumed to
                        ///< cycle
    int variables = 0;  ///< number of variables of that LCP whose infeasibility is proved
  };
  virtual Size size() const = 0;
  virtual bool has_pair(int pair) const = 0;  ///< Returns whether a pair with this number exists; numbers may have
                                              ///< gaps.
  virtual int group(int pair) const = 0;
  virtual int variable(int pair) const = 0;  ///< Returns the index of a pair in the LCP whose infeasibility is proved.

  /// Builds the program of a set of assumptions with all its rows, relaxed by `slack`, including the row that each
  /// assumption w_i = 0 requires. Does not fix the variables z_i that are assumed to be 0; the caller does.
  virtual void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const = 0;
  /// Adds to the program the assumption that one variable of a pair is 0: z or w, as given by `side`.
  virtual void assume(Dictionary<double>& program, int pair, PairSide side, double slack) const = 0;

  struct Pair {
    int pair = -1;
    double z = 0, w = 0;  ///< scaled values of z and w at the program's point
  };
  /// Appends the pairs of the problem, with their values, to `pairs`. May leave out a pair if one of its variables is
  /// at most kComplementary.
  virtual void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const = 0;

  /// Considers the program's point, which must satisfy the complementarity of all pairs. Returns whether it leads to a
  /// sufficiently accurate solution, and if so, stores that solution.
  virtual bool accept(const Dictionary<double>& program) = 0;

  /// Returns whether the Farkas multipliers of an infeasible program prove exactly that the assumptions have no
  /// solution. Leaves out multipliers below `least` times the largest one. Decides in doubles with bounds on every
  /// rounding. If the proof is valid, sets `multipliers`, and sets `used` to a set of assumptions that is sufficient
  /// for the proof.
  virtual bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
                      Multipliers<double>& multipliers) = 0;
  /// Does the same as refute(), but finds the multipliers itself: solves the program without slack in quadruple
  /// precision, and computes the multipliers of the resulting basis by rational elimination, which is slow. Adds the
  /// number of its pivots to `pivots`.
  virtual bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                              long& pivots, const StopToken& stop) = 0;
};

/// A depth-first search over the assumptions "z_i = 0" and "w_i = 0". It finds one solution of a problem with
/// complementary pairs, or a proof that no solution exists. A node of the tree is a set of assumptions with its linear
/// program (see Branching). If the program is infeasible and Farkas multipliers prove this, the node is refuted. If the
/// program's point is complementary, the problem may accept the point as a solution; if it does not, the slack is
/// reduced. If the point is not complementary, the node branches on a violated pair. If the proof of a child does not
/// use the child's own assumption, it also refutes the parent (like a conflict in a SAT solver).
///
/// To choose the pair, both assumptions of the `probes` most violated pairs are tried with a few pivots. A pair with an
/// infeasible assumption is chosen at once. Otherwise the chosen pair has the largest product of the costs of both
/// assumptions and the activity of its group. The activity measures how often and how recently proofs used assumptions
/// of the group (as in SAT solvers). The time is exponential in the worst case.
class BranchAndBound {
 public:
  using Status = LcpAnswer::Status;
  struct Options {
    double slack = 1e-7;         ///< initial slack, a fraction of the unknowns (see Branching)
    double least_slack = 1e-11;  ///< smallest slack; the slack is reduced towards it if a complementary point is not a
                                 ///< solution
    double most_slack = 1e-5;    ///< largest slack; the slack is increased towards it if an infeasible program gives no
                                 ///< proof
    long nodes = 1000000;        ///< limit on the number of nodes of the tree
    long pivots = 1000000;       ///< limit on the number of pivots of one call of run()
    int probes = 20;             ///< number of violated pairs that are tried before one of them is chosen
    StopToken stop;
  };

  /// `problem` must outlive the search.
  explicit BranchAndBound(Branching& problem) : problem_(problem) {}

  /// Runs the search. Returns `solved` if the problem accepted a point, `none` if refutation() is a proof that no
  /// solution exists, and otherwise `undecided`.
  Status run(const Options& options);

  long pivots() const { return pivots_; }  ///< Returns the total number of pivots of all calls of run().
  Refutation refutation() const;           ///< Returns the proof. May be called only if run() returned Status::none.

 private:
  struct Choice {
    int pair = -1;
    PairSide first = PairSide::z;
    double violation = 0;
  };
  /// A node of the proof found until now. `doubles` and `rationals` are the indices of a leaf's multipliers in the
  /// lists with these names.
  struct Node {
    int branch = -1;  ///< index of the pair that the node branches on; -1 for a leaf, which multipliers refute
    int z_zero = -1, w_zero = -1;
    int doubles = -1, rationals = -1;
  };
  /// The data of the node at one depth of the path from the root to the present node.
  struct Level {
    Dictionary<double> program;
    Assumptions assumed;
    double slack = 0;
  };
  struct Visit {
    int node = kOpen;
    Assumptions used;  ///< assumptions that the proof of the node uses
  };
  static constexpr int kOpen = -1;  ///< stands for a node that is not refuted
  static constexpr int kStop = -2;  ///< stands for the end of the search: a solution was found, or a limit was reached
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
  int most_levels_ = 0;  ///< number of levels whose programs fit into memory, and so the largest depth of the tree
  std::vector<std::unique_ptr<Level>> levels_;
  Level fresh_;
  std::vector<Branching::Pair> pairs_;
  std::vector<Node> nodes_;
  std::vector<Multipliers<double>> doubles_;
  std::vector<Multipliers<Rational>> rationals_;
  std::vector<double> activity_;  ///< for each group, the sum of the weights of all proofs that used an assumption of
                                  ///< the group
  double weight_ = 1;  ///< weight of the next proof in the activities; each weight is slightly larger than the
                       ///< preceding one
  int root_ = kOpen;
  bool solved_ = false;
  long visited_ = 0;
  long pivots_ = 0;
};

/// Proofs by Farkas' lemma that a set of assumptions has no solution. A proof consists of multipliers l of the
/// equations w = M z + q with l'q < 0, l_i >= 0 unless w_i is assumed to be 0, and (l'M)_j <= 0 unless z_j is assumed
/// to be 0.
class LcpFarkas {
 public:
  /// `exact` returns, in exact numbers, the problem whose infeasibility is to be proved. It is called when this problem
  /// is first needed. If a stop token ends that call, it returns a problem without variables, and no proof is found.
  /// `rounded` is true if `lcp` is a rounded form of the exact problem. `scaled` is `lcp` after scaling. All arguments
  /// must outlive this object.
  LcpFarkas(const Lcp& lcp, const ScaledLcp& scaled, bool rounded, const std::function<ExactLcp()>& exact)
      : lcp_(lcp), scaled_(scaled), rounded_(rounded), make_exact_(exact) {}

  /// Returns true only if the n multipliers of the scaled equations prove that the assumptions have no solution. The
  /// proof is checked in doubles with bounds on all rounding errors, so a valid proof may be refused. Sets `used` to a
  /// set of assumptions that is sufficient for the proof. O(n k) for k nonzero multipliers.
  bool proves(const std::vector<double>& multipliers, const Assumptions& assumed, Assumptions& used);

  /// Finds multipliers by solving the program in quadruple precision, and then by rational elimination. Returns an
  /// empty list if it finds none.
  Multipliers<Rational> prove_exactly(const Assumptions& assumed, Assumptions& used, long& pivots,
                                      const StopToken& stop);

 private:
  int size() const { return static_cast<int>(scaled_.q.size()); }
  const ExactLcp& exact() { return *exact_; }  ///< Returns the exact problem. May be called only if has_exact() is
                                               ///< true.
  bool has_exact();
  void fill();
  double scaled(double value, double factor);

  const Lcp& lcp_;
  const ScaledLcp& scaled_;
  bool rounded_;
  const std::function<ExactLcp()>& make_exact_;
  std::optional<ExactLcp> exact_;
  std::vector<double> M_, q_;  ///< M and q of the exact problem in doubles: scaled, and each number rounded once
  bool tiny_ = false;          ///< whether some scaled numbers are so small or so large that their doubles may be
                               ///< inexact; proves() then returns false
  std::vector<double> sum_, size_;
  WideLcp wide_;
};

/// Branch and bound for the linear complementarity problem w = M z + q. The unknowns are the entries of z; w_i depends
/// on the z_j with M_ij != 0. Each pair is its own group. The rows and columns of M are scaled first.
class LcpBranching : public Branching {
 public:
  /// Tests two vectors: z, which is near a solution, and the solution of `basis`. Entry i of `basis` is 1 if z_i > w_i; the
  /// solution of the basis then has w_i = 0, and otherwise z_i = 0. Returns whether one of the two vectors is a sufficiently
  /// accurate solution.
  using Judge = std::function<bool(const Eigen::VectorXd& z, const std::vector<char>& basis)>;

  /// `lcp` must outlive this object. `rounded` and `exact` have the same meaning as in LcpFarkas.
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
  int w_slack(int i) const { return count() + i; }           ///< Returns the number of the slack variable of the row
                                                             ///< w_i >= 0.
  int closed_slack(int i) const { return 2 * count() + i; }  ///< Returns the number of the slack variable of the row
                                                             ///< -w_i >= 0.
  void add_row(Dictionary<double>& program, int slack_variable, int row, double sign, double slack) const;

  std::function<ExactLcp()> exact_;
  Judge judge_;
  ScaledLcp scaled_;
  LcpFarkas farkas_;
};

}  // namespace pawl::internal::inline lcp
