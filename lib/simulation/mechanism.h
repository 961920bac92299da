// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/actuation.h>

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bodies/equations_of_motion.h"
#include "friction/constrained_inertia.h"
#include "geometry/boundary.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// Bodies and links that joints and pins hold together, in their own coordinates c: those of its bodies, then the
/// positions of its joints.
///
/// Problem: impulses on a member move the others. Equation: with X(c) the frames' places at the centres of mass, Z =
/// dX/dc and M the masses, a step of h from (c, y) with Z, J and the pins' rows G at its start is, for the mean rates
/// w,
///
///   drift:  Z'M ((X(c+) - X(c))/h - Z y) = (h/2) (Z'f + efforts) + J'P + G'lambda,   c+ = c + h w
///           pins: gap(c+) = that at first;  drives: w_j = y_j + (h/2) a_j
///   settle, all at c+:  M(c+) y+ = Z'M (X(c+) - X(c))/h + (h/2) (Z'f + efforts) + J'R + G'lambda,   G y+ = 0
///
/// which is the scheme of free bodies (IslandStep) with joints as constraints ("RATTLE") in minimal coordinates: what
/// Coriolis and centripetal forces do is in the differences of X. Links without mass need no case of their own.
///
/// Method: X is not linear. At an iterate c_i, X(c) - X(c_i) is taken as Z (c - c_i) with the start's Z, so that the
/// inertia Z'MZ is factored once a stage (ConstrainedInertia) and the free rates follow anew at each c_i.
///
/// Cost: some n^3 a stage, n^2 an iterate, n coordinates.
class Mechanism {
 public:
  struct Members {
    std::vector<std::size_t> bodies, joints, pins;  ///< of the system, ascending
  };

  Mechanism(const System& system, Members members);

  const std::vector<int>& movers() const { return movers_; }
  /// Whether a drive moves or is to move: it does work that is not known.
  bool drive_works() const;
  double mass() const;  ///< of all members, kg

  /// Pins keep the gaps that they have here: none, but for rounding and for what dependent pins disagree by.
  void keep_gaps(const Motion& motion);
  /// The drift's equations, at the start of a step. False where they cannot be: a rate that moves no mass.
  bool start(const System& system, const Actuation& actuation, const Motion& motion, double h, double part);
  /// Whether a member turns by more than what a step may be trusted with. After start().
  bool turns_too_far() const;
  /// The drift's free rates as if nothing else pushed, iterated. False where they do not converge, or drives contradict
  /// pins.
  bool predict();
  /// The free rates, without impulses, at the place where the mechanism is now. Whether they could be computed.
  bool update_free();
  /// Whether the last update left them as they were, over the step to 1e-10 m and rad, and pins keep their gaps.
  bool is_met() const;
  /// The equations of settling, at the place where it is now.
  bool settle(const System& system, const Actuation& actuation, const Motion& motion, double part);

  /// Gives the free rates to the members' movers.
  void take_free(Motion& motion);
  /// Moves the members from the start by h times their rates.
  void move(Motion& motion);
  void restore_joints(Motion& motion);  ///< to the start

  /// Kinetic energies, J: at the start of the step; at the free rates; at the rates that the members have.
  double start_energy() const { return start_energy_; }
  double free_energy() const { return energy(free_); }
  double energy_now() const { return energy(rates_); }
  /// Of forces and efforts over the step, by the mean of its ends, J. After settle().
  double work() const;
  /// Acceleration of a mover's frame without contacts, from rest.
  Eigen::Vector3d acceleration(int mover) const;

  /// In coordinates g in which the inertia is 1: a wrench on a mover's frame is response(mover) * wrench, and
  /// velocities change by response(mover)' g.
  Eigen::Index freedom() const { return inertia_->freedom(); }
  const Eigen::MatrixXd& response(int mover) const;
  void push(const Eigen::VectorXd& g, Motion& motion);

 private:
  struct Stop {
    int mover, coordinate;
  };
  std::size_t index_of(int mover) const;
  Eigen::Index coordinates() const { return static_cast<Eigen::Index>(part_.degrees()); }
  void load(const Motion& motion, State& state) const;
  Loads loads_of(const System& system, const Actuation& actuation, const Motion& motion) const;
  bool linearise(const State& state, const Loads& loads);
  Eigen::MatrixXd rows_of(const Kinematics& kinematics, int mover) const;
  std::vector<Eigen::Vector3d> centers(const Kinematics& kinematics) const;
  Eigen::VectorXd momentum_from_start(const Kinematics& now) const;
  Eigen::VectorXd targets();
  bool set_free(const Eigen::VectorXd& momentum, const Eigen::VectorXd& targets);
  double energy(const Eigen::VectorXd& rates) const { return rates.dot(mass_ * rates) / 2; }
  void write_rates(Motion& motion) const;
  void write_joint_rates(const Eigen::VectorXd& rates, Motion& motion) const;
  void write_places(const State& state, Motion& motion) const;

  System part_;  ///< of the members alone, without weight: that is one of the loads
  Members members_;
  std::vector<int> movers_;
  std::vector<Stop> stops_;

  double h_ = 0, part_of_step_ = 0;
  State start_, now_;  ///< of part_; velocities 0 but for start_rates_
  Eigen::VectorXd start_rates_, start_force_, force_, mass_times_start_;
  std::vector<Eigen::Vector3d> start_centers_;
  double start_energy_ = 0, change_ = 0, pins_off_ = 0;
  Loads start_loads_;
  Eigen::VectorXd gap_;  ///< that pins keep

  // Of the linearisation: at the start, then where it settles.
  std::unique_ptr<Kinematics> kinematics_;
  Eigen::MatrixXd mass_;
  Bilateral bilateral_;
  std::unique_ptr<ConstrainedInertia> inertia_;
  std::vector<Eigen::MatrixXd> rows_, responses_;  ///< of each mover: Z, 3 x n; f x 3
  Eigen::VectorXd free_, rates_, acceleration_;
};

/// The mechanisms of a system, in the order of their lowest movers.
std::vector<Mechanism> mechanisms_of(const System& system);

/// Of a force about the origin of its arm, N m.
inline double moment(const Eigen::Vector2d& arm, const Eigen::Vector2d& force) {
  return arm.x() * force.y() - arm.y() * force.x();
}

/// (fx, fy, tau) on a body about its centre of mass at a pose, gravity included, N and N m.
Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place);

/// Numbers 0 to n - 1 in sets that are joined two by two; the root of a set is its lowest number. Paths are halved on
/// the way to the root: nearly constant time a call.
class DisjointSets {
 public:
  explicit DisjointSets(int count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Makes a number a set of its own, where those that it was joined to are made so, too.
  void separate(int i) { parent(i) = i; }
  int root(int i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  void join(int i, int j) {
    const int a = root(i), b = root(j);
    parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& parent(int i) { return parent_[i]; }
  std::vector<int> parent_;
};

}  // namespace pawl::internal::inline simulation
