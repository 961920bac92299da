// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>
#include <pawl/friction/contact_law.h>
#include <pawl/simulation/actuation.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pawl {

/// How a step of h seconds is divided into stages; each stage solves a contact problem at the velocity level.
enum class Scheme {
  /// Two stages, drift and settle. v and v+ are the velocities before and after the step, q and q+ the positions, M the
  /// mass matrix, f the forces, and J the contact Jacobian.
  ///
  /// Drift: u = v + h/2 M^-1 f + M^-1 J'P, q+ = q + h u. The impulses P ensure that no gap is negative at q+, and that
  /// friction opposes the displacement by which material points slide on each other.
  ///
  /// Settle: v+ = u + h/2 M^-1 f + M^-1 J'R, with f and J at q+. The impulses R ensure that touching contacts do not
  /// approach; restitution is applied in this stage.
  ///
  /// Between impacts, the scheme is accurate to second order.
  two_stage,
  /// One stage: v+ = v + h M^-1 f + M^-1 J'P, q+ = q + h v+. The gaps at q+ satisfy the conditions of the drift stage.
  /// Restitution is not applied, and the scheme is accurate to first order.
  one_stage
};

/// The solution that a stage takes if friction permits several contact velocities. Solutions are not enumerated (1) if
/// all contacts are frictionless, (2) if there is only one contact, which certainly has one solution, or (3) if there
/// are more than 12 contacts on one body, or more than 5 contacts among several bodies. StepReport::not_enumerated
/// counts the third case.
enum class Solutions {
  first,       ///< the solution that the solver finds; other solutions are not enumerated
  random,      ///< a random solution, each equally likely; the choice depends only on the seed, the trial, the step,
               ///< the substep, the stage and the island
  adversarial  ///< the solution in which the applied loads do the least work in the step
};

struct StepOptions {
  ContactLaw law = Coulomb();
  Scheme scheme = Scheme::two_stage;       ///< scheme of the steps; applies to Coulomb's law only, because other laws
                                           ///< always step in one stage
  Solutions solutions = Solutions::first;  ///< which solution to take; applies to Coulomb's law only, because other
                                           ///< laws have one solution
  std::uint32_t seed = 1;                  ///< seed of random choices
  std::uint64_t trial = 0;                 ///< number of the run; runs with the same seed but different numbers make
                                           ///< independent choices
};

/// A contact at the end of a step.
struct StepContact {
  std::size_t shape_a = 0, shape_b = 0;  ///< indices of System::shapes
  Eigen::Vector2d point{0, 0};           ///< contact point on b, world, m
  Eigen::Vector2d normal{0, 1};          ///< unit vector from a into b
  double gap = 0;                        ///< gap at the end of the step, m
  double normal_force = 0;   ///< normal force, N: the impulse of the step, or of its last substep, divided by the
                             ///< duration of that interval
  double tangent_force = 0;  ///< tangential force on b, N, along the normal turned by +90 degrees
  double sliding = 0;        ///< sliding velocity of b relative to a, m/s, along the normal turned by +90 degrees
};

/// The work of the solver for ConeComplementarity over the contact problems of one or more steps, including the
/// problems of attempts that were discarded and repeated with substeps.
struct ConeReport {
  long problems = 0;                                  ///< number of problems that were solved; `not_solved` counts all
                                                      ///< others
  std::array<long, ConeSolution::kMethods> methods{};  ///< number of solved problems for each ConeSolution::Method
  double regularization = 0;  ///< largest proximal regularization delta (ConeSolution::regularization)
  long iterations = 0;        ///< number of pivots, factorizations and iterations, over all problems, solved or not
  double residual = 0;        ///< largest residual, over all solved problems, of the law's conditions; see verify()
  long coulomb_iterations = 0;       ///< number of iterations towards Coulomb's law, over all problems
  int most_coulomb_iterations = 0;   ///< largest number of iterations towards Coulomb's law in one problem
  long not_solved = 0;               ///< number of problems whose residual exceeds the law's tolerance
  double not_solved_residual = 0;    ///< largest residual of a problem that was not solved

  /// Adds the work for one problem, given the solver's answer.
  void add(const ContactImpulses& answer);
  /// Adds the work of other steps.
  void add(const ConeReport& other);
};

struct [[nodiscard]] StepReport {
  bool solved = true;  ///< whether the step was solved; if not, `state` is unchanged
  int substeps = 1;    ///< 1 plus the number of times that a step or substep of an island was halved, including
                       ///< attempts that were discarded
  long problems = 0;   ///< number of contact problems in the step, solved or not
  long pivots = 0;
  long choices = 0;  ///< number of problems in which one of several solutions was chosen; 0 with Solutions::first
  long not_enumerated = 0;            ///< number of problems that may have several solutions, but whose solutions were
                                      ///< not enumerated
  double penetration = 0;             ///< largest penetration at the end of the step or of a substep, m, >= 0
  std::vector<StepContact> contacts;  ///< contacts that touch at the end of the step, or had an impulse in the step
  /// Effort of the drive of each joint, N m or N: the mean over the step, including impacts. A drive whose effort is
  /// known has the given effort. The effort of a drive whose acceleration is known follows from the balance of
  /// momentum, with all contacts, stops, pins and springs. The entry is NaN if the effort is not determined, because
  /// pins share the load of the drive.
  std::vector<double> efforts;
  /// Force of each pin on its link b, world, N: the mean over the step. The force follows from the balance of momentum,
  /// as the efforts do. The entry is NaN if the force is not determined, because other pins or drives share the load of
  /// the pin. For a pin with a stiffness, this is the force of its spring and damper, which is always determined.
  std::vector<Eigen::Vector2d> pin_forces;
  ConeReport cone;  ///< work of the solver for ConeComplementarity; stays empty for other laws
};

/// A stepper that moves a system with contacts through time. At any step size, bodies do not pass through each other.
/// With laws that allow penetration (allows_penetration()), a body that has entered another body through one edge
/// leaves it through the same edge. A step whose equations are not satisfied to 1e-9 m is divided into two substeps.
/// Only the affected group of interacting bodies (island) takes substeps.
///
/// A step costs O(n log n) for the broad phase, plus one contact problem per island and stage, with a warm start from
/// the last step. Because gaps are nonlinear functions of the rotations, a contact problem is usually solved 1 to 3
/// times.
class Stepper {
 public:
  /// Throws InputError for an invalid system or law, a shape with restitution in the one-stage scheme, and a choice of
  /// solutions for a law other than Coulomb's. Also throws InputError for a shape whose static and kinetic friction
  /// differ, unless the law is Coulomb's or CoulombViscous and the solution is Solutions::first. A pin, joint or stop
  /// with a stiffness needs the law Compliant; such a pin or joint also needs LawRoute::law. So do the values of
  /// System::pair_springs, of which only a modulus needs LawRoute::law. A viscosity of a shape needs the law Viscous or
  /// CoulombViscous.
  explicit Stepper(System system, StepOptions options = {});
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  const System& system() const;

  /// Advances the state by h seconds under the actuation. The report is valid until the next call. Throws InputError
  /// unless h is finite and positive, and state and actuation fit the system. If the state is not the result of the
  /// last step, also throws InputError if shapes overlap by more than 1e-8 m, if the two points of a rigid pin are more
  /// than 1e-6 m apart, if a joint is more than 1e-8 (m or rad) beyond its limits, or if a joint moves no mass. (A
  /// smaller distance between a pin's points is accepted, and is not corrected.)
  ///
  /// Shapes of two solids that a joint or pin connects do not collide. If one of the two solids is the ground, only
  /// those pairs of shapes do not collide that overlap in a state that is not the result of the last step.
  const StepReport& step(State& state, double h, const Actuation& actuation = {});

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// Makes one step with a temporary Stepper.
StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation = {});

}  // namespace pawl
