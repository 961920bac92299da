// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "friction/contact_layout.h"
#include "friction/search/contact_delassus.h"
#include "friction/search/contact_farkas.h"
#include "friction/search/exact_contact_farkas.h"
#include "lcp/search/branching.h"

namespace pawl::internal {

/// Branch and bound for contact problems in terms of forces: the unknowns are the forces along the edges of the
/// contacts' friction cones (contact_delassus.h), two or fewer a contact, so that the linear program is far smaller
/// than the LCP. Rows are accelerations, each relaxed by a small part of the forces that share a body or block with it;
/// where forces are so large that this is too much it is made smaller, and what is infeasible only by less is not
/// decided in doubles. A contact's pairs (contact_farkas.h) are one group.
class ContactBranching : public Branching {
 public:
  /// Judges forces (normal, tangential of each contact): whether they are near a solution that is good enough.
  using Judge = std::function<bool(const std::vector<double>& normal, const std::vector<double>& tangent)>;

  /// The problem has one tangent, and must outlive this.
  ContactBranching(const ContactProblem& problem, Judge judge);
  ContactBranching(const ContactBranching&) = delete;

  /// Whether refute() proves anything: some block's inverse and free motion may have errors that the bounds of
  /// ContactFarkas<double> do not cover, which counts roundings: those of a diagonal are one each. Then only exact
  /// numbers prove.
  bool proves_in_doubles() const { return proves_in_doubles_; }

  Size size() const override;
  bool has_pair(int pair) const override;
  int group(int pair) const override { return pair / kPairsPerContact; }
  int variable(int pair) const override;
  void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const override;
  void assume(Dictionary<double>& program, int pair, Side side, double slack) const override;
  void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const override;
  bool accept(const Dictionary<double>& program) override;
  bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
              Multipliers<double>& multipliers) override;
  bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers, long& pivots,
                      const StopToken& stop) override;

 private:
  /// Rows of the program, four a contact: a_n >= 0, -a_n >= 0, -a_t >= 0, a_t >= 0; the last three when assumed.
  int row(int contact, int kind) const { return edges_.count() + kind * edges_.contacts() + contact; }
  void add_row(Dictionary<double>& program, int contact, int kind, double slack) const;
  double tangential(const Dictionary<double>& program, int contact) const;
  ContactMultipliers<double> multipliers_of(const Dictionary<double>& program, double least) const;
  template <class Real>
  Multipliers<Real> by_variables(const ContactMultipliers<Real>& l) const;

  Judge judge_;
  ContactLayout form_;
  ContactDelassus edges_;
  ContactFarkas<double> farkas_;
  ExactContactFarkas exact_farkas_;
  bool proves_in_doubles_ = true;
};

}  // namespace pawl::internal
