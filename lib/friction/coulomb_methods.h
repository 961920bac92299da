// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

#include "friction/body_contacts.h"
#include "friction/cone_program.h"

namespace pawl::internal::inline friction {

/// A Newton method for Coulomb's law between bodies that iterates on the contact states [Alart, Curnier 1991]. Each
/// contact is open, sticks, or slides with a force along an edge of its friction cone. For given states the law is
/// linear:
///
///   u = J'c,   v = J u + b,   sticks: v = 0;   slides: v_n = 0, c_t = +-mu c_n;   open: c = 0
///
/// (scaled as in BodyContacts, where W is 1). If the solution violates the assumed states, the next iteration assumes
/// the states of the solution. There are usually more contacts than degrees of freedom, so c is not unique. Therefore
/// the method replaces v = 0 by v = eps (c - c'), with a small compliance eps, where c' is the last c. The forces then
/// follow from the motions, and a system in the bodies' motions remains,
///
///   (1 + sum g r'/eps) u = ...
///
/// The sum is over the rows r that must be 0, and g are the edges of their forces. There are three unknowns per body,
/// which are coupled only between bodies that touch. The solution takes little more than O(bodies) operations. Each
/// step with unchanged states multiplies v by about eps. The value of eps therefore only selects one of the solutions
/// c: the solution nearest to the initial c. The method may not terminate; it can restart from the result of a few
/// Gauss-Seidel sweeps.
class CoulombNewton {
 public:
  using Force = BodyContacts::Force;

  /// Sets the contact states from forces, which have the same scaling as the contacts. The biases have an error of up
  /// to `rounding`, m/s. Reuses its memory. `contacts` must stay valid while the other functions are called.
  void begin(const BodyContacts& contacts, const std::vector<Force>& forces, double rounding);
  /// Returns whether the forces that were given to begin() satisfy the law, up to about rounding.
  bool holds(std::vector<Force>& forces);
  /// Iterates from the contact states that begin() has set until the law is satisfied. `forces` must be those given to
  /// begin(), and becomes the result. Returns whether the iteration succeeded.
  bool solve(std::vector<Force>& forces);
  /// Iterates like solve(), but from the result of Gauss-Seidel sweeps. Use this function after solve() or finish() has
  /// failed.
  bool solve_from_sweeps(std::vector<Force>& forces);
  /// Iterates like solve(), but from the forces `near`, which should be near the solution.
  bool finish(const std::vector<Force>& near, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< Returns the number of factorizations since begin().
  /// Returns the residual of the forces as residual_of() defines it, not in scaled units.
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
  std::vector<State> factored_states_;  ///< contact states for which the matrix was factored; empty if it is not
                                        ///< factored
  std::vector<Contact> factored_contacts_;
  std::vector<Force> rates_;  ///< change of each force in a full step of Newton's method
  std::vector<double> motion_, change_;
  std::vector<double> velocity_;  ///< velocities: for each contact, the normal and the tangential one
  double rounding_ = 0;           ///< error of the biases, m/s
  int factorizations_ = 0;
};

/// An interior-point method for Coulomb's law between bodies. It works from any start, with low accuracy. It determines
/// whether each contact is open, sticks or slides, as an initial guess for CoulombNewton. In the form of [Stewart,
/// Trinkle 1996], with c_t = p - m, and scaled as in BodyContacts, the problem is
///
///   0 <= c_n, v_n      0 <= p, v_t + s      0 <= m, -v_t + s      0 <= s, mu c_n - p - m      (each pair's product 0)
///
/// An infeasible interior-point method [Wright 1997, chapter 6] solves it: starting from positive forces and motions,
/// Newton's method decreases all products to 0 at the same rate. The variables of each contact are eliminated first.
/// They depend only on the contact's own two velocities, through a 2 x 2 matrix D. The remaining unknowns are the
/// changes du of the bodies' motions,
///
///   (1 + sum J' D J) du = ...,
///
/// A step takes little more than O(bodies) operations. With friction the problem is not monotone, so the method may not
/// terminate. If the path to the solution turns back at a contact, steps become short, and the method stops. For piles
/// of any size, five of six runs succeed, in about 20 steps. Some of the failed runs succeed from another start.
class CoulombInterior {
 public:
  using Force = BodyContacts::Force;

  /// Runs the method from a start at which all variables are about `scale`. Writes the resulting forces, which are
  /// inside the friction cones. Returns whether the products and the residuals of the equations are small. If not, the
  /// forces may still indicate the states of most contacts. Reuses the memory of this object.
  bool solve(const BodyContacts& contacts, double scale, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< Returns the number of factorizations in the last call.

 private:
  static constexpr int kPairs = 4;  ///< number of pairs per contact: the normal, the two edges, and the sliding speed s
  using Contact = BodyContacts::Contact;
  struct Variables {
    double x[kPairs] = {}, y[kPairs] = {};  ///< the two factors of each pair
  };
  /// How the changes of a contact's force (dc_n, dc_t) and of s (ds) depend on the change of its velocity (dv_n, dv_t)
  /// in one Newton step:
  ///
  ///   (dc_n, dc_t) = forces - D (dv_n, dv_t),   ds = speed + by_n dv_n + by_t dv_t.
  struct Local {
    double residual[kPairs], wanted[kPairs];  ///< residuals of the contact's equations, and target values of the
                                              ///< products x y
    double forces[2];                         ///< changes of c_n and c_t if the velocity does not change
    double response[3];                       ///< the entries D_nn, D_tn and D_tt of the 2 x 2 matrix D; D_nt is 0
    double weight, speed, by_n, by_t;         ///< weight: reciprocal of the pivot of the equation for ds; speed, by_n
                                              ///< and by_t: coefficients of that equation
  };
  template <class Method>
  friend double mehrotra_step(Method& method);
  double product_tolerance() const;
  void start(double scale);
  void keep_predictor() { first_ = change_; }
  static void clear_ground(std::vector<double>& motion);
  static double compliance_of(const Contact& contact, int pair) { return contact.compliance[pair == 0 ? 0 : 1]; }
  static double share_of(const Contact& contact, const Variables& v, int pair);
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

/// The proximal point method for Coulomb's law between bodies [Rockafellar 1976]. It starts from forces near a
/// solution, and is meant for problems whose forces are not unique. In each step, contacts have a small compliance eps,
/// and c' are the forces of the last step:
///
///   c_n = max(0, c_n' - v_n/eps),   c_t = c_t' - v_t/eps, limited to +-mu c_n,   u = J'c,   v = J u + b.
///
/// This system has one solution if eps is not too small. Newton's method finds this solution, with a line search on the
/// piecewise linear function u - J'c(u). The resulting forces are the next c', so each step multiplies the error of the
/// velocities by about eps. The value of eps is reduced while Newton's method terminates quickly, and increased if it
/// does not terminate. If the friction of sliding contacts is large, the method may fail for every eps. Quantities are
/// scaled as in BodyContacts. A step takes little more than O(bodies) operations.
class CoulombProximal {
 public:
  using Force = BodyContacts::Force;

  /// Improves the given forces, which must lie within their cones. `off` is the amount by which they violate the law,
  /// in scaled units. Uses at most `most` factorizations. Reuses the memory of this object.
  void solve(const BodyContacts& contacts, double off, int most, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< Returns the number of factorizations in the last call.

 private:
  bool minimise(double enough);
  double evaluate(const std::vector<double>& motion);
  bool factor();
  double off() const;

  const BodyContacts* contacts_ = nullptr;
  BodyMatrix matrix_;
  std::vector<std::pair<int, int>> pairs_;
  double compliance_ = 1;
  std::vector<Force> last_, forces_;  ///< forces c' of the last step, and forces c(u) for the present motion u
  std::vector<double> motion_, trial_, step_, missing_;
  int factorizations_ = 0, most_ = 0;
};

/// A gradient method for Coulomb's law between bodies, as a sequence of cone programs [Acary, Cadoux, Lemarechal,
/// Malick 2011]. Let d be the velocity v with mu |v_t| added to its normal component. The law is then
///
///   c in the friction cone,   d in the dual cone,   c . d = 0
///
/// [De Saxce, Feng 1998]. With given speeds s in place of |v_t|, these are the optimality conditions of a convex
/// program. A gradient method solves this program from any start, even if the forces are not unique. Whenever the
/// residual of the program falls below that of the law, s is moved towards |v_t|. The method may not terminate, but
/// within a few hundred steps it comes so near to a solution that CoulombNewton succeeds. Each step costs as much as a
/// Gauss-Seidel sweep. Quantities are scaled as in BodyContacts.
class CoulombGradient {
 public:
  using Force = BodyContacts::Force;

  /// Starts from the forces `near`. `contacts` must stay valid while the other functions are called.
  void begin(const BodyContacts& contacts, const std::vector<Force>& near);
  void advance(int steps);
  void write(std::vector<Force>& forces) const;
  double off() const;  ///< Returns the residual of the forces in Coulomb's law, in scaled units.

 private:
  /// The convex program, with the interface that AcceleratedGradient requires.
  struct Program {
    static constexpr int kSize = 2;
    using Local = Eigen::Vector2d;

    int contacts() const { return rows->size(); }
    Local velocity(int i, const Eigen::VectorXd& x) const;
    Local project(int i, const Local& c) const;
    void find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const;

    const BodyContacts* rows = nullptr;
    std::vector<double> added;  ///< the terms mu s, one per contact, which are added to the normal velocities
  };
  double wanted(int i) const;
  void follow();

  Program program_;
  std::optional<AcceleratedGradient<Program>> method_;
  int steps_ = 0;
};

}  // namespace pawl::internal::inline friction
