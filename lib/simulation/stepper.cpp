// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/simulation/actuation.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/faults.h"
#include "base/index.h"
#include "bodies/equations_of_motion.h"
#include "bodies/system.h"
#include "friction/constrained_inertia.h"
#include "simulation/contact_detection.h"
#include "simulation/island_step.h"
#include "simulation/substep.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// Adds the faults of an actuation to `validator`, without throwing, as the checks in bodies/system.h do.
void check(const System& system, const Actuation& actuation, Validator& validator);

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace internal::inline simulation {
namespace {

constexpr int kMostAttempts = 5;  ///< largest number of searches for contacts; each search has wider bounds than the
                                  ///< one before
/// From this search on, counted from 0, the bounds of all links are widened, because a struck body may strike any other
/// body.
constexpr int kWidensAll = 2;
constexpr double kLeastRoom = 1e-5;  ///< added to the bound on the motion of each link, m and rad

enum class Outcome { solved, failed, no_impulses_at_start };

/// The loop that makes steps. It moves the links of a system, island by island. If the step of an island fails, only
/// that island takes two half steps.
class StepLoop {
 public:
  StepLoop(const System& system, const StepOptions& options)
      : context_(system, options),
        finder_(system, context_.world, context_.allows_penetration),
        islands_(static_cast<int>(context_.kept_depth.size()), context_.mechanisms, context_.spring_pins),
        substeps_(Subdivision::kMostHalvings + 1) {
    substeps_[0].take(all_links(links()), links());
  }

  const World& world() const { return context_.world; }

  /// Prepares for a motion that does not continue from the last step. Discards the data of the last step.
  void begin(const Motion& motion) {
    context_.penetrating.clear();
    forget_sticking();
    let_joined_pass(context_.world, motion.placements);
    for (Mechanism& mechanism : context_.mechanisms) mechanism.keep_gaps(motion);
  }

  /// Discards the set of contacts that stuck in the last step. Must be called if the velocities were changed after that
  /// step.
  void forget_sticking() { context_.sticking.clear(); }

  bool run(Motion& motion, double h, const Actuation& actuation, StepReport& report) {
    step_.actuation = &actuation;
    step_.motion = &motion;
    step_.problems = step_.pivots = 0;
    ++step_.number;
    context_.solver.clear_report();
    report.efforts.assign(context_.system.joints.size(), 0);  // contain sums of impulses until the step is complete
    report.pin_forces.assign(context_.system.pins.size(), {0, 0});
    const bool solved = advance({h}, motion, report);
    for (double& effort : report.efforts) effort /= h;
    for (Eigen::Vector2d& force : report.pin_forces) force /= h;
    report.cone = context_.solver.report();
    report.problems = step_.problems;
    report.pivots = step_.pivots;
    return solved;
  }

 private:
  std::size_t links() const { return context_.kept_depth.size(); }

  /// Makes one step of one island by running the stages in order. If a stage fails, moves the island back to the start
  /// of the step.
  Outcome step_island(const Substep& substep, const Island& island, const Subdivision& part, StepReport& report) {
    step_.part = part;
    step_.start = &substep.start;
    step_.island = &island;
    if (!begin_step(context_, step_)) return Outcome::failed;
    const bool solved = passes(context_, step_, Phase::start)  //
                        && predict(context_, step_)            //
                        && solve_positions(context_, step_)    //
                        && accept_positions(context_, step_)   //
                        && solve_velocities(context_, step_)   //
                        && passes(context_, step_, Phase::velocities);
    if (!solved) {
      restart(context_, step_);
      return step_.no_impulses_at_start ? Outcome::no_impulses_at_start : Outcome::failed;
    }
    note_penetrations(island);
    note_sticking(island, part.h);
    for (const int k : island.mechanisms) {
      const Mechanism& mechanism = context_.mechanisms[static_cast<std::size_t>(k)];
      mechanism.add_drive_impulses(report.efforts);
      mechanism.add_pin_impulses(report.pin_forces);
    }
    for (const int number : island.spring_pins) {
      report.pin_forces[context_.spring_pins[static_cast<std::size_t>(number)].pin] +=
          step_.pin_impulses[static_cast<std::size_t>(number)];
    }
    add_contacts(island, part.h, *step_.motion, report);
    return Outcome::solved;
  }

  /// Moves the links of the substep. If no solution is found, restores their motion.
  ///
  /// If a link moved farther than its bound, searches for contacts in wider bounds, and repeats the substep only if new
  /// contacts could have changed the motion. Also searches in wider bounds if a substep of minimum size fails, because
  /// a contact beyond the bounds may be missing. After kMostAttempts searches, moves all links together in two halves.
  bool advance(const Subdivision& part, Motion& motion, StepReport& report) {
    Substep& substep = substeps_[part.depth];
    substep.start.save(substep.links, context_.first_joint(), motion);
    if (context_.allows_penetration) substep.start_penetrating = context_.penetrating;
    if (context_.remembers_sticking()) substep.start_sticking = context_.sticking;
    set_bounds(substep, part.h);
    const auto discard = [&report, reported = report.contacts.size(), choices = report.choices,
                          not_enumerated = report.not_enumerated, efforts = report.efforts, pins = report.pin_forces] {
      report.contacts.resize(reported);
      report.efforts = efforts;
      report.pin_forces = pins;
      report.choices = choices;
      report.not_enumerated = not_enumerated;
    };
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      discard();
      detect(substep, motion);
      const Outcome outcome = step_islands(part, motion, report);
      const bool solved = outcome == Outcome::solved;
      if (solved && substep.kept_bounds(motion)) return true;
      const bool wider = substep.widen_bounds(motion, attempt >= kWidensAll);
      if (solved && missed_nothing(substep, part.h, motion)) return true;
      go_back(substep, motion);
      if (solved || wider) continue;
      if (!part.is_shortest() || outcome == Outcome::no_impulses_at_start) return false;
      substep.stretch_bounds();
    }
    discard();
    if (!part.is_shortest() && halve(part, substep.links, motion, report)) return true;
    go_back(substep, motion);
    return false;
  }

  Outcome step_islands(const Subdivision& part, Motion& motion, StepReport& report) {
    Substep& substep = substeps_[part.depth];
    substep.forget_halved();
    for (std::size_t k = 0; k < substep.islands.size(); ++k) {
      const Island& island = substep.islands[k];
      const Outcome outcome = step_island(substep, island, part, report);
      if (outcome == Outcome::solved) continue;
      if (part.is_shortest() || !halve(part, island.links, motion, report)) return outcome;
      substep.note_halved(k);
    }
    return Outcome::solved;
  }

  bool halve(const Subdivision& part, const std::vector<int>& chosen, Motion& motion, StepReport& report) {
    substeps_[part.depth + 1].take(chosen, links());
    ++report.substeps;
    const std::size_t reported = report.contacts.size();
    if (!advance(part.half(0), motion, report)) return false;
    report.contacts.resize(reported);
    return advance(part.half(1), motion, report);
  }

  /// First stage: finds the islands, and the contacts that may touch while the links move within their bounds.
  void detect(Substep& substep, const Motion& motion) {
    finder_.find(motion.placements, substep.bounds, substep.links, substep.candidates);
    if (context_.allows_penetration) {
      finder_.add_penetrating(context_.penetrating, motion.placements, substep.skip, substep.candidates);
    }
    islands_.find(substep.candidates, substep.links, substep.islands);
  }

  /// Moves the links back to the start of the substep, and restores the sets of penetrating and of sticking contacts.
  void go_back(const Substep& substep, Motion& motion) {
    substep.start.restore(substep.links, context_.first_joint(), motion);
    if (context_.allows_penetration) context_.penetrating = substep.start_penetrating;
    if (context_.remembers_sticking()) context_.sticking = substep.start_sticking;
  }

  /// Sets the bound of each link to 1.5 times the motion that its velocity and, for a body, the applied forces cause,
  /// plus kLeastRoom. (The forces at joints are not known yet.)
  void set_bounds(Substep& substep, double h) const {
    const System& system = context_.system;
    for (const int link : substep.links) {
      const Eigen::Vector3d u = substep.start.u.segment<3>(3 * link);
      Eigen::Vector3d change(0, 0, 0);
      if (at(link) < system.bodies.size()) {
        const Body& one = system.bodies[link];
        const Placement placement(Eigen::Vector3d(substep.start.q.segment<3>(3 * link)));
        change = h * force_on(system, *step_.actuation, link, placement)
                         .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
      }
      MotionBound& bound = substep.bounds[link];
      bound.shift = 1.5 * h * (u.head<2>().norm() + change.head<2>().norm()) + kLeastRoom;
      bound.turn = 1.5 * h * (std::fabs(u[2]) + std::fabs(change[2])) + kLeastRoom;
    }
  }

  /// Returns whether the search in narrower bounds missed no contact that affects the motion. The motion of the links
  /// during the step is within the wider bounds. A candidate of the wider bounds does not affect the motion if the
  /// problem of the step already contained it, or if takes_no_part() returns true. Contacts within a halved island are
  /// not checked, because the halves of the step found them. Under a law that allows penetration, every new candidate
  /// counts as affecting the motion.
  bool missed_nothing(Substep& substep, double h, Motion& motion) {
    const bool soft = context_.allows_penetration;
    substep.end.save(substep.links, context_.first_joint(), motion);
    substep.start.restore(substep.links, context_.first_joint(), motion);
    finder_.find(motion.placements, substep.bounds, substep.links, substep.wider);
    if (soft) finder_.add_penetrating(substep.start_penetrating, motion.placements, substep.skip, substep.wider);
    substep.end.restore(substep.links, context_.first_joint(), motion);
    std::size_t known = 0;
    for (Candidate& one : substep.wider) {
      if (known < substep.candidates.size() && one.id == substep.candidates[known].id) {
        ++known;
      } else if (substep.halved_with(one)) {
        continue;
      } else if (soft || substep.any_halved(one) || !takes_no_part(context_, substep.start, h, motion, one)) {
        return false;
      }
    }
    return known == substep.candidates.size();
  }

  void note_penetrations(const Island& island) {
    if (!context_.allows_penetration) return;
    for (const Candidate* one : island.contacts) {
      if (one->now.gap < 0 && one->constrains) {
        context_.penetrating.insert(one->id);
      } else if (one->was_penetrating) {
        context_.penetrating.erase(one->id);
      }
    }
    finder_.add_neighbours(island.contacts, step_.motion->placements, context_.penetrating);
  }

  void note_sticking(const Island& island, double h) {
    if (!context_.remembers_sticking()) return;
    for (const Candidate* one : island.contacts) {
      if (one->is_pressed() && std::fabs(one->linear_slip) <= h * tolerance::kRestingVelocity) {
        context_.sticking.insert(one->id);
      } else {
        context_.sticking.erase(one->id);
      }
    }
  }

  /// Last stage: reports the island's contacts, its penetration, and the outcomes of the choices among solutions.
  void add_contacts(const Island& island, double h, const Motion& motion, StepReport& report) const {
    for (const Candidate* one : island.contacts) {
      if (one->constrains) report.penetration = std::max(report.penetration, -one->now.gap);
      const double normal = one->impulse.normal + one->position_impulse.normal;
      if (normal == 0 && !one->touches_now()) continue;
      const double tangent = one->impulse.tangent + one->position_impulse.tangent;
      report.contacts.push_back(contact_of(*one, normal / h, tangent / h, motion));
    }
    for (const Choice one : step_.choices) {
      report.choices += one == Choice::chosen;
      report.not_enumerated += one == Choice::not_enumerated;
    }
  }

  static StepContact contact_of(const Candidate& one, double normal, double tangent, const Motion& motion) {
    StepContact contact;
    contact.shape_a = at(one.id.shape_a);
    contact.shape_b = at(one.id.shape_b);
    contact.point = one.now.on_b;
    contact.normal = one.now.normal;
    contact.gap = one.now.gap;
    contact.normal_force = normal;
    contact.tangent_force = tangent;
    const auto arm = [&](int link, const Eigen::Vector2d& point) {
      return link < 0 ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(point - motion.q.segment<2>(3 * link));
    };
    contact.sliding = velocity_along(motion.u, one.link_a, arm(one.link_a, one.now.on_a), one.link_b,
                                     arm(one.link_b, one.now.on_b), turned_left(one.now.normal));
    return contact;
  }

  StepContext context_;
  CandidateFinder finder_;
  IslandFinder islands_;
  std::vector<Substep> substeps_;  ///< data of a substep for each depth of subdivision
  Step step_;
};

}  // namespace

/// Throws InputError for rigid pins whose two points are more than tolerance::kPinClosure apart, for joints that are
/// more than tolerance::kTouching beyond their limits, and for joints that move no mass.
void require_joints_held(const System& system, const State& state) {
  const Kinematics kinematics(system, state);
  Validator validator;
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    const Pin& pin = system.pins[i];
    if (pin.stiffness) continue;
    const double apart = (kinematics.motion(pin.b).world(pin.at_b) - kinematics.motion(pin.a).world(pin.at_a)).norm();
    if (apart <= tolerance::kPinClosure) continue;
    validator.add(fmt::format("/pins/{}", i), "",
                  fmt::format("does not close: its two points are {:.6g} m apart; expected at most 1e-6 m", apart));
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    const double position = state.position(i);
    if (position >= joint.lower - tolerance::kTouching && position <= joint.upper + tolerance::kTouching) continue;
    validator.add(fmt::format("/joints/{}/position", i), position,
                  fmt::format("must be within the limits, [{}, {}]", joint.lower, joint.upper));
  }
  double pivot = 0;
  const Eigen::Index massless = system.joints.empty() ? -1 : first_massless(mass_matrix(kinematics), pivot);
  if (massless >= 0) {
    const auto first = 3 * static_cast<Eigen::Index>(system.bodies.size());
    validator.add(fmt::format("/joints/{}", massless - first), "", "moves no mass: give the links mass or inertia");
  }
  validator.finish();
}

/// Adds a fault for each spring of a pin, stop or pair of shapes that the law does not support.
void check_springs(const System& system, const ContactLaw& law, Validator& validator) {
  const Compliant* compliant = std::get_if<Compliant>(&law);
  constexpr const char* kOtherLaw = "must be absent: only the law Compliant has springs of pins, joints and stops";
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    if (!system.pins[i].stiffness || (compliant && compliant->route == LawRoute::law)) continue;
    validator.add(Place{"pins", i, "stiffness"}.str(), *system.pins[i].stiffness,
                  compliant ? "must be absent with LawRoute::published, which solves unilateral springs only" : kOtherLaw);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (!system.joints[i].spring_stiffness || (compliant && compliant->route == LawRoute::law)) continue;
    validator.add(
        Place{"joints", i, "spring_stiffness"}.str(), *system.joints[i].spring_stiffness,
        compliant ? "must be absent with LawRoute::published, which solves unilateral springs only" : kOtherLaw);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (!system.joints[i].stop_stiffness || compliant) continue;
    validator.add(Place{"joints", i, "stop_stiffness"}.str(), *system.joints[i].stop_stiffness, kOtherLaw);
  }
  for (std::size_t i = 0; i < system.pair_springs.size(); ++i) {
    if (!compliant) {
      validator.add(fmt::format("/pair_springs/{}", i), "",
                    "must be absent: only the law Compliant has springs of contacts");
    } else if (system.pair_springs[i].modulus && compliant->route != LawRoute::law) {
      validator.add(Place{"pair_springs", i, "modulus"}.str(), *system.pair_springs[i].modulus,
                    "must be absent with LawRoute::published, which solves linear springs only");
    }
  }
}

/// Adds the faults of viscosities of shapes under a law without viscous friction.
void check_viscosities(const System& system, const ContactLaw& law, Validator& validator) {
  if (std::holds_alternative<Viscous>(law) || std::holds_alternative<CoulombViscous>(law)) return;
  for (std::size_t i = 0; i < system.shapes.size(); ++i) {
    if (!system.shapes[i].viscosity) continue;
    validator.add(Place{"shapes", i, "viscosity"}.str(), *system.shapes[i].viscosity,
                  "must be absent: only the laws Viscous and CoulombViscous have viscous friction");
  }
}

/// Returns the reason why these options do not support the shape's kinetic friction, or "" if they do.
std::string wrong_kinetic_friction(const Shape& shape, const StepOptions& options) {
  if (!shape.kinetic_friction || shape.kinetic_friction == shape.friction) return "";
  if (!std::holds_alternative<Coulomb>(options.law) && !std::holds_alternative<CoulombViscous>(options.law)) {
    return "must be the static coefficient, or absent: only Coulomb's law and CoulombViscous have static and kinetic "
           "friction";
  }
  if (options.solutions == Solutions::first) return "";
  return "must be the static coefficient, or absent, because solutions with both coefficients are not enumerated; use "
         "the solutions `first`";
}

}  // namespace internal::inline simulation

void ConeReport::add(const ContactImpulses& answer) {
  iterations += answer.pivots;
  coulomb_iterations += answer.cone.coulomb_iterations;
  most_coulomb_iterations = std::max(most_coulomb_iterations, answer.cone.coulomb_iterations);
  if (!answer.solved) {
    ++not_solved;
    not_solved_residual = std::max(not_solved_residual, answer.residual);
    return;
  }
  ++problems;
  ++methods[static_cast<std::size_t>(answer.cone.method)];
  regularization = std::max(regularization, answer.cone.regularization);
  residual = std::max(residual, answer.residual);
}

void ConeReport::add(const ConeReport& other) {
  problems += other.problems;
  for (std::size_t k = 0; k < methods.size(); ++k) methods[k] += other.methods[k];
  regularization = std::max(regularization, other.regularization);
  iterations += other.iterations;
  residual = std::max(residual, other.residual);
  coulomb_iterations += other.coulomb_iterations;
  most_coulomb_iterations = std::max(most_coulomb_iterations, other.most_coulomb_iterations);
  not_solved += other.not_solved;
  not_solved_residual = std::max(not_solved_residual, other.not_solved_residual);
}

struct Stepper::Memory {
  Memory(System given, const StepOptions& chosen) : system(std::move(given)), options(chosen), steps(system, options) {}

  void require(const State& state, double h, const Actuation& actuation) const {
    internal::Validator validator;
    check(system, state, validator);
    check(system, actuation, validator);
    validator.positive("/step", h);
    validator.finish();
  }

  void begin(const State& state) {
    if (state.q.size() == last.size() && state.q == last && last.size() > 0) {
      if (state.u != last_u) steps.forget_sticking();
      return;
    }
    internal::require_no_overlap(steps.world(), motion.placements);
    internal::require_joints_held(system, state);
    steps.begin(motion);
  }

  System system;
  StepOptions options;
  internal::StepLoop steps;
  internal::Motion motion;
  Eigen::VectorXd last, last_u;  ///< positions q and velocities u at the end of the last step
  StepReport report;
};

Stepper::Stepper(System system, StepOptions options) {
  internal::Validator validator;
  check(system, validator);
  validator.passes([&] { validate(options.law); });
  if (!std::holds_alternative<Coulomb>(options.law)) {
    options.scheme = Scheme::one_stage;
    if (options.solutions != Solutions::first) {
      validator.add("/solutions", "", "must be `first`: only Coulomb's law may have several solutions");
    }
  }
  internal::check_springs(system, options.law, validator);
  internal::check_viscosities(system, options.law, validator);
  for (std::size_t i = 0; i < system.shapes.size(); ++i) {
    const std::string wrong = internal::wrong_kinetic_friction(system.shapes[i], options);
    if (!wrong.empty()) {
      validator.add(fmt::format("/shapes/{}/kinetic_friction", i), *system.shapes[i].kinetic_friction, wrong);
    }
  }
  for (std::size_t i = 0; i < system.shapes.size() && options.scheme == Scheme::one_stage; ++i) {
    if (system.shapes[i].restitution == 0) continue;
    validator.add(fmt::format("/shapes/{}/restitution", i), system.shapes[i].restitution,
                  "must be 0 in the one-stage scheme, which does not model impacts; use the two-stage scheme");
  }
  validator.finish();
  memory_ = std::make_unique<Memory>(std::move(system), options);
}

Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

const System& Stepper::system() const { return memory_->system; }

const StepReport& Stepper::step(State& state, double h, const Actuation& actuation) {
  Memory& m = *memory_;
  m.require(state, h, actuation);
  internal::set_motion(m.system, state, m.motion);
  m.begin(state);
  m.report.substeps = 1;
  m.report.choices = m.report.not_enumerated = 0;
  m.report.penetration = 0;
  m.report.contacts.clear();
  m.report.solved = m.steps.run(m.motion, h, actuation, m.report);
  if (m.report.solved) internal::set_state(m.motion, state);
  m.last = state.q;
  m.last_u = state.u;
  return m.report;
}

StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation) {
  StepOptions options;
  options.law = law;
  return Stepper(system, options).step(state, h, actuation);
}

namespace internal::inline simulation {
namespace {

void check_body(const System& system, const char* list, std::size_t i, std::size_t body, Validator& validator) {
  if (!exists(system, Solid::body(body))) add_missing(Place{list, i, "body"}.str(), Solid::body(body), validator);
}

void check_supports(const System& system, const std::vector<Support>& supports, Validator& validator) {
  if (!supports.empty() && supports.size() != system.bodies.size()) {
    validator.add("/supports", fmt::format("{} entries", supports.size()),
                  fmt::format("must have {} entries, or none", system.bodies.size()));
    return;
  }
  for (std::size_t i = 0; i < supports.size(); ++i) {
    validator.not_negative(Place{"supports", i, "strength"}, supports[i].strength);
    validator.not_negative(Place{"supports", i, "moment_radius"}, supports[i].moment_radius);
    const bool pinned = std::any_of(system.pins.begin(), system.pins.end(),
                                    [&](const Pin& pin) { return pin.a == Solid::body(i) || pin.b == Solid::body(i); });
    if (!pinned || supports[i].law == Support::Law::none) continue;
    validator.add(fmt::format("/supports/{}", i), "", "must not have a law: a pin holds the body");
  }
}

}  // namespace

void check(const System& system, const Actuation& actuation, Validator& validator) {
  check(system, actuation.loads, validator);
  for (std::size_t i = 0; i < actuation.forces.size(); ++i) {
    const PointForce& one = actuation.forces[i];
    check_body(system, "forces", i, one.body, validator);
    check_vector(Place{"forces", i, "at"}, one.at, validator);
    check_vector(Place{"forces", i, "force"}, one.force, validator);
    validator.finite(Place{"forces", i, "torque"}, one.torque);
  }
  for (std::size_t i = 0; i < actuation.springs.size(); ++i) {
    const SpringPull& one = actuation.springs[i];
    check_body(system, "springs", i, one.body, validator);
    check_vector(Place{"springs", i, "at"}, one.at, validator);
    check_vector(Place{"springs", i, "anchor"}, one.anchor, validator);
    validator.not_negative(Place{"springs", i, "tension"}, one.tension);
    validator.not_negative(Place{"springs", i, "stiffness"}, one.stiffness);
  }
  check_supports(system, actuation.supports, validator);
}

}  // namespace internal::inline simulation

void validate(const System& system, const Actuation& actuation) {
  internal::Validator validator;
  check(system, validator);
  check(system, actuation, validator);
  validator.finish();
}

}  // namespace pawl
