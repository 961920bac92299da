// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "lcp/search/branching.h"
#include "lcp/search/lcp_farkas.h"

namespace pawl::internal {

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
  void assume(Dictionary<double>& program, int pair, Side side, double slack) const override;
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

}  // namespace pawl::internal
