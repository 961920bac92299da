// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

#include "friction/body_contacts.h"
#include "friction/cone_program.h"

namespace pawl::internal::inline friction {

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

/// Coulomb's law of bodies as cone programs, one after the other [Acary, Cadoux, Lemarechal, Malick 2011]. With d = v
/// but for mu |v_t| added to its normal part, the law is
///
///   c in K,   d in the dual cone,   c d = 0
///
/// [De Saxce, Feng 1998]: with speeds s in place of |v_t|, the conditions of a convex program, which a gradient method
/// solves from anywhere, however many forces do the same; s goes over to |v_t| by and by, whenever the program is
/// solved better than the law is. It need not end, but comes near in some hundred steps, each as cheap as a sweep: near
/// enough for CoulombNewton to go on. Scaled as in BodyContacts.
class CoulombGradient {
 public:
  using Force = BodyContacts::Force;

  /// From these forces. The contacts must outlive the next calls.
  void begin(const BodyContacts& contacts, const std::vector<Force>& near);
  void advance(int steps);
  void write(std::vector<Force>& forces) const;
  double off() const;  ///< by how much the forces are not what the law asks for, scaled

 private:
  /// The program, as AcceleratedGradient asks for it.
  struct Program {
    static constexpr int kSize = 2;
    using Local = Eigen::Vector2d;

    int contacts() const { return rows->size(); }
    Local velocity(int i, const Eigen::VectorXd& x) const;
    Local project(int i, const Local& c) const;
    void find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const;

    const BodyContacts* rows = nullptr;
    std::vector<double> added;  ///< mu s
  };
  double wanted(int i) const;
  void follow();

  Program program_;
  std::optional<AcceleratedGradient<Program>> method_;
  int steps_ = 0;
};

}  // namespace pawl::internal::inline friction
