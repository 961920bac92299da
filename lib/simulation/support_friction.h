// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/actuation.h>

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "simulation/stage.h"

namespace pawl::internal::inline simulation {

/// Support friction in one stage, implicitly.
///
/// Problem: besides contact impulses P and the free momentum M u_free, an impulse S of the support acts, bound to the
/// velocity u+ at the stage's end. With D = diag(1, 1, r^2), r the moment radius and |u| = sqrt(u'Du), both laws are
///
///   M u+ = M u_free + P - d D u+,   viscous: d = strength time;   ellipsoid: d |u+| <= B = strength time, = where u+
///   is not 0
///
/// so the support makes the body heavier by d D. Method for the ellipsoid: given P, d solves the scalar equation
/// d |(M + d D)^-1 (M u_free + P)| = B, whose left side rises with d; where it stays below B the body sticks, and d is
/// the one that lets it creep at 1e-9 m/s. Given d, the contacts have P. Both in turns until u+ stays the same. Where
/// contacts say what u+ is, P rises with d and the turns may swing to and fro: so from some turn on d is searched for
/// in a bracket of its own, and at last is B/|u+|: without friction in the contacts that comes nearer with each turn.
/// Bodies that stick have u+ = 0 exactly in the end.
class SupportFriction {
 public:
  explicit SupportFriction(const System& system) : system_(system) {}

  /// Of these bodies, over a stage in which forces act for `time`; whether there is any.
  bool begin(const std::vector<int>& bodies, const Actuation& actuation, double time);
  /// Makes the bodies as heavy as the impulses that are known ask for, at a turn from 0, and slows their velocities,
  /// which were `before`.
  void weigh(int turn, const Eigen::VectorXd& before, StageSolver& stages, Motion& motion);
  /// Takes what the contacts did at a turn; whether the bodies are as heavy as that asks for.
  bool agrees(int turn, const Eigen::VectorXd& before, const Motion& motion);
  /// Stops what sticks, and gives all bodies their own inertia again.
  void finish(StageSolver& stages, Motion& motion);

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
    bool in_middle = false;  ///< whether the last place looked at was the middle
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
