// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"
#include "simulation/actuation_checks.h"
#include "simulation/island.h"
#include "simulation/overlap.h"

namespace pawl {
namespace internal {
namespace {

constexpr int kMostHalvings = 10;
constexpr int kMostLooks = 5;        ///< at candidates, with wider bounds each
constexpr double kLeastRoom = 1e-5;  ///< m and rad: how far a body may move beside what its velocity says

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Free bodies, moved island by island; an island that is not solved is moved in two halves, alone.
class BodySteps {
 public:
  BodySteps(const System& system, const StepOptions& options)
      : system_(system), world_(system), finder_(system, world_), island_step_(system, world_, options) {}

  const World& world() const { return world_; }

  bool run(Motion& motion, double h, const Actuation& actuation, StepReport& report) {
    actuation_ = &actuation;
    report_ = &report;
    island_step_.reset_counts();
    island_step_.place().part = 1;
    ++island_step_.place().step;
    if (levels_.empty()) levels_.resize(kMostHalvings + 1);
    Level& level = levels_[0];
    level.skip.assign(system_.bodies.size(), 0);
    const bool solved = advance(0, h, motion);
    report.problems = island_step_.problems();
    report.pivots = island_step_.pivots();
    return solved;
  }

 private:
  struct Level {
    std::vector<char> skip;  ///< bodies that are not of this level
    Eigen::VectorXd q, u;    ///< at its start
    std::vector<MotionBound> bounds;
    std::vector<Candidate> candidates;
    std::vector<Island> islands;
  };

  /// Moves the level's bodies by h; if not solved, they are where they were.
  bool advance(int depth, double h, Motion& motion) {
    Level& level = levels_[at(depth)];
    level.q = motion.q;
    level.u = motion.u;
    set_bounds(level, h);
    const std::size_t reported = report_->contacts.size();
    const long choices = report_->choices, unseen = report_->unseen;
    for (int look = 0; look < kMostLooks; ++look) {
      report_->contacts.resize(reported);
      report_->choices = choices;
      report_->unseen = unseen;
      finder_.find(motion.places, level.bounds, level.skip, level.candidates);
      find_islands(level.candidates, level.skip, level.islands);
      const bool solved = move_islands(depth, h, motion);
      if (solved && kept_bounds(level, motion)) return true;
      const bool wider = widen_bounds(level, motion);
      restore(level, motion);
      if (!solved && !wider) return false;
    }
    return false;
  }

  bool move_islands(int depth, double h, Motion& motion) {
    Level& level = levels_[at(depth)];
    for (std::size_t k = 0; k < level.islands.size(); ++k) {
      const Island& island = level.islands[k];
      if (island_step_.run(island, h, *actuation_, level.candidates, motion)) {
        report(island, h, level.candidates, motion);
        island_step_.add_choices(*report_);
      } else if (depth == kMostHalvings || !halve(depth, island, h, motion)) {
        return false;
      }
    }
    return true;
  }

  bool halve(int depth, const Island& island, double h, Motion& motion) {
    Level& next = levels_[at(depth + 1)];
    next.skip.assign(system_.bodies.size(), 1);
    for (const int body : island.bodies) next.skip[at(body)] = 0;
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

  /// What the velocity moves, with the free motion's change of it, and half as much again.
  void set_bounds(Level& level, double h) const {
    level.bounds.resize(system_.bodies.size());
    for (int body = 0; body < static_cast<int>(system_.bodies.size()); ++body) {
      const Body& one = system_.bodies[at(body)];
      const Eigen::Vector3d u = level.u.segment<3>(3 * body);
      const Eigen::Vector3d force =
          force_on(system_, *actuation_, body, Placement(Eigen::Vector3d(level.q.segment<3>(3 * body))));
      MotionBound& bound = level.bounds[at(body)];
      bound.shift = 1.5 * h * (u.head<2>().norm() + h * force.head<2>().norm() / one.mass) + kLeastRoom;
      bound.turn = 1.5 * h * (std::fabs(u[2]) + h * std::fabs(force[2]) / one.inertia) + kLeastRoom;
    }
  }

  static MotionBound moved(const Level& level, const Motion& motion, int body) {
    const Eigen::Vector3d way = motion.q.segment<3>(3 * body) - level.q.segment<3>(3 * body);
    return {way.head<2>().norm(), std::fabs(way[2])};
  }

  bool kept_bounds(const Level& level, const Motion& motion) const {
    for (int body = 0; body < static_cast<int>(level.bounds.size()); ++body) {
      if (level.skip[at(body)]) continue;
      const MotionBound way = moved(level, motion, body);
      if (way.shift > level.bounds[at(body)].shift || way.turn > level.bounds[at(body)].turn) return false;
    }
    return true;
  }

  /// Where a body moved farther than it might; whether there is one.
  bool widen_bounds(Level& level, const Motion& motion) const {
    bool wider = false;
    for (int body = 0; body < static_cast<int>(level.bounds.size()); ++body) {
      if (level.skip[at(body)]) continue;
      const MotionBound way = moved(level, motion, body);
      MotionBound& bound = level.bounds[at(body)];
      wider = wider || way.shift > bound.shift || way.turn > bound.turn;
      if (way.shift > bound.shift) bound.shift = 2 * way.shift;
      if (way.turn > bound.turn) bound.turn = 2 * way.turn;
    }
    return wider;
  }

  void restore(const Level& level, Motion& motion) const {
    for (int body = 0; body < static_cast<int>(level.skip.size()); ++body) {
      if (level.skip[at(body)]) continue;
      motion.q.segment<3>(3 * body) = level.q.segment<3>(3 * body);
      motion.u.segment<3>(3 * body) = level.u.segment<3>(3 * body);
      motion.place(body);
    }
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
  IslandStep island_step_;
  std::vector<Level> levels_;
  const Actuation* actuation_ = nullptr;
  StepReport* report_ = nullptr;
};

}  // namespace
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

  void require_apart(const State& state) {
    if (state.q.size() == last.size() && state.q == last) return;
    internal::require_no_overlap(steps.world(), motion.places);
  }

  void load(const State& state) {
    motion.q = state.q;
    motion.u = state.u;
    motion.places.resize(system.bodies.size());
    for (std::size_t i = 0; i < system.bodies.size(); ++i) motion.place(static_cast<int>(i));
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
  if (!system.joints.empty()) validator.add("/joints", "", "joints are not stepped in this version");
  if (!system.pins.empty()) validator.add("/pins", "", "pins are not stepped in this version");
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
  m.load(state);
  m.require_apart(state);
  m.report.substeps = 1;
  m.report.choices = m.report.unseen = 0;
  m.report.penetration = 0;
  m.report.contacts.clear();
  m.report.solved = m.steps.run(m.motion, h, actuation, m.report);
  if (m.report.solved) {
    state.q = m.motion.q;
    state.u = m.motion.u;
  }
  m.last = state.q;
  return m.report;
}

StepReport step(const System& system, State& state, const ContactLaw& law, double h, const Actuation& actuation) {
  StepOptions options;
  options.law = law;
  return Stepper(system, options).step(state, h, actuation);
}

}  // namespace pawl
