// SPDX-License-Identifier: MIT
#pragma once

#include "friction/search/contact_delassus.h"
#include "friction/search/contact_leaf.h"
#include "lcp/search/force_program.h"

namespace pawl {

/// Proves leaves that doubles and their margins cannot: the linear program in quadruple precision and without slack
/// finds the basis, rational elimination its weights. Slow, and rarely needed: where forces may press against each
/// other.
class ExactLeafProver {
 public:
  ExactLeafProver(const PlanarContactProblem& problem, const ContactGenerators& generators)
      : problem_(problem), generators_(generators), judge_(problem) {}

  /// Like LeafJudge::proves, but finds the weights itself. False when stopped.
  bool proves(const AssumptionSet& assumed, ExactContactLeaf& leaf, AssumptionSet& used, const StopToken& stop);

 private:
  struct Row {
    int contact = 0;
    bool tangent = false;
  };
  using Equations = std::vector<std::vector<LcpRational>>;

  void start(const AssumptionSet& assumed);
  void add_row(int slack, int contact, bool tangent, int sign);
  std::vector<Row> support() const;
  bool solve_weights(const std::vector<Row>& rows, std::vector<LcpRational>& weights, const StopToken& stop) const;
  std::vector<LcpRational> equation(const std::vector<Row>& rows, int force) const;

  const PlanarContactProblem& problem_;
  const ContactGenerators& generators_;
  LeafJudge<LcpRational> judge_;
  WideForceProgram program_;
  std::vector<WideForceProgram::Term> terms_;
};

}  // namespace pawl
