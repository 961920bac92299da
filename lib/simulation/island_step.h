// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/step.h>

#include <Eigen/Core>
#include <array>
#include <vector>

#include "simulation/anderson_mixing.h"
#include "simulation/contact_detection.h"
#include "simulation/impulse_solver.h"
#include "simulation/mechanism.h"
#include "simulation/static_friction.h"
#include "simulation/substep.h"
#include "simulation/support_friction.h"

namespace pawl::internal::inline simulation {

/// Data that persists between steps: the system, and the solvers and stored data of its islands.
struct StepContext {
  StepContext(const System& of, const StepOptions& chosen);

  bool two_stage() const { return options.scheme == Scheme::two_stage; }
  bool remembers_sticking() const { return static_differs && !two_stage(); }
  double stage_time(double h) const { return two_stage() ? h / 2 : h; }
  int first_joint() const { return link_of_joint(system, 0); }
  int first_stop() const { return static_cast<int>(system.bodies.size() + system.joints.size()); }

  const System& system;
  const StepOptions& options;
  World world;
  std::vector<Mechanism> mechanisms;
  std::vector<int> limited;  ///< for each stop, its joint
  std::vector<SpringPin> spring_pins;
  bool allows_penetration;   ///< whether the law allows penetration
  bool static_differs;       ///< whether static and kinetic friction of some shape differ
  ImpulseSolver solver;
  SupportFriction support;
  PenetratingContacts penetrating;
  StickingContacts sticking;
  /// For each island, identified by its lowest link: whether its contacts kept their depth in the last step.
  std::vector<char> kept_depth;
};

/// Accelerates the convergence of the normal and tangential biases (ImpulseRow) in the contact problems by which a step
/// corrects positions. Over the iterations of the step, the biases converge to a fixed point.
struct BiasMixer {
  /// Replaces the biases of the rows, computed in iteration `iterate`, by the result of Anderson's mixing.
  void mix(int iterate, std::vector<ImpulseRow>& rows);

  AndersonMixing method;
  std::vector<ContactId> contacts;  ///< contacts of the rows in the last call of mix()
  Eigen::VectorXd biases;           ///< normal and tangential bias of each row, m/s
};

/// A step of duration h of one island [MODEL section 8]. q and v are the positions and velocities at the start of the
/// step, M is the mass matrix, f the applied forces, J the contact Jacobian, and P and R are impulses:
///
///   positions:   u = v + (h/2) M^-1 f(q) + M^-1 J'P,   q+ = q + h u
///                0 <= gap(q+), P_n;  gap P_n = 0;  friction P_t against delta/h
///
/// Here delta is the distance by which material points slide on each other. Gaps and delta are not linear in u. At an
/// iterate q_i, the law applies to the linear approximation of the gaps
///
///   J u + [gap(q_i) + J (q - q_i)]/h
///
/// and to the analogous approximation of delta, with J taken at q. This is Newton's method with a fixed matrix. (In the
/// one-stage scheme J is taken at q_i.) The first iteration contains only the contacts that touch at the start. Later
/// iterations contain all contacts that were near in some iteration. The step is accepted if no gap at q_i is below
/// -1e-9 m, and no gap of a contact with an impulse is above 1e-9 m.
///
///   velocities, at q+:  v+ = u + (h/2) M^-1 f(q+) + M^-1 J'R, where the gap is at most 1e-8 m or P_n > 0:
///                       0 <= J_n v+ + s e min(0, J_n v), R_n;  ...
///
/// If static and kinetic friction of a contact differ, each problem is solved with coefficients that fit its solution
/// (StaticFriction). Before the first stage, a contact is at rest if its sliding velocity in v is at most
/// tolerance::kRestingVelocity. Before the second stage, it is at rest if delta/h is at most
/// tolerance::kRestingVelocity. In the one-stage scheme, contacts that stuck in the last step are at rest too.
///
/// A stop keeps its joint within its limits, like a contact without friction and restitution. Mechanisms have their own
/// equations of motion (Mechanism), in which impulses act in the same way.
///
/// A pin with a stiffness is the implicit spring and damper of [Drum19, (53) and (61)] in the directions x and y of the
/// world. In each direction it is a pair of opposed contacts under the law Compliant, which always touch and have no
/// friction. With the gaps phi and -phi, exactly one contact of the pair has an impulse, and its force is -K phi - B
/// phi' at the end of the step. A spring of a joint is such a pair in the direction of the joint's coordinate.
///
/// The restitution e counts as 0 for a contact whose arrival velocity is at most the velocity that f can cause in two
/// steps. With friction, Newton's restitution can raise the energy. If friction wedges bodies, it may be that no
/// impulses satisfy Newton's restitution. Therefore s is the largest number up to 1 for which impulses exist that do
/// not raise the energy, determined to 1e-9. If no impulses exist for s = 1, the step is first halved, because fewer
/// contacts arrive together in a shorter step.
///
/// The arrays are reused from step to step. In arrays with three entries per link, only the entries of the island's
/// links are set.
struct Step {
  // The following members are the input of the step.
  Subdivision part;
  std::uint32_t number = 0;  ///< number of the step in the run, from 1
  const Actuation* actuation = nullptr;
  const LinkStates* start = nullptr;
  const Island* island = nullptr;
  Motion* motion = nullptr;  ///< motion of the links: at first at the start of the step, after all stages at its end

  Eigen::VectorXd acceleration;  ///< accelerations by applied forces, three entries per link
  Eigen::VectorXd free_u;        ///< velocities of the bodies outside mechanisms before the impulses of the stage
  std::vector<ImpulseRow> rows;  ///< rows of the last problem that was solved
  /// Rows that are not part of the problem, because their impulses change no velocity (ImpulseSolver::moves_nothing()).
  /// Rigid laws have none. Under the law Compliant, they are moved to `rows` after the solution.
  std::vector<ImpulseRow> fixed_rows;
  BiasMixer mixer;
  StaticFriction friction;       ///< coefficients of the contacts; used only if StepContext::static_differs
  /// Impulses of stops in the position stage, two per stop: at the lower and at the upper limit of its joint.
  std::vector<double> stop_impulses;
  std::vector<Impulse> row_impulses;  ///< impulses of the rows in the last solution, N s
  /// Impulses on the links b of the pins with a stiffness, N s, in the order of StepContext::spring_pins.
  std::vector<Eigen::Vector2d> pin_impulses;
  bool keeps_depth = false;  ///< whether contacts that penetrate at the start of the step may keep their depth

  // The following members are results of the step.
  /// True if no impulses satisfy the law, even for only those contacts that touch at the start of the step.
  bool no_impulses_at_start = false;
  std::array<Choice, 2> choices{};  ///< whether one of several solutions was chosen: in the last position problem,
                                    ///< and in the last velocity problem
  long problems = 0, pivots = 0;    ///< numbers of problems and pivots, summed over all islands, substeps and attempts
                                    ///< of the present step

  double h() const { return part.h; }
};

/// Resets the data of the previous step, and sets the accelerations at the start. Returns false, without a change of
/// the motion, if the equations of a mechanism cannot be solved at the start.
[[nodiscard]] bool begin_step(StepContext& context, Step& step);
/// First stage: selects the contacts that touch at the start and constrain the step, for a motion with the velocities
/// at the start. Then computes the velocities without contact impulses. Returns false if this fails for a mechanism.
[[nodiscard]] bool predict(StepContext& context, Step& step);
/// Position stage: iterates to impulses P and positions q+ that satisfy the law.
[[nodiscard]] bool solve_positions(StepContext& context, Step& step);
/// Evaluates the acceptance tests of the position stage.
[[nodiscard]] bool accept_positions(StepContext& context, Step& step);
/// Velocity stage: finds the impulses R and velocities v+ at q+.
[[nodiscard]] bool solve_velocities(StepContext& context, Step& step);
/// Moves the island back to the start of the step.
void restart(StepContext& context, Step& step);

/// The point of a step at which an acceptance test is evaluated.
enum class Phase { start, iterate, equations, positions, end, velocities };

/// Returns whether a step passes all acceptance tests of a phase (see kTests in acceptance.cpp).
[[nodiscard]] bool passes(const StepContext& context, const Step& step, Phase phase);

/// Computes the geometry, at the end of the step, of a candidate that was left out of the step. Returns whether the
/// motion of the candidate's links would have been the same with the candidate.
[[nodiscard]] bool takes_no_part(const StepContext& context, const LinkStates& start, double h, const Motion& motion,
                                 Candidate& candidate);

/// Returns the kinetic energy of the island's bodies outside mechanisms, J.
double kinetic_energy(const StepContext& context, const Island& island, const Eigen::VectorXd& u);
/// Returns the work of the applied forces over the step, J; infinite if drives move, because their work is unknown.
double work_of_forces(const StepContext& context, const Step& step);

}  // namespace pawl::internal::inline simulation
