// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"
#include "bodies/equation_terms.h"
#include "friction/massless.h"
#include "simulation/actuation_checks.h"
#include "simulation/island_step.h"
#include "simulation/level.h"
#include "simulation/overlap.h"

namespace pawl {
namespace internal {
namespace {

constexpr int kMostHalvings = 10;
constexpr int kMostLooks = 5;        ///< at candidates, with wider bounds each
constexpr int kWidensAll = 2;        ///< looks after which all bounds are widened: what is struck strikes the next
constexpr double kLeastRoom = 1e-5;  ///< m and rad: how far a body may move beside what its velocity says

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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
    Level& level = levels_[at(depth)];
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
    Level& level = levels_[at(depth)];
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
    levels_[at(depth + 1)].take(chosen, at(movers()));
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
        const Body& one = system_.bodies[at(mover)];
        change =
            h * force_on(system_, *actuation_, mover, Placement(Eigen::Vector3d(level.start.q.segment<3>(3 * mover))))
                    .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
      }
      MotionBound& bound = level.bounds[at(mover)];
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
      const Candidate& one = candidates[at(i)];
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

}  // namespace internal

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
