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

/// The scheme of a step of h seconds; each stage solves a contact problem at the velocity level.
enum class Scheme {
  /// Two stages, drift and settle. v and v+ are the velocities before and after the step, q and q+ the positions, M the
  /// mass matrix, f the forces, and J the contact Jacobian. Drift: u = v + h/2 M^-1 f + M^-1 J'P moves the bodies to q+
  /// = q + h u. With the impulses P, no gap is negative at q+, and friction opposes the displacement by which material
  /// points slide on each other. Settle: v+ = u + h/2 M^-1 f + M^-1 J'R at q+. With the impulses R, touching contacts
  /// do not approach; restitution is applied in this stage. Between impacts, the scheme is accurate to second order.
  two_stage,
  /// One stage: v+ = v + h M^-1 f + M^-1 J'P, q+ = q + h v+, with the same conditions on the gaps at q+ as in the drift
  /// stage. Restitution is not applied, and the scheme is accurate to first order.
  one_stage
};

/// The solution that a stage takes if friction admits several contact velocities. Solutions are not enumerated (1) if
/// all contacts are frictionless, (2) if there is only one contact, which certainly has one solution, or (3) if there
/// are more than 12 contacts on one body, or more than 5 contacts among several bodies. StepReport::not_enumerated
/// counts the third case.
enum class Solutions {
  first,       ///< the solution that the solver finds; other solutions are not enumerated
  random,      ///< a random solution, all equally likely; the choice depends only on seed, trial, step, and position in
               ///< the step
  adversarial  ///< the solution in which the applied loads do the least work over the step
};

struct StepOptions {
  ContactLaw law = Coulomb();
  Scheme scheme = Scheme::two_stage;       ///< scheme of the steps; applies to Coulomb's law only, because other laws
                                           ///< always step in one stage
  Solutions solutions = Solutions::first;  ///< solution to take; applies to Coulomb's law only, because other laws have
                                           ///< one solution
  std::uint32_t seed = 1;                  ///< seed of random choices
  std::uint64_t trial = 0;                 ///< number of the run; runs with one seed make independent choices
};

/// A contact at the end of a step.
struct StepContact {
  std::size_t shape_a = 0, shape_b = 0;  ///< indices of System::shapes
  Eigen::Vector2d point{0, 0};           ///< contact point on b, world, m
  Eigen::Vector2d normal{0, 1};          ///< unit vector from a into b
  double gap = 0;                        ///< gap at the end of the step, m
  double normal_force = 0;   ///< normal force, N: the impulse of the step (or of its last substep) divided by the
                             ///< duration of that step or substep
  double tangent_force = 0;  ///< tangential force, N, along the normal turned left
  double sliding = 0;        ///< sliding velocity of b relative to a, m/s, along the normal turned left
};

/// The work of the solver for ConeComplementarity over the contact problems of one or more steps, including problems of
/// steps that were repeated in halves.
struct ConeReport {
  long problems = 0;                                  ///< number of problems that were solved
  std::array<long, ConeSolution::kMethods> methods{};  ///< number of solved problems by ConeSolution::Method
  double regularization = 0;  ///< largest proximal regularization delta (ConeSolution::regularization)
  long iterations = 0;        ///< number of pivots, factorizations and iterations, including problems that were not
                              ///< solved
  double residual = 0;        ///< largest residual, over all solved problems, of the law's conditions; see verify()
  long coulomb_iterations = 0;       ///< number of iterates towards Coulomb's law, over all problems
  int most_coulomb_iterations = 0;   ///< largest number of such iterates in one problem
  long not_solved = 0;               ///< number of problems whose answer exceeds the law's tolerance
  double not_solved_residual = 0;    ///< largest residual of such a problem

  /// Adds the answer to one problem.
  void add(const ContactImpulses& answer);
  /// Adds the work of other steps.
  void add(const ConeReport& other);
};

struct [[nodiscard]] StepReport {
  bool solved = true;  ///< whether the step was solved; if not, the state is the state before the step
  int substeps = 1;    ///< number of substeps in all islands together; 1 if no step was halved
  long problems = 0;   ///< number of contact problems solved
  long pivots = 0;
  long choices = 0;  ///< number of problems in which one of several solutions was chosen; 0 with `first`
  long not_enumerated = 0;            ///< number of problems that may have several solutions, but whose solutions were
                                      ///< not enumerated
  double penetration = 0;             ///< largest penetration at the end, m, >= 0
  std::vector<StepContact> contacts;  ///< contacts that touch at the end or carried an impulse in the step
  /// Effort of the drive of each joint, N m or N: the mean over the step, in which impacts are included. For a drive
  /// whose effort is known, this is the given effort. For a drive whose acceleration is known, it follows from the
  /// balance of momentum, with all contacts, stops and pins. The entry is NaN if the effort is not determined, because
  /// pins share the load of the drive.
  std::vector<double> efforts;
  /// Force of each pin on its link b, world, N: the mean over the step. The force follows from the balance of momentum,
  /// as the efforts do. The entry is NaN if the force is not determined, because other pins or drives share the load of
  /// the pin. For a pin with a stiffness, this is the force of its spring and damper, which is always determined.
  std::vector<Eigen::Vector2d> pin_forces;
  ConeReport cone;  ///< filled for ConeComplementarity only
};

/// A stepper that moves a system with contacts through time. At any step size, bodies do not pass through each other.
/// With laws that allow penetration (allows_penetration()), a body that has entered another body leaves it on the side
/// on which it entered. A step whose equations are not met to 1e-9 m is halved. Only the affected group of interacting
/// bodies (island) takes the shorter steps.
///
/// A step costs O(n log n) for the broad phase, plus one contact problem per island and stage, with a warm start from
/// the last step. Because gaps are nonlinear functions of the rotations, a contact problem is usually solved 1 to 3
/// times.
class Stepper {
 public:
  /// Throws InputError for an invalid system or law, a shape with restitution in the one-stage scheme, and a choice of
  /// solutions for a law other than Coulomb's. Throws InputError also for a shape whose static and kinetic friction
  /// differ, unless the law is Coulomb's and the solution is Solutions::first. A stiffness of a pin or stop needs the
  /// law Compliant, and that of a pin its own route.
  explicit Stepper(System system, StepOptions options = {});
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  const System& system() const;

  /// Advances the state by h seconds under the actuation. The report is valid until the next call. Throws InputError
  /// unless h is finite and positive, and state and actuation fit the system. If the state is not the result of the
  /// last step, also throws InputError if shapes overlap by more than 1e-8 m, if the two points of a rigid pin are more
  /// than 1e-6 m apart, or if a joint is beyond its limits. (A smaller distance between a pin's points is accepted, and is
  /// not corrected.) Shapes of two solids that are connected by a joint or pin do not collide. If one of the two solids
  /// is the ground, this holds only for pairs of shapes that overlap in a state that is not the result of the last
  /// step.
  const StepReport& step(State& state, double h, const Actuation& actuation = {});

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// Makes one step with a temporary Stepper.
StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation = {});

}  // namespace pawl
