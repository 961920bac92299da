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
/// Problem: besides contact impulses P and the free momentum M u_free, an impulse S of the support acts, which depends
/// on the velocity u+ at the stage's end. With D = diag(1, 1, r^2), r the moment radius and |u| = sqrt(u'Du), both laws
/// are
///
///   M u+ = M u_free + P - d D u+,   viscous: d = strength time;   ellipsoid: d |u+| <= B = strength time, = where u+
///   is not 0
///
/// so the support adds d D to the body's inertia. Method for the ellipsoid: given P, d solves the scalar equation
///
///   d |(M + d D)^-1 (M u_free + P)| = B,
///
/// whose left side increases with d; if it stays below B, the body sticks, and d is such that it creeps at 1e-9 m/s.
/// Given d, the contact problem determines P. Both are solved in turns until u+ stays the same. If contacts determine
/// u+, P increases with d and the turns may oscillate: after some turns d is therefore searched for by bracketing, and
/// at last set to B/|u+|, which without friction in the contacts converges. Sticking bodies have u+ = 0 exactly in the
/// end.
class SupportFriction {
 public:
  explicit SupportFriction(const System& system) : system_(system) {}

  /// Sets the supported bodies among `bodies`, for a stage in which forces act for `time`. Returns whether there are
  /// any.
  bool begin(const std::vector<int>& bodies, const Actuation& actuation, double time);
  /// Sets the inertia of the bodies that follows from the known impulses, at a turn counted from 0, and slows their
  /// velocities, which were `before`.
  void weigh(int turn, const Eigen::VectorXd& before, ImpulseSolver& solver, Motion& motion);
  /// Takes the velocities after the contact impulses of a turn. Returns whether the bodies' inertia agrees with them.
  bool agrees(int turn, const Eigen::VectorXd& before, const Motion& motion);
  /// Stops sticking bodies, and restores the inertia of all bodies.
  void finish(ImpulseSolver& solver, Motion& motion);

 private:
  struct Supported {
    int body;
    Eigen::Vector3d inertia;  ///< m, m, I
    Eigen::Vector3d metric;   ///< D
    bool viscous;
    double most;        ///< viscous: d; ellipsoid: B
    double weight = 0;  ///< d
    bool sticks = false;
    Eigen::Vector3d impulse{0, 0, 0};  ///< P
    double speed = 0;                  ///< |u+|
    struct Point {
      double x, miss;
    };
    Point low{-std::numeric_limits<double>::infinity(), 0}, high{std::numeric_limits<double>::infinity(), 0};
    bool in_middle = false;  ///< whether the last search step bisected the bracket
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
