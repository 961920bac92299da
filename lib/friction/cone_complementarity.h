// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <utility>
#include <vector>

#include "friction/body_contacts.h"
#include "friction/contact_least_squares.h"

namespace pawl::internal::inline friction {

/// An interior-point method for the cone complementarity problem of bodies without blocks. In the plane, a cone is a
/// wedge between two edges, which are unit vectors e along n +- mu t. Without friction, n is the only edge. Let x be
/// the impulses along the edges, E the rows of J along the edges, and b the biases along the edges, all scaled as in
/// BodyContacts. Then
///
///   0 <= x,   0 <= y = E E'x + b,   x y = 0.
///
/// This problem is monotone. A primal-dual interior-point method with predictor and corrector [Mehrotra 1992; Wright
/// 1997, chapter 10] solves it from positive x and y, in about 20 steps for any number of bodies. Each step reduces to
/// a system for the change du of the bodies' motions,
///
///   (1 + sum D E'E) du = ...,   D = x/(y + r x),
///
/// whose solution takes little more than O(bodies) operations. If a part is enclosed, forces that balance each other
/// can grow without bound, and with them D. Therefore y is replaced by E E'x + b + r (x - x'), with a small r, where x'
/// is the value of x in the last step. The modified iteration has the same limit [Friedlander, Orban 2012]. Products x
/// y below about 1e-14 are rounding errors.
class ConeInterior {
 public:
  using Force = BodyContacts::Force;

  /// Writes the best forces that were found, and returns their residual in the law, m/s. Stops when the residual is at
  /// most `enough`. Reuses the memory of this object.
  double solve(const BodyContacts& contacts, double enough, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< Returns the number of factorizations of the last call.

 private:
  /// An edge of a contact's friction cone, with the variables x and y of this edge.
  struct Edge {
    int contact;
    double normal, tangent;  ///< normal and tangential component of the unit vector along the edge
    BodyContacts::Row row;
    double bias;
    double x, y;
    double dx, dy, first_dx, first_dy;  ///< changes of x and y in the present step, and in the predictor step
    double wanted;                      ///< value of the product x y at which the step aims
  };
  const BodyContacts::Contact& contact_of(const Edge& edge) const { return (*contacts_)[edge.contact]; }
  template <class Method>
  friend double mehrotra_step(Method& method);
  void start();
  void add_edge(int contact, double normal, double tangent);
  void keep_predictor();
  bool factor();
  void add(const Edge& edge, double response);
  void find_step(double target, bool second);
  double product(double part) const;
  double longest() const;
  void go(double part);
  void find_motion();
  double error() const;
  void write(std::vector<Force>& forces) const;

  const BodyContacts* contacts_ = nullptr;
  BodyMatrix matrix_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Edge> edges_;
  std::vector<Force> now_;
  std::vector<double> motion_, push_;
  int factorizations_ = 0;
};

double residual_of(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Returns the normal bias that the law uses for a contact with the normal bias `bias`. If max_push is set, and the
/// contact penetrates, the result makes the law remove the penetration at a speed of at most max_push. Otherwise the
/// result is `bias`.
double normal_bias(const ConeComplementarity& law, const ContactProblem::Contact& contact, double bias,
                   double duration);

/// A solver for the cone complementarity problem that uses one of the methods in ConeComplementarity::Method. In the
/// plane a cone is a wedge, whose dual cone is v_n + mu v_t >= 0, v_n - mu v_t >= 0. DualActiveSet, with two rows per
/// contact, solves problems with few coordinates. ConeInterior solves large problems without blocks. If the methods
/// that apply fail, or if an iterative method is selected, an iterative method starts from the initial guess or, if it
/// is better, from the result of ConeInterior.
class ConeComplementaritySolver {
 public:
  void solve(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start,
             ContactImpulses& answer);

 private:
  using Method = ConeComplementarity::Method;
  void solve_relaxed(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start,
                     ContactImpulses& answer);
  void iterate_to_coulomb(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start,
                          ContactImpulses& answer);
  void take_near(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses* near);
  void load(const ConeComplementarity& law, const ContactProblem& problem);
  bool solve_edges(ContactImpulses& answer);
  void solve_by_interior_point(const ConeComplementarity& law, const ContactProblem& problem, ContactImpulses& answer);
  void solve_iteratively(const ConeComplementarity& law, bool inside, ContactImpulses& answer);

  RootRows rows_;
  std::vector<double> friction_;
  Eigen::VectorXd bias_;  ///< biases (normal, tangent) of each contact, m/s
  DualActiveSet active_set_;
  BodyContacts contacts_;
  ConeInterior interior_;
  std::vector<BodyContacts::Force> forces_;
  ContactImpulses near_;  ///< copy of the initial guess, or empty
  // Three objects: the problem whose penetrations are removed at a speed of at most max_push; the same problem with the
  // biases shifted for an iteration towards Coulomb's law; and the iterate with the smallest residual.
  ContactProblem pushed_, shifted_;
  ContactImpulses best_;
};

}  // namespace pawl::internal::inline friction
