// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "friction/laws/body_contacts.h"
#include "friction/laws/body_matrix.h"

namespace pawl::internal {

/// Coulomb's law of bodies by a Newton method on what the contacts do [Alart, Curnier 1991]. Each contact is open,
/// sticks, or slides by an edge of its cone of friction; given that, the law is linear:
///
///   u = J'c,   v = J u + b,   sticks: v = 0;   slides: v_n = 0, c_t = +-mu c_n;   open: c = 0
///
/// (scaled as in BodyContacts, where W is 1). Where the solution does not do what was assumed, what it does is assumed
/// next. Contacts mostly are more than the bodies have freedoms, so that c is not unique: v = eps (c - c') is asked for
/// in place of v = 0, with the last c for c'. That makes forces of motions, and leaves a system in the bodies' motions,
///
///   (1 + sum g r'/eps) u = ...   over the rows r that are to be 0 and the edges g by which they are pushed,
///
/// three unknowns a body, which only bodies that touch have in common: O(bodies) or little more. Steps with the same
/// states bring v to 0 by a factor of about eps each, so nothing is left of eps but which c it is: the nearest to the
/// first. The method need not end; it can start again from where a few sweeps of Gauss and Seidel's lead.
class CoulombNewton {
 public:
  using Force = BodyContacts::Force;

  /// Takes what the contacts do from forces, scaled as the contacts are, whose biases are known to `rounding`, m/s.
  /// Keeps its memory; the contacts must outlive the next calls.
  void begin(const BodyContacts& contacts, const std::vector<Force>& forces, double rounding);
  /// Whether the forces that begin() was given keep the law, to about rounding.
  bool holds(std::vector<Force>& forces);
  /// From those, to forces that do. Whether it ended so.
  bool solve(std::vector<Force>& forces);
  /// The same from where sweeps lead, after a solve() or finish() that did not end.
  bool solve_from_sweeps(std::vector<Force>& forces);
  /// The same from forces that are near.
  bool finish(const std::vector<Force>& near, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< since begin()
  /// How far the forces are from the law in the problem's own units, as residual_of() has it.
  double law_residual() const;

 private:
  using Contact = BodyContacts::Contact;
  enum class State : char { open, sticks, plus, minus };
  void take_states(const std::vector<Force>& forces);
  double share(int i) const;
  bool set_pattern();
  bool is_factored() const;
  bool follow(bool changed, std::vector<Force>& forces);
  void sweep(std::vector<Force>& forces);
  Force alone(const Contact& contact, const Force& force, double parting, double sliding) const;
  void assume(std::vector<Force>& forces);
  double error(int i) const;
  bool are_finite() const;
  double residual() const;
  bool factor();
  void add(int i);
  void step(std::vector<Force>& forces);
  bool decide(const std::vector<Force>& forces);
  State next(const Contact& contact, const Force& force, State now, double parting, double sliding) const;
  bool is_rounding(double velocity, const std::vector<Force>& forces) const;
  bool follow_ray(std::vector<Force>& forces);

  const BodyContacts* contacts_ = nullptr;
  BodyMatrix matrix_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<State> states_;
  std::vector<State> factored_states_;  ///< of the matrix, as it is factored; none: it is not
  std::vector<Contact> factored_contacts_;
  std::vector<Force> rates_;  ///< of the last step
  std::vector<double> motion_, change_;
  std::vector<double> velocity_;  ///< normal and tangential, a contact after the other
  double rounding_ = 0;           ///< m/s
  int factorizations_ = 0;
};

}  // namespace pawl::internal
