// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <utility>
#include <vector>

#include "friction/body_contacts.h"
#include "friction/contact_least_squares.h"

namespace pawl::internal::inline friction {

/// The cone complementarity problem of bodies alone. In the plane a cone is a wedge between two edges: unit vectors e
/// along n +- mu t, or n alone without friction. With an impulse x along each, E their rows of J, and scaled as in
/// BodyContacts,
///
///   0 <= x,   0 <= y = E E'x + b,   x y = 0,
///
/// which is monotone: solved by the primal-dual interior-point method with a predictor and a corrector [Mehrotra 1992;
/// Wright 1997, chapter 10] from x and y that are all positive, in some 20 steps whatever the number of bodies. What is
/// left of a step are the motions of bodies,
///
///   (1 + sum D E'E) du = ...,   D = x/(y + r x),
///
/// O(bodies) or little more. Where parts are enclosed, forces of balance among them are unbounded, and so would D be:
/// a small r takes y for E E'x + b + r (x - the last x), which is the same at the end [Friedlander, Orban 2012].
/// Products below some 1e-14 are rounding.
class ConeInterior {
 public:
  using Force = BodyContacts::Force;

  /// The best forces that it comes to, and how well they keep the law, m/s; it ends where that is `enough`. Keeps its
  /// memory.
  double solve(const BodyContacts& contacts, double enough, std::vector<Force>& forces);
  int factorizations() const { return factorizations_; }  ///< of the last call

 private:
  /// Of a wedge, with its product's factors.
  struct Edge {
    int contact;
    double normal, tangent;  ///< of the unit vector
    BodyContacts::Row row;
    double bias;
    double x, y;
    double dx, dy, first_dx, first_dy;  ///< changes, and those of the predictor
    double wanted;                      ///< of the product
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

/// The normal bias of a contact by the law: what pushes out of a penetration is at most max_push.
double normal_bias(const ConeComplementarity& law, const ContactProblem::Contact& contact, double bias,
                   double duration);

/// The cone complementarity problem by one of its methods (ConeComplementarity::Method). In the plane a cone is a
/// wedge, whose dual is v_n + mu v_t >= 0, v_n - mu v_t >= 0: few contacts are a problem of DualActiveSet with two rows
/// each, and many of bodies alone one of ConeInterior. Where these do not end, iterations go on from there.
class ConeComplementaritySolver {
 public:
  void solve(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start,
             ContactImpulses& answer);

 private:
  using Method = ConeComplementarity::Method;
  void take_near(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses* near);
  void load(const ConeComplementarity& law, const ContactProblem& problem);
  bool solve_edges(ContactImpulses& answer);
  void solve_from_inside(const ConeComplementarity& law, const ContactProblem& problem, ContactImpulses& answer);
  void solve_iteratively(const ConeComplementarity& law, bool inside, ContactImpulses& answer);

  RootRows rows_;
  std::vector<double> friction_;
  Eigen::VectorXd bias_;  ///< normal and tangent, contact by contact, m/s
  DualActiveSet active_set_;
  BodyContacts contacts_;
  ConeInterior interior_;
  std::vector<BodyContacts::Force> forces_;
  ContactImpulses near_;  ///< the answer, as far as is known, or none
};

}  // namespace pawl::internal::inline friction
