// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "friction/coulomb_methods.h"

namespace pawl::internal::inline friction {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Coulomb's law by Newton's method from impulses near the answer (CoulombNewton); where it does not end, from where an
/// interior-point method leads (CoulombInterior), of many contacts then by the proximal method (CoulombProximal), from
/// there and from where a gradient method leads (CoulombGradient), and then from where sweeps do. Where these do not,
/// or there are no such impulses, few contacts are solved by the contact problem's own methods, without their search
/// tree: a problem that the paths do not solve is left to the caller, for whom a shorter step is cheaper than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool solve_from_inside();
  bool from_inside(double scale);
  bool solve_many(const ContactProblem& problem, ContactImpulses& answer);
  bool by_proximal(double off, int most);
  void read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const;
  void write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const;
  bool is_answer(const ContactProblem& problem, const std::vector<BodyContacts::Force>& forces,
                 ContactImpulses& answer) const;
  void solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer);
  bool are_large(const std::vector<BodyContacts::Force>& forces) const;
  bool improve(const ContactProblem& problem, ContactImpulses& answer);
  int steps() const { return newton_.factorizations() + interior_steps_ + proximal_steps_; }
  static void give_up(const ContactProblem& problem, ContactImpulses& answer);

  BodyContacts contacts_;
  CoulombNewton newton_;
  CoulombInterior interior_;
  CoulombGradient gradient_;
  CoulombProximal proximal_;
  std::vector<BodyContacts::Force> near_, forces_, inside_;
  int interior_steps_ = 0, proximal_steps_ = 0;  ///< of the last call
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

/// Every velocity that Coulomb's law allows after one problem's impulses (it may allow several: "Painleve", wedged and
/// simultaneous contacts), each with impulses that lead to it.
///
/// With v = G c + b at n contacts, an impulse c_i >= 0 is made of the edges of its friction cone, (1, -mu) where the
/// contact slides left, (1, +mu) where it slides right, and both where it sticks. By Caratheodory's theorem the sum of
/// all J'c is one of edges whose J'e are independent, at most as many as the bodies have coordinates, and using fewer
/// of the same edges asks no more of v. So it is enough to go through the independent sets S of edges, with
///
///   v_n = 0 where S has an edge of the contact, v_t = 0 too where it has both:   as many equations as edges
///   l >= 0;  v_n >= 0 at the others;  v_t >= 0 or <= 0 where S has one edge
///
/// A regular system gives one point; where it loses one rank solutions are a segment, whose ends are listed. O((2n)^k)
/// systems of at most k equations, k the coordinates: 42 for a part at three contacts.
///
/// In doubles: conditions are met to 1e-10 of the largest free velocity, so that what is a solution but for rounding
/// counts as one.
class CoulombSolutions {
 public:
  struct Solution {
    Eigen::VectorXd normal, tangent;  ///< N s, an entry a contact
    Eigen::VectorXd velocity;         ///< m/s, normal and tangential, contact by contact
  };

  /// Whether one velocity is all there is, by what is known beforehand: no friction, or one contact with
  /// mu |G_nt| < G_nn.
  static bool certainly_one(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

  /// Of a problem of the velocity level with one tangent. Solutions whose velocities differ by at most `same` (m/s)
  /// are one. False where `solutions` may lack some: more sets than kMostSets, or systems that lose more than one rank.
  bool find(const ContactProblem& problem, const ContactDynamics<double>& dynamics, double same);
  const std::vector<Solution>& solutions() const { return solutions_; }

  static constexpr double kMostSets = 2500;

 private:
  struct Edge {
    int contact = 0;
    double slope = 0;  ///< c_t / c_n
    int other = -1;    ///< the contact's edge before this one, or -1
  };
  static constexpr int kMostEdges = 16;  ///< of one set
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostEdges, kMostEdges>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostEdges, 1>;

  void load_edges(const ContactProblem& problem, const ContactDynamics<double>& dynamics);
  void load_responses(const ContactDynamics<double>& dynamics);
  double sets(int coordinates) const;
  void extend(std::size_t next);
  bool independent(std::size_t edge);
  void solve();
  void solve_segment(const Vector& point, const Vector& way);
  bool allowed(const Vector& weights);
  void set_velocity(const Vector& weights);
  void add(const Vector& weights);

  double response(std::size_t row, std::size_t edge) const { return responses_[row * edges_.size() + edge]; }

  int contacts_ = 0;
  std::size_t most_ = 0;           ///< edges of a set
  std::vector<double> units_;      ///< of each contact: m/s of one unit of its velocities, sqrt(J)
  std::vector<double> free_;       ///< b in units
  std::vector<double> responses_;  ///< of each row (normal, tangent, contact by contact) to each edge, in units
  std::vector<Edge> edges_;
  std::vector<char> used_;  ///< edges of each contact that are in the set
  std::vector<std::size_t> set_;
  Matrix cholesky_;           ///< of the set's e'Ge
  Eigen::VectorXd velocity_;  ///< in units
  double size_ = 0, same_ = 0;
  bool complete_ = true;
  std::vector<Solution> solutions_;
};

}  // namespace pawl::internal::inline friction
