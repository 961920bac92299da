// SPDX-License-Identifier: MIT
#pragma once

#include "friction/search/contact_delassus.h"
#include "friction/search/contact_farkas.h"
#include "lcp/search/dictionary.h"

namespace pawl::internal {

/// Proves sets of assumptions without solution that doubles and their margins cannot: the linear program over the
/// forces along friction edges, in quadruple precision and without slack, finds a basis; Farkas' multipliers l of the
/// rows that it names are then the solution, up to a factor, of l'A e_j = 0 for every edge j that is basic, by rational
/// elimination. Slow, and rarely needed: where forces may press against each other. O(k^3) operations on rationals for
/// k rows.
class ExactContactFarkas {
 public:
  /// Both must outlive this.
  ExactContactFarkas(const ContactProblem& problem, const ContactDelassus& edges)
      : problem_(problem), edges_(edges), judge_(problem) {}

  /// Like ContactFarkas::proves, but finds the multipliers itself; counts its pivots. False when stopped.
  bool proves(const Assumptions& assumed, ContactMultipliers<Rational>& l, Assumptions& used, long& pivots,
              const StopToken& stop);

 private:
  struct Row {
    int contact = 0;
    bool tangent = false;
  };

  void start(const Assumptions& assumed);
  void add_row(int slack, int contact, bool tangent, int sign);
  std::vector<Row> support() const;
  bool find_multipliers(const std::vector<Row>& rows, std::vector<Rational>& multipliers, const StopToken& stop) const;
  std::vector<Rational> equation(const std::vector<Row>& rows, int edge) const;

  const ContactProblem& problem_;
  const ContactDelassus& edges_;
  ContactFarkas<Rational> judge_;
  std::optional<ContactDynamics<Quadruple>> wide_;  ///< made when they are needed first
  std::optional<ContactDynamics<Rational>> exact_;
  Dictionary<Quadruple> program_;
  std::vector<Dictionary<Quadruple>::Term> terms_;
};

}  // namespace pawl::internal
