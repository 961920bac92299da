// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/simulation/actuation.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/faults.h"
#include "base/index.h"
#include "bodies/equations_of_motion.h"
#include "bodies/system.h"
#include "friction/constrained_inertia.h"
#include "simulation/contact_detection.h"
#include "simulation/island.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// The motion of some movers.
struct MoverStates {
  Eigen::VectorXd q, u, positions, rates;  ///< as of Motion; what others do is not known

  /// `first_link` is the mover of the first joint's link.
  void save(const std::vector<int>& movers, int first_link, const Motion& motion);
  void restore(const std::vector<int>& movers, int first_link, Motion& motion) const;
};

/// What a step, or a part of it, moves: movers from where they start, each within a bound. All that is done with it
/// takes a time by its own movers, not by all: an island that is moved in halves is one of many.
struct Level {
  std::vector<int> movers;  ///< ascending
  std::vector<char> skip;   ///< of all movers: whether they are not of this level
  MoverStates start, end;
  InsideMemory start_inside;                 ///< what was inside of each other at the start, by laws that allow it
  std::vector<MotionBound> bounds;           ///< of all movers
  std::vector<Candidate> candidates, wider;  ///< wider: of bounds that turned out too narrow
  std::vector<Island> islands;

  /// Of a system with so many movers.
  void take(const std::vector<int>& chosen, std::size_t all);
  bool kept_bounds(const Motion& motion) const;
  void forget_halved();
  void note_halved(std::size_t island);
  /// Whether its movers are of one island that was moved in halves; whether one is of any.
  bool halved_with(const Candidate& candidate) const;
  bool any_halved(const Candidate& candidate) const;
  /// Where a mover went farther than it might; whether there is one. `all`: what others may strike may then go as far.
  bool widen_bounds(const Motion& motion, bool all);
  /// All bounds, to some times what they are, and turns that are seen.
  void stretch_bounds();

 private:
  MotionBound moved(const Motion& motion, int mover) const;
  int halved(int mover) const { return mover < 0 ? 0 : halved_[mover]; }

  std::vector<int> halved_;  ///< of all movers: 1 + the number of the island with which it was moved in halves, or 0
};

/// As the other checks of bodies/system.h.
void check(const System& system, const Actuation& actuation, Validator& validator);

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace internal::inline simulation {
namespace {

constexpr int kMostHalvings = 10;
constexpr int kMostLooks = 5;        ///< at candidates, with wider bounds each
constexpr int kWidensAll = 2;        ///< looks after which all bounds are widened: what is struck strikes the next
constexpr double kLeastRoom = 1e-5;  ///< m and rad: how far a body may move beside what its velocity says

/// Movers, island by island; an island that is not solved is moved in two halves, alone.
class BodySteps {
 public:
  BodySteps(const System& system, const StepOptions& options)
      : system_(system),
        world_(system),
        finder_(system, world_),
        mechanisms_(mechanisms_of(system)),
        islands_(movers(), mechanisms_),
        island_step_(system, world_, options, mechanisms_),
        soft_(lets_inside(options.law)) {}

  const World& world() const { return world_; }

  /// Of a motion that is not the last step's.
  void begin(const Motion& motion) {
    island_step_.inside().clear();
    let_joined_pass(world_, motion.places);
    for (Mechanism& mechanism : mechanisms_) mechanism.keep_gaps(motion);
  }

  bool run(Motion& motion, double h, const Actuation& actuation, StepReport& report) {
    actuation_ = &actuation;
    report_ = &report;
    island_step_.reset_counts();
    island_step_.place().part = 1;
    ++island_step_.place().step;
    if (levels_.empty()) {
      levels_.resize(kMostHalvings + 1);
      levels_[0].take(first_movers(at(movers())), at(movers()));
    }
    const bool solved = advance(0, h, motion);
    report.problems = island_step_.problems();
    report.pivots = island_step_.pivots();
    return solved;
  }

 private:
  int movers() const {
    return static_cast<int>(system_.bodies.size() + system_.joints.size() + joints_with_limits(system_).size());
  }

  int first_link() const { return mover_of_link(system_, 0); }

  /// Moves the level's movers by h; if not solved, they are where they were. Where one moved farther than its bound,
  /// what else it may meet is looked for in wider bounds, and all is moved once more only if that could take part.
  /// Where that does not end, all are moved in halves together. A shortest part that is not solved may want what is
  /// beyond the bounds: it is looked for there.
  bool advance(int depth, double h, Motion& motion) {
    Level& level = levels_[depth];
    level.start.save(level.movers, first_link(), motion);
    if (soft_) level.start_inside = island_step_.inside();
    set_bounds(level, h);
    const std::size_t reported = report_->contacts.size();
    const auto begin_again = [&, choices = report_->choices, unseen = report_->unseen] {
      report_->contacts.resize(reported);
      report_->choices = choices;
      report_->unseen = unseen;
    };
    for (int look = 0; look < kMostLooks; ++look) {
      begin_again();
      finder_.find(motion.places, level.bounds, level.movers, level.candidates);
      if (soft_) finder_.hold(island_step_.inside(), motion.places, level.skip, level.candidates);
      islands_.find(level.candidates, level.movers, level.islands);
      const bool solved = move_islands(depth, h, motion);
      if (solved && level.kept_bounds(motion)) return true;
      const bool wider = level.widen_bounds(motion, look >= kWidensAll);
      if (solved && misses_nothing(level, h, motion)) return true;
      restart(level, motion);
      if (solved || wider) continue;
      if (depth < kMostHalvings || island_step_.has_none_at_start()) return false;
      level.stretch_bounds();
    }
    begin_again();
    if (depth < kMostHalvings && halve(depth, level.movers, h, motion)) return true;
    restart(level, motion);
    return false;
  }

  /// Takes the level's movers, and what is inside of each other, back to the start.
  void restart(const Level& level, Motion& motion) {
    level.start.restore(level.movers, first_link(), motion);
    if (soft_) island_step_.inside() = level.start_inside;
  }

  bool move_islands(int depth, double h, Motion& motion) {
    Level& level = levels_[depth];
    level.forget_halved();
    for (std::size_t k = 0; k < level.islands.size(); ++k) {
      const Island& island = level.islands[k];
      island_step_.set_shortest(depth == kMostHalvings);
      if (island_step_.run(island, h, *actuation_, level.candidates, motion)) {
        report(island, h, level.candidates, motion);
        island_step_.add_choices(*report_);
      } else if (depth == kMostHalvings || !halve(depth, island.movers, h, motion)) {
        return false;
      } else {
        level.note_halved(k);
      }
    }
    return true;
  }

  bool halve(int depth, const std::vector<int>& chosen, double h, Motion& motion) {
    levels_[depth + 1].take(chosen, at(movers()));
    ++report_->substeps;
    const std::size_t reported = report_->contacts.size();
    std::uint32_t& part = island_step_.place().part;
    const std::uint32_t whole = part;
    part = 2 * whole;
    bool solved = advance(depth + 1, h / 2, motion);
    if (solved) {
      report_->contacts.resize(reported);
      part = 2 * whole + 1;
      solved = advance(depth + 1, h / 2, motion);
    }
    part = whole;
    return solved;
  }

  /// What the velocity moves, with the free motion's change of it (which is not known of links), and half as much
  /// again.
  void set_bounds(Level& level, double h) const {
    for (const int mover : level.movers) {
      const Eigen::Vector3d u = level.start.u.segment<3>(3 * mover);
      Eigen::Vector3d change(0, 0, 0);
      if (at(mover) < system_.bodies.size()) {
        const Body& one = system_.bodies[mover];
        change =
            h * force_on(system_, *actuation_, mover, Placement(Eigen::Vector3d(level.start.q.segment<3>(3 * mover))))
                    .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
      }
      MotionBound& bound = level.bounds[mover];
      bound.shift = 1.5 * h * (u.head<2>().norm() + change.head<2>().norm()) + kLeastRoom;
      bound.turn = 1.5 * h * (std::fabs(u[2]) + std::fabs(change[2])) + kLeastRoom;
    }
  }

  /// Whether no candidate of the wider bounds, which hold the motion, could have changed it: there is none that was not
  /// known, or none that takes part. Within an island that was moved in halves each of these has looked for its own. A
  /// law that lets bodies inside asks for all else.
  bool misses_nothing(Level& level, double h, Motion& motion) {
    level.end.save(level.movers, first_link(), motion);
    level.start.restore(level.movers, first_link(), motion);
    finder_.find(motion.places, level.bounds, level.movers, level.wider);
    if (soft_) finder_.hold(level.start_inside, motion.places, level.skip, level.wider);
    level.end.restore(level.movers, first_link(), motion);
    std::size_t known = 0;
    for (Candidate& one : level.wider) {
      if (known < level.candidates.size() && one.same_features(level.candidates[known])) {
        ++known;
      } else if (level.halved_with(one)) {
        continue;
      } else if (soft_ || level.any_halved(one) || !island_step_.takes_no_part(one, h, motion)) {
        return false;
      }
    }
    return known == level.candidates.size();
  }

  void report(const Island& island, double h, const std::vector<Candidate>& candidates, const Motion& motion) {
    for (const int i : island.candidates) {
      const Candidate& one = candidates[i];
      if (one.constrains) report_->penetration = std::max(report_->penetration, -one.now.gap);
      const double normal = one.normal + one.drift_normal;
      const bool touches = one.constrains && one.now.gap <= kTouching && one.now.outside <= kCornerTolerance;
      if (normal == 0 && !touches) continue;
      report_->contacts.push_back(contact_of(one, normal / h, (one.tangent + one.drift_tangent) / h, motion));
    }
  }

  static StepContact contact_of(const Candidate& one, double normal, double tangent, const Motion& motion) {
    StepContact contact;
    contact.shape_a = at(one.shape_a);
    contact.shape_b = at(one.shape_b);
    contact.point = one.now.on_b;
    contact.normal = one.now.normal;
    contact.gap = one.now.gap;
    contact.normal_force = normal;
    contact.tangent_force = tangent;
    const auto arm = [&](int mover, const Eigen::Vector2d& point) {
      return mover < 0 ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(point - motion.q.segment<2>(3 * mover));
    };
    contact.sliding = velocity_along(motion.u, one.mover_a, arm(one.mover_a, one.now.on_a), one.mover_b,
                                     arm(one.mover_b, one.now.on_b), turned_left(one.now.normal));
    return contact;
  }

  const System& system_;
  World world_;
  CandidateFinder finder_;
  std::vector<Mechanism> mechanisms_;
  IslandFinder islands_;
  IslandStep island_step_;
  bool soft_;  ///< whether the law lets bodies into each other
  std::vector<Level> levels_;
  const Actuation* actuation_ = nullptr;
  StepReport* report_ = nullptr;
};

}  // namespace

/// Throws InputError for pins that are open, and joints that are beyond their limits or move no mass.
void require_joints_held(const System& system, const State& state) {
  const Kinematics kinematics(system, state);
  Validator validator;
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    const Pin& pin = system.pins[i];
    const double apart = (kinematics.motion(pin.b).world(pin.at_b) - kinematics.motion(pin.a).world(pin.at_a)).norm();
    if (apart <= tolerance::kPinClosure) continue;
    validator.add(fmt::format("/pins/{}", i), "",
                  fmt::format("does not close: its two points are {:.6g} m apart; expected at most 1e-6 m", apart));
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    const double position = state.position(i);
    if (position >= joint.lower - kTouching && position <= joint.upper + kTouching) continue;
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

}  // namespace internal::inline simulation

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
    if (state.q.size() == last.size() && state.q == last && last.size() > 0) return;
    internal::require_no_overlap(steps.world(), motion.places);
    internal::require_joints_held(system, state);
    steps.begin(motion);
  }

  System system;
  StepOptions options;
  internal::BodySteps steps;
  internal::Motion motion;
  Eigen::VectorXd last;  ///< q after the last step
  StepReport report;
};

Stepper::Stepper(System system, StepOptions options) {
  internal::Validator validator;
  check(system, validator);
  validator.passes([&] { validate(options.law); });
  if (!std::holds_alternative<Coulomb>(options.law)) {
    options.scheme = Scheme::one_stage;
    if (options.solutions != Solutions::first) {
      validator.add("/solutions", "", "must be the first: only Coulomb's law has several");
    }
  }
  for (std::size_t i = 0; i < system.shapes.size() && options.scheme == Scheme::one_stage; ++i) {
    if (system.shapes[i].restitution == 0) continue;
    validator.add(fmt::format("/shapes/{}/restitution", i), system.shapes[i].restitution,
                  "must be 0 in the one-stage scheme: only the second stage knows impacts");
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
  m.report.choices = m.report.unseen = 0;
  m.report.penetration = 0;
  m.report.contacts.clear();
  m.report.solved = m.steps.run(m.motion, h, actuation, m.report);
  if (m.report.solved) internal::set_state(m.motion, state);
  m.last = state.q;
  return m.report;
}

StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation) {
  StepOptions options;
  options.law = law;
  return Stepper(system, options).step(state, h, actuation);
}

}  // namespace pawl

namespace pawl::internal::inline simulation {

void MoverStates::save(const std::vector<int>& movers, int first_link, const Motion& motion) {
  for (const auto& [to, from] : {std::pair(&q, &motion.q), std::pair(&u, &motion.u)}) {
    to->resize(from->size());
    for (const int mover : movers) to->segment<3>(3 * mover) = from->segment<3>(3 * mover);
  }
  for (const auto& [to, from] : {std::pair(&positions, &motion.positions), std::pair(&rates, &motion.rates)}) {
    to->resize(from->size());
    for (const int mover : movers) {
      const Eigen::Index joint = mover - first_link;
      if (joint >= 0 && joint < from->size()) (*to)[joint] = (*from)[joint];
    }
  }
}

void MoverStates::restore(const std::vector<int>& movers, int first_link, Motion& motion) const {
  for (const int mover : movers) {
    motion.q.segment<3>(3 * mover) = q.segment<3>(3 * mover);
    motion.u.segment<3>(3 * mover) = u.segment<3>(3 * mover);
    motion.place(mover);
    const Eigen::Index joint = mover - first_link;
    if (joint < 0 || joint >= positions.size()) continue;
    motion.positions[joint] = positions[joint];
    motion.rates[joint] = rates[joint];
  }
}

void Level::take(const std::vector<int>& chosen, std::size_t all) {
  if (skip.size() != all) {
    skip.assign(all, 1);
    bounds.resize(all);
    halved_.resize(all);
    movers.clear();
  }
  for (const int mover : movers) skip[mover] = 1;
  movers = chosen;
  for (const int mover : movers) skip[mover] = 0;
}

MotionBound Level::moved(const Motion& motion, int mover) const {
  const Eigen::Vector3d way = motion.q.segment<3>(3 * mover) - start.q.segment<3>(3 * mover);
  return {way.head<2>().norm(), std::fabs(way[2])};
}

void Level::forget_halved() {
  for (const int mover : movers) halved_[mover] = 0;
}

void Level::note_halved(std::size_t island) {
  for (const int mover : islands[island].movers) halved_[mover] = static_cast<int>(island) + 1;
}

bool Level::halved_with(const Candidate& candidate) const {
  const int a = halved(candidate.mover_a), b = halved(candidate.mover_b);
  if (candidate.mover_a < 0 || candidate.mover_b < 0) return a + b > 0;
  return a > 0 && a == b;
}

bool Level::any_halved(const Candidate& candidate) const {
  return halved(candidate.mover_a) + halved(candidate.mover_b) > 0;
}

bool Level::kept_bounds(const Motion& motion) const {
  for (const int mover : movers) {
    const MotionBound way = moved(motion, mover);
    if (way.shift > bounds[mover].shift || way.turn > bounds[mover].turn) return false;
  }
  return true;
}

void Level::stretch_bounds() {
  constexpr double kTimes = 4, kLeastTurn = .1;  // rad: a corner that strikes first turns the next one in
  for (const int mover : movers) {
    bounds[mover].shift *= kTimes;
    bounds[mover].turn = std::max(kTimes * bounds[mover].turn, kLeastTurn);
  }
}

bool Level::widen_bounds(const Motion& motion, bool all) {
  bool left = false;
  double farthest = 0;
  for (const int mover : movers) {
    const MotionBound way = moved(motion, mover);
    MotionBound& bound = bounds[mover];
    left = left || way.shift > bound.shift || way.turn > bound.turn;
    if (way.shift > bound.shift) farthest = std::max(farthest, 2 * way.shift);
    if (way.shift > bound.shift) bound.shift = 2 * way.shift;
    if (way.turn > bound.turn) bound.turn = 2 * way.turn;
  }
  for (const int mover : movers) {
    MotionBound& bound = bounds[mover];
    if (all) bound.shift = std::max(bound.shift, farthest);
  }
  return left;
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace internal::inline simulation {
namespace {

void check_body(const System& system, const char* list, std::size_t i, std::size_t body, Validator& validator) {
  if (!exists(system, Solid::body(body))) add_missing(Place{list, i, "body"}.str(), Solid::body(body), validator);
}

void check_supports(const System& system, const std::vector<Support>& supports, Validator& validator) {
  if (!supports.empty() && supports.size() != system.bodies.size()) {
    validator.add("/supports", fmt::format("{} entries", supports.size()),
                  fmt::format("must have {}, or none", system.bodies.size()));
    return;
  }
  for (std::size_t i = 0; i < supports.size(); ++i) {
    validator.not_negative(Place{"supports", i, "strength"}, supports[i].strength);
    validator.not_negative(Place{"supports", i, "moment_radius"}, supports[i].moment_radius);
    const bool pinned = std::any_of(system.pins.begin(), system.pins.end(),
                                    [&](const Pin& pin) { return pin.a == Solid::body(i) || pin.b == Solid::body(i); });
    if (!pinned || supports[i].law == Support::Law::none) continue;
    validator.add(fmt::format("/supports/{}", i), "", "must be of a body that no pin holds");
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
