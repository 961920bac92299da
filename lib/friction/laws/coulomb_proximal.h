// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "friction/laws/body_contacts.h"
#include "friction/laws/body_matrix.h"

namespace pawl::internal {

/// Coulomb's law of bodies from forces that are near, where more than one set of forces does the same, by the proximal
/// point method [Rockafellar 1976]. With the last forces c' and a compliance eps, contacts give way a little,
///
///   c_n = max(0, c_n' - v_n/eps),   c_t = c_t' - v_t/eps within +-mu c_n,   u = J'c,   v = J u + b,
///
/// which has one solution for eps that is not too small, by Newton's method with a line search on u - J'c(u) (the
/// functions are linear in pieces). Its forces are the next c': so velocities come nearer to the law by a factor of
/// about eps. eps falls while Newton's method ends soon, and grows where it does not end. Where the friction of what
/// slides is large, no eps may do. Scaled as in BodyContacts; O(bodies) or little more a step.
class CoulombProximal {
 public:
  using Force = BodyContacts::Force;

  /// From forces within their cones, where the law misses by `off`, scaled, to forces where it misses by less, with at
  /// most so many factorizations. Keeps its memory.
  void solve(const BodyContacts& contacts, double off, int most, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< of the last call

 private:
  bool minimise(double enough);
  double evaluate(const std::vector<double>& motion);
  bool factor();
  double off() const;

  const BodyContacts* contacts_ = nullptr;
  BodyMatrix matrix_;
  std::vector<std::pair<int, int>> pairs_;
  double compliance_ = 1;
  std::vector<Force> last_, forces_;  ///< c' and c(u)
  std::vector<double> motion_, trial_, step_, missing_;
  int factorizations_ = 0, most_ = 0;
};

}  // namespace pawl::internal
