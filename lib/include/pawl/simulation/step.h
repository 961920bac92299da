// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>
#include <pawl/friction/contact_law.h>
#include <pawl/simulation/actuation.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace pawl {

/// How a step of h seconds is made; each part solves a contact problem of the velocity level.
enum class Scheme {
  /// Drift, then settle. Drift: u = v + h/2 M^-1 f + M^-1 J'P moves the bodies, q+ = q + h u, so that no gap is
  /// negative at q+ and friction opposes how far material points slid on each other. Settle, at q+: v+ = u + h/2 M^-1 f
  /// + M^-1 J'R so that nothing that touches approaches, with restitution. Order 2 between impacts.
  two_stage,
  /// v+ = v + h M^-1 f + M^-1 J'P, q+ = q + h v+, the same conditions on gaps at q+. No restitution. Order 1.
  one_stage
};

/// Which solution a stage takes where friction leaves its contacts several velocities. All are looked for, but where
/// there is no friction, where one contact surely has one, and where there are too many contacts to look at: more than
/// 12 of one body, or 5 among several (StepReport::unseen).
enum class Solutions {
  first,       ///< the one that the solver comes to: others are not looked for
  random,      ///< each as likely, drawn by counter: seed, trial, step and place in it
  adversarial  ///< the one in which what drives the bodies does the least work over the step
};

struct StepOptions {
  ContactLaw law = Coulomb();
  Scheme scheme = Scheme::two_stage;       ///< laws beside Coulomb's step in one stage, whatever this says
  Solutions solutions = Solutions::first;  ///< of Coulomb's law; others have one
  std::uint32_t seed = 1;                  ///< of random choices
  std::uint64_t trial = 0;                 ///< of runs with one seed, each of which makes its own choices
};

/// A contact at the end of a step.
struct StepContact {
  std::size_t shape_a = 0, shape_b = 0;  ///< of System::shapes
  Eigen::Vector2d point{0, 0};           ///< on b, world, m
  Eigen::Vector2d normal{0, 1};          ///< unit, from a into b
  double gap = 0;                        ///< m
  double normal_force = 0;               ///< N: the impulses of the step (of its last part, where it was halved) over h
  double tangent_force = 0;              ///< N, along the normal turned left
  double sliding = 0;                    ///< m/s, velocity of b against a along the normal turned left
};

struct [[nodiscard]] StepReport {
  bool solved = true;  ///< if not, the state is that before the step
  int substeps = 1;    ///< into how many parts halving cut the step, in all islands together
  long problems = 0;   ///< contact problems solved
  long pivots = 0;
  long choices = 0;                   ///< problems with several solutions, of which one was taken; 0 with `first`
  long unseen = 0;                    ///< problems that may have several, which were not all looked for
  double penetration = 0;             ///< deepest at the end, m, >= 0
  std::vector<StepContact> contacts;  ///< what touches at the end, or was pushed
};

/// Moves a system through time, in contact. Nothing passes through anything at any step; by laws that let things into
/// each other (lets_inside()) they go out again where they came in. A step whose equations are not met to 1e-9 m is
/// made in halves, of those bodies alone that are together (an island).
///
/// Cost of a step: broad phase n log n, then a contact problem an island and stage, warm from the last step's, as often
/// as rotation makes gaps nonlinear (mostly 1 to 3).
class Stepper {
 public:
  /// Throws InputError for a system or a law that is not valid, a shape with restitution in the one-stage scheme, and a
  /// choice of solutions of a law beside Coulomb's.
  explicit Stepper(System system, StepOptions options = {});
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  const System& system() const;

  /// Moves the state on by h seconds, under what pushes it. The report lives until the next call. Throws InputError
  /// unless h is finite and positive and state and actuation fit the system; and in a state that
  /// is not the last step's result, where shapes overlap by more than 1e-8 m, a pin's points are more than 1e-6 m apart
  /// (closer ones stay as they are), or a joint is beyond its limits. Shapes of two solids that a
  /// joint or pin joins do not touch each other; of what is joined to the ground and the ground, those that lie over
  /// each other in such a state.
  const StepReport& step(State& state, double h, const Actuation& actuation = {});

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// One step by a Stepper for this call.
StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation = {});

}  // namespace pawl
