// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/actuation.h>

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "simulation/impulse_solver.h"

namespace pawl::internal::inline simulation {

/// The friction of supports in one stage, solved implicitly.
///
/// Problem: in addition to the contact impulses P, an impulse of the support acts on a body with the momentum M u_free
/// before these impulses. The support's impulse depends on the velocity u+ at the end of the stage. Let D = diag(1, 1,
/// r^2), with r the moment radius, and |u| = sqrt(u'Du). Both laws of the support (Support::Law) have the form
///
///   M u+ = M u_free + P - d D u+
///   viscous: d = s t;   ellipsoid: d |u+| <= B = s t, with equality if u+ is not 0,
///
/// with the strength s (Support::strength) and the time t for which forces act in the stage, s.
///
/// The support therefore adds d D to the body's inertia. Method for the ellipsoid: for given P, d solves the scalar
/// equation
///
///   d |(M + d D)^-1 (M u_free + P)| = B,
///
/// whose left-hand side increases with d. If the left-hand side stays below B for all d, the body sticks, and d is
/// chosen so that the body creeps at 1e-9 m/s. For given d, the contact problem determines P. The equation for d and
/// the contact problem are solved in turn until u+ no longer changes. If contacts determine u+, P increases with d, and
/// this iteration may oscillate. Therefore, after some iterations, d is found by bracketing, and finally set to B/|u+|,
/// which converges if the contacts have no friction. At the end, u+ of sticking bodies is set to exactly 0.
class SupportFriction {
 public:
  explicit SupportFriction(const System& system) : system_(system) {}

  /// Selects those of the given bodies that have a support with a strength above 0, for a stage in which forces act for
  /// `time`, s. Returns whether any body was selected.
  bool begin(const std::vector<int>& bodies, const Actuation& actuation, double time);
  /// Begins iteration `turn`, counted from 0. Sets the inertia of each body to M + d D, with d computed from the
  /// impulses of the previous iteration. Replaces the velocities `before` by those that the same momentum causes with
  /// the new inertia.
  void weigh(int turn, const Eigen::VectorXd& before, ImpulseSolver& solver, Motion& motion);
  /// Stores the velocities after the contact impulses of an iteration. Returns whether they are consistent with the
  /// value of d in this iteration.
  bool agrees(int turn, const Eigen::VectorXd& before, const Motion& motion);
  /// Sets the velocities of sticking bodies to 0 (except the angular velocity if the moment radius is 0), and restores
  /// the inertia of all bodies.
  void finish(ImpulseSolver& solver, Motion& motion);

 private:
  struct Supported {
    int body;
    Eigen::Vector3d inertia;  ///< diagonal of M: m, m, I
    Eigen::Vector3d metric;   ///< metric D
    bool viscous;
    double most;        ///< strength times time: d of the viscous law, or B of the ellipsoid
    double weight = 0;  ///< the weight d of the metric D in the support's impulse
    bool sticks = false;
    Eigen::Vector3d impulse{0, 0, 0};  ///< impulse P of the contacts on the body
    double speed = 0;                  ///< speed |u+| in the metric D
    struct Point {
      double x, miss;
    };
    Point low{-std::numeric_limits<double>::infinity(), 0}, high{std::numeric_limits<double>::infinity(), 0};
    bool in_middle = false;  ///< whether the last step of the search halved the bracket
  };
  static void search_weight(Supported& one);
  static void set_weight(const Eigen::Vector3d& momentum, Supported& one);
  static Eigen::Vector3d slowed(const Eigen::Vector3d& momentum, const Supported& one) {
    return momentum.cwiseQuotient(one.inertia + one.weight * one.metric);
  }

  const System& system_;
  std::vector<Supported> supported_;
};

}  // namespace pawl::internal::inline simulation
