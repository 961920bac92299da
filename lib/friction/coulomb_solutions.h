// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {

/// All velocities that Coulomb's law permits in one problem, each with impulses that cause it. There may be several,
/// for example in Painleve's paradox, at wedged contacts, or at simultaneous impacts.
///
/// With v = G c + b at n contacts, an impulse c_i >= 0 is a combination of edges of its friction cone: (1, -mu) if the
/// contact slides left, (1, +mu) if it slides right, and both if it sticks. By Caratheodory's theorem the sum of all
/// J'c is already a combination of edges e with linearly independent J'e. Their number is at most the number of the
/// bodies' coordinates. Using fewer edges does not add conditions on v. It is therefore sufficient to enumerate the
/// independent sets S of edges, with weights l and the conditions
///
///   at contacts with one edge in S: v_n = 0, and v_t >= 0 or v_t <= 0, depending on the edge
///   at contacts with both edges in S: v_n = 0, v_t = 0;   at all other contacts: v_n >= 0;   l >= 0
///
/// There are as many equations as edges in S.
///
/// A regular system has one solution. If the rank is smaller by one, the solutions form a segment, and its two ends are
/// listed. For k coordinates there are O((2n)^k) systems of at most k equations: 42 for a part at three contacts.
///
/// All computations use doubles. Conditions are checked to 1e-10 of the largest free velocity, so solutions are
/// accepted in spite of rounding errors.
class CoulombSolutions {
 public:
  struct Solution {
    Eigen::VectorXd normal, tangent;  ///< impulses, N s, one entry per contact
    Eigen::VectorXd velocity;         ///< velocities, m/s: for each contact, normal and tangential velocity
  };

  /// Returns whether a simple criterion shows that the velocity is unique: all contacts are frictionless, or there is
  /// only one contact, and mu |G_nt| < G_nn for its 2 x 2 Delassus matrix G (normal n, tangent t).
  static bool certainly_one(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

  /// Finds the solutions of a problem at the velocity level with one tangent. Solutions whose velocities differ by at
  /// most `same` (m/s) count as one. Returns false if `solutions` may be incomplete. There are four causes: more than
  /// kMostSets sets; sets of more than kMostEdges edges; a system of n equations with a rank below n - 1; or a segment
  /// of solutions that has no end.
  bool find(const ContactProblem& problem, const ContactDynamics<double>& dynamics, double same);
  const std::vector<Solution>& solutions() const { return solutions_; }

  static constexpr double kMostSets = 2500;

 private:
  struct Edge {
    int contact = 0;
    double slope = 0;  ///< ratio c_t / c_n along the edge
    int other = -1;    ///< index of the preceding edge of the same contact, or -1
  };
  static constexpr int kMostEdges = 16;  ///< largest number of edges in a set, over all problems that find() accepts
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
  std::size_t most_ = 0;       ///< largest number of edges in a set, for the present problem
  std::vector<double> units_;  ///< for each contact, the factor that converts scaled velocities to m/s
  std::vector<double> free_;   ///< free velocities b, divided by units_
  std::vector<double>
      responses_;  ///< scaled response of each row (normal and tangent of each contact) to a force along each edge
  std::vector<Edge> edges_;
  std::vector<char> used_;  ///< for each contact, the number of its edges in the set, or kDriven
  std::vector<std::size_t> set_;
  Matrix cholesky_;           ///< Cholesky factor of e'Ge for the edges e of the set
  Eigen::VectorXd velocity_;  ///< scaled velocity of each row
  double size_ = 0, same_ = 0;
  bool complete_ = true;
  std::vector<Solution> solutions_;
};

}  // namespace pawl::internal::inline friction
