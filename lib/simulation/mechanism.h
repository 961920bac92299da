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

/// Bodies and links that are connected by joints and rigid pins. A mechanism has its own coordinates c: first the
/// coordinates of the bodies, then the positions of the joints.
///
/// Problem: an impulse on one member also moves the other members.
///
/// Equations: let X(c) be the poses of the frames at the centres of mass, Z = dX/dc, M the masses, f the applied
/// forces, y the rates c', and a the accelerations of the drives. A step of duration h starts from (c, y). Z, J and the
/// pins' rows G are evaluated at the start. With the mean rates w, the equations of the step are
///
///   drift:  Z'M ((X(c+) - X(c))/h - Z y) = (h/2) (Z'f + efforts) + J'P + G'lambda,   c+ = c + h w
///           pins: gap(c+) = gap of keep_gaps();  drives: w_j = y_j + (h/2) a_j
///   settle, all at c+:  M(c+) y+ = Z'M (X(c+) - X(c))/h + (h/2) (Z'f + efforts) + J'R + G'lambda,   G y+ = 0
///
/// This is the scheme of free bodies (island_step.h) with joints as constraints ("RATTLE") in minimal coordinates. The
/// differences of X include the Coriolis and centripetal forces. Massless links need no special treatment.
///
/// Method: X is nonlinear. At an iterate c_i, X(c) - X(c_i) is replaced by Z (c - c_i), with Z at the start. The
/// inertia Z'MZ is therefore factored only once per stage (ConstrainedInertia). The rates without impulses are
/// recomputed at each c_i.
///
/// Cost: about n^3 per stage and n^2 per iteration, for n coordinates.
class Mechanism {
 public:
  struct Members {
    std::vector<std::size_t> bodies, joints, pins;  ///< members of the mechanism, by their indices in the system,
                                                    ///< ascending
  };

  Mechanism(const System& system, Members members);

  const std::vector<int>& links() const { return links_; }
  /// Returns whether a drive has a nonzero velocity or acceleration. The work of such a drive is unknown.
  bool drive_works() const;
  double mass() const;  ///< mass of all members, kg

  /// Stores the present gaps of the pins, which the steps then preserve. The gaps are 0, except for rounding errors and
  /// for the errors of dependent pins that contradict each other.
  void keep_gaps(const Motion& motion);
  /// Sets up the equations of the drift stage at the start of a step of duration h, s. The forces act for the time
  /// `part`, s, in this stage. Returns false if the equations have no unique solution, for example because the
  /// mechanism can move without moving any mass.
  bool start(const System& system, const Actuation& actuation, const Motion& motion, double h, double part);
  /// Returns the largest rotation of a member in the step, rad, for constant rates. start() must be called before.
  double largest_rotation() const;
  /// Finds by iteration the rates that result from the drift stage without impulses ("free rates"). Returns false if
  /// the iteration does not converge, or if drives contradict pins.
  bool predict();
  /// Recomputes the free rates at the mechanism's current position. Returns false if the computation fails.
  bool update_free();
  /// Returns whether the last update changed the positions by at most 1e-10 m and 1e-10 rad, and the gaps of the pins
  /// differ by at most tolerance::kStepResidual from those to keep. Both limits are raised by rounding, and the second
  /// one by the amount by which dependent pins contradict each other.
  bool is_met() const;
  /// Sets up the equations of the settle stage at the current position. The forces act for the time `part`, s, in this
  /// stage. Returns false if the equations have no unique solution.
  bool settle(const System& system, const Actuation& actuation, const Motion& motion, double part);

  /// Sets the velocities of the members' links to the free rates.
  void take_free(Motion& motion);
  /// Moves the members from their positions at the start of the step by h times their rates.
  void move(Motion& motion);
  void restore_joints(Motion& motion);  ///< Sets the positions and velocities of the members' joints to those at the
                                        ///< start of the step.

  /// start_energy(), free_energy() and energy_now() return kinetic energies, J: at the start of the step, at the free
  /// rates, and at the members' current rates.
  double start_energy() const { return start_energy_; }
  double free_energy() const { return energy(free_); }
  double energy_now() const { return energy(rates_); }
  /// Returns the work of forces and efforts over the step, J. Forces are averaged over the start and the end of the
  /// step. Must be called after settle().
  double work() const;
  /// An impulse of a contact or a stop on a member's link. The two functions below compute the impulses of drives and
  /// pins in one stage from the equations of the stage. They add the impulses of pins, and of drives with a known
  /// acceleration, to sums over the step, which start() sets to 0. They must be called at the end of the stage.
  struct LinkImpulse {
    int link;
    Eigen::Vector3d wrench;  ///< impulse and moment about the origin of the link's frame, N s and N m s
  };
  void balance_drift(const std::vector<LinkImpulse>& wrenches);
  void balance_settle(const std::vector<LinkImpulse>& wrenches);
  /// Adds the drives' impulses in the step to the entries of the system's joints, N m s or N s. If the effort of a
  /// drive is known, its impulse is the effort times the duration. The impulse is NaN if pins share the load of the
  /// drive.
  void add_drive_impulses(std::vector<double>& impulses) const;
  /// Adds the pins' impulses on their links b in the step to the entries of the system's pins, N s. The impulse is NaN
  /// if other pins or drives share the load of the pin.
  void add_pin_impulses(std::vector<Eigen::Vector2d>& impulses) const;

  /// Returns the acceleration that a link's frame would have without contact forces, if the mechanism were at rest.
  Eigen::Vector3d acceleration(int link) const;

  /// The functions below use coordinates g of the mechanism's velocity in which the inertia is the identity. freedom()
  /// is the number of these coordinates. A wrench on a link changes g by response(link) * wrench. push() changes g by a
  /// given dg, which changes the velocity of each link's frame by response(link)' dg.
  Eigen::Index freedom() const { return inertia_->freedom(); }
  const Eigen::MatrixXd& response(int link) const;
  void push(const Eigen::VectorXd& g, Motion& motion);

 private:
  struct Stop {
    int link, coordinate;
  };
  std::size_t index_of(int link) const;
  Eigen::Index coordinates() const { return static_cast<Eigen::Index>(part_.degrees()); }
  void load(const Motion& motion, State& state) const;
  Loads loads_of(const System& system, const Actuation& actuation, const Motion& motion) const;
  bool linearise(const State& state, const Loads& loads);
  Eigen::MatrixXd rows_of(const Kinematics& kinematics, int link) const;
  std::vector<Eigen::Vector3d> centers(const Kinematics& kinematics) const;
  Eigen::VectorXd momentum_from_start(const Kinematics& now) const;
  Eigen::VectorXd targets();
  bool set_free(const Eigen::VectorXd& momentum, const Eigen::VectorXd& targets);
  void balance(Eigen::VectorXd momentum, const std::vector<LinkImpulse>& wrenches);
  double energy(const Eigen::VectorXd& rates) const { return rates.dot(mass_ * rates) / 2; }
  void write_rates(Motion& motion) const;
  void write_joint_rates(const Eigen::VectorXd& rates, Motion& motion) const;
  void write_placements(const State& state, Motion& motion) const;

  System part_;  ///< the members as a separate system without gravity; gravity is a part of the loads
  Members members_;
  std::vector<int> links_;
  std::vector<Stop> stops_;

  double h_ = 0, part_of_step_ = 0;
  State start_, now_;  ///< state of part_ at the start and now, with all velocities 0; start_rates_ contains the rates
                       ///< at the start
  Eigen::VectorXd start_rates_, start_force_, force_, mass_times_start_;
  std::vector<Eigen::Vector3d> start_centers_;
  double start_energy_ = 0, change_ = 0, pins_off_ = 0;
  Loads start_loads_;
  Eigen::VectorXd gap_;  ///< gaps of the pins, which the steps preserve
  Eigen::VectorXd drive_impulses_;  ///< impulses of drives whose acceleration is known, one per joint of part_
  std::vector<Eigen::Vector2d> pin_impulses_;  ///< impulses of the pins on their links b
  double settle_part_ = 0;          ///< time for which the forces act in the settle stage, s

  // The linearisation of the mechanism. In the drift stage, it is taken at the start of the step; in the settle stage,
  // at the current position.
  std::unique_ptr<Kinematics> kinematics_;
  Eigen::MatrixXd mass_;
  Bilateral bilateral_;
  std::unique_ptr<ConstrainedInertia> inertia_;
  std::vector<Eigen::MatrixXd> rows_, responses_;  ///< for each link, the matrix Z (3 x n), and the response matrix (f
                                                   ///< x 3) with f = freedom()
  Eigen::VectorXd free_, rates_, acceleration_;
};

/// Returns the mechanisms of a system, in the order of their lowest links.
std::vector<Mechanism> mechanisms_of(const System& system);

/// Returns the moment of a force about the origin of its arm, N m.
inline double moment(const Eigen::Vector2d& arm, const Eigen::Vector2d& force) {
  return arm.x() * force.y() - arm.y() * force.x();
}

/// Returns the wrench (fx, fy, tau), gravity included, on a body at a pose, about its centre of mass, N and N m.
Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place);

/// Disjoint sets of the numbers 0 to n - 1; two sets can be merged. The root of a set is its lowest number. Each search
/// for a root halves the path to the root, so a call takes nearly constant time.
class DisjointSets {
 public:
  explicit DisjointSets(int count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Puts a number into a set that contains only this number. The caller must also separate all numbers that were
  /// merged with it.
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
