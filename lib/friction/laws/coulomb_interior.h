// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "friction/laws/body_contacts.h"
#include "friction/laws/body_matrix.h"

namespace pawl::internal {

/// Coulomb's law of bodies from anywhere, roughly: which contacts are open, stick or slide, for CoulombNewton to go on
/// from. In the form of [Stewart, Trinkle 1996], with c_t = p - m, and scaled as in BodyContacts,
///
///   0 <= c_n, v_n      0 <= p, v_t + s      0 <= m, -v_t + s      0 <= s, mu c_n - p - m      (each pair's product 0)
///
/// by an infeasible interior-point method [Wright 1997, chapter 6]: Newton's for products that fall to 0 together, from
/// forces and motions that are all positive. A contact's variables are eliminated first: with the others' motions they
/// depend on its own two velocities alone, by 2 x 2 numbers D. That leaves the motions of bodies,
///
///   (1 + sum J' D J) du = ...,
///
/// O(bodies) or little more a step, as in CoulombNewton. With friction the problem is not monotone, so it need not
/// end: where the path to the solution turns back at a contact, steps become short, and it stops. Of piles five of
/// six end well, in about 20 steps however large they are; another start leads some of the others around the turn.
class CoulombInterior {
 public:
  using Force = BodyContacts::Force;

  /// The forces that it led to, inside of the cones, from where all variables are about `scale`. Whether the products
  /// and what the equations miss by are small; if not, the forces may still tell what most contacts do. Keeps its
  /// memory.
  bool solve(const BodyContacts& contacts, double scale, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< of the last call

 private:
  static constexpr int kPairs = 4;  ///< of a contact: normal, the two edges' tangential parts, the sliding speed
  using Contact = BodyContacts::Contact;
  struct Variables {
    double x[kPairs] = {}, y[kPairs] = {};  ///< the factors of the products
  };
  /// How a contact's variables follow its velocities: dc = forces - D dv, ds = speed + by_n dv_n + by_t dv_t.
  struct Local {
    double residual[kPairs], wanted[kPairs];  ///< of the equations, and of the products
    double forces[2];                         ///< of c_n and c_t
    double response[3];                       ///< D: nn, tn, tt; nt is 0
    double weight, speed, by_n, by_t;
  };
  template <class Method>
  friend double mehrotra_step(Method& method);
  void start(double scale);
  void keep_predictor() { first_ = change_; }
  static void clear_ground(std::vector<double>& motion);
  double product(double part) const;
  void find_residual(int i, double (&residual)[kPairs]) const;
  double missing() const;
  bool factor();
  void find_step(double target, bool second);
  void take_change(int i);
  double longest() const;
  void go(double part);
  void write(std::vector<Force>& forces) const;

  const BodyContacts* contacts_ = nullptr;
  BodyMatrix matrix_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Variables> now_, change_, first_;
  std::vector<Local> local_;
  std::vector<double> motion_, push_;
  int factorizations_ = 0;
};

}  // namespace pawl::internal
