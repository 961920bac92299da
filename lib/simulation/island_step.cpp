// SPDX-License-Identifier: MIT
#include "simulation/island_step.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

constexpr double kUlp = 0x1p-52;        ///< as part of a length
constexpr double kMostMade = 1.001;     ///< of the energy of mechanisms in a step; more is moved in halves
constexpr double kRoundedSpeed = 1e-6;  ///< m/s: what less than this explains is no gain
constexpr int kMostSupportTurns = 300;  ///< of contacts and support friction

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

IslandStep::IslandStep(const System& system, const World& world, const StepOptions& options,
                       std::vector<Mechanism>& mechanisms)
    : system_(system),
      world_(world),
      options_(options),
      mechanisms_(mechanisms),
      stages_(system, options_, mechanisms),
      support_(system),
      limited_(joints_with_limits(system)),
      stop_impulses_(2 * limited_.size(), 0.) {}

void IslandStep::set_acceleration(const Island& island, const Actuation& actuation, const Motion& motion) {
  acceleration_.resize(motion.q.size());
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    acceleration_.segment<3>(3 * body) = force_on(system_, actuation, body, motion.places[at(body)])
                                             .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
  }
  for (const int k : island.mechanisms) {
    for (const int mover : mechanism(k).movers()) {
      acceleration_.segment<3>(3 * mover) = mechanism(k).acceleration(mover);
    }
  }
}

void IslandStep::accelerate(const Island& island, double time, Eigen::VectorXd& u) const {
  for (const int body : island.bodies) u.segment<3>(3 * body) += time * acceleration_.segment<3>(3 * body);
}

/// The velocities that impulses are added to.
void IslandStep::set_before(const Island& island, const Motion& motion) {
  before_.resize(motion.u.size());
  for (const int body : island.bodies) before_.segment<3>(3 * body) = motion.u.segment<3>(3 * body);
}

void IslandStep::take_before(const Island& island, Motion& motion) {
  for (const int body : island.bodies) motion.u.segment<3>(3 * body) = before_.segment<3>(3 * body);
  for (const int k : island.mechanisms) mechanism(k).take_free(motion);
}

/// Whether the equations of mechanisms hold where they are; else their free rates are new.
bool IslandStep::update_mechanisms(const Island& island, bool& met) {
  met = true;
  for (const int k : island.mechanisms) {
    if (!mechanism(k).update_free()) return false;
    met = met && mechanism(k).is_met();
  }
  return true;
}

/// Moves the movers from the start by h u.
void IslandStep::move(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  for (const int body : island.bodies) {
    motion.q.segment<3>(3 * body) = start_.segment<3>(3 * body) + h * motion.u.segment<3>(3 * body);
    motion.place(body);
  }
  for (const int k : island.mechanisms) mechanism(k).move(motion);
  for (const int i : island.candidates) place_at(world_, motion.places, candidates[at(i)]);
}

void IslandStep::restore(const Island& island, Motion& motion) {
  for (const int mover : island.movers) {
    motion.q.segment<3>(3 * mover) = start_.segment<3>(3 * mover);
    motion.u.segment<3>(3 * mover) = start_u_.segment<3>(3 * mover);
    motion.place(mover);
  }
  for (const int k : island.mechanisms) mechanism(k).restore_joints(motion);
}

void IslandStep::forget_stops(const Island& island) {
  const int first = static_cast<int>(system_.bodies.size() + system_.joints.size());
  for (const int mover : island.movers) {
    if (mover < first) continue;
    for (const int end : {0, 1}) stop_impulses_[2 * at(mover - first) + at(end)] = 0;
  }
}

/// Stops that hold: in the drift all, in settling those that are at a limit. A stop's velocity is that of its joint.
void IslandStep::add_stop_rows(const Island& island, double h, const Motion& motion, bool settling) {
  const int first = static_cast<int>(system_.bodies.size() + system_.joints.size());
  for (const int mover : island.movers) {
    if (mover < first) continue;
    const std::size_t stop = at(mover - first);
    const Joint& joint = system_.joints[at(limited_[stop])];
    for (const int end : {0, 1}) {
      const double limit = end == 0 ? joint.lower : joint.upper, sign = end == 0 ? 1 : -1;
      if (!std::isfinite(limit)) continue;
      const Eigen::VectorXd& q = settling ? motion.q : start_;
      const double gap = sign * (q[3 * mover] - limit);
      const std::size_t number = 2 * stop + at(end);
      if (settling && gap > kTouching && stop_impulses_[number] == 0) continue;
      StageRow row;
      row.name = {kStop, mover, {true, end, 0}};
      row.mover_b = mover;
      row.normal = {sign, 0};
      if (!settling) {
        row.normal_bias = gap / h;
        row.gap = gap;
        row.touches = gap <= kTouching;
        row.rounding = kUlp * std::fabs(limit) / h;
      }
      if (stages_.moves_nothing(row)) continue;
      rows_.push_back(row);
      row_candidate_.push_back(-1 - static_cast<int>(number));
    }
  }
}

/// From the velocities before_.
const StageResult& IslandStep::solve(int stage, const Island& island, double h, Motion& motion) {
  const bool settles = stage == 2;
  stages_.place().stage = settles ? 1 : 0;
  stages_.set_duration(h);
  const double off = settles ? 0 : kGapTolerance / h;
  const double time = options_.scheme == Scheme::two_stage ? h / 2 : h;
  if (!support_.begin(island.bodies, *actuation_, time)) {
    take_before(island, motion);
    return count(stage, stages_.solve(stage, rows_, motion, acceleration_, off));
  }
  for (int turn = 0;; ++turn) {
    take_before(island, motion);
    support_.weigh(turn, before_, stages_, motion);
    const StageResult& result = count(stage, stages_.solve(stage, rows_, motion, acceleration_, off));
    const bool agrees = result.solved && support_.agrees(turn, before_, motion);
    if (result.solved && !agrees && turn < kMostSupportTurns) continue;
    support_.finish(stages_, motion);
    return agrees ? result : unsolved_;
  }
}

const StageResult& IslandStep::count(int stage, const StageResult& result) {
  chosen_[stage == 2 ? 1 : 0] = result.chosen;
  problems_ += result.asked;
  pivots_ += result.pivots;
  return result;
}

double IslandStep::kinetic_energy(const Island& island, const Eigen::VectorXd& u) const {
  double twice = 0;
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    twice += one.mass * u.segment<2>(3 * body).squaredNorm() + one.inertia * u[3 * body + 2] * u[3 * body + 2];
  }
  return twice / 2;
}

/// Notes where the step starts, and what pushes.
bool IslandStep::start(const Island& island, double h, const Actuation& actuation, Motion& motion) {
  start_.resize(motion.q.size());
  start_u_.resize(motion.q.size());
  for (const int mover : island.movers) {
    start_.segment<3>(3 * mover) = motion.q.segment<3>(3 * mover);
    start_u_.segment<3>(3 * mover) = motion.u.segment<3>(3 * mover);
  }
  const double part = options_.scheme == Scheme::two_stage ? h / 2 : h;
  for (const int k : island.mechanisms) {
    if (!mechanism(k).start(system_, actuation, motion, h, part)) return false;
  }
  set_acceleration(island, actuation, motion);
  return true;
}

/// Velocities at the end, where mechanisms are; of the one-stage scheme without further forces.
bool IslandStep::finish_mechanisms(const Island& island, const Actuation& actuation, double part, Motion& motion) {
  for (const int k : island.mechanisms) {
    if (!mechanism(k).settle(system_, actuation, motion, part)) return false;
    mechanism(k).take_free(motion);
  }
  return true;
}

/// Whether the energy of an island with mechanisms rises by more than forces and rounding explain: where members turn
/// fast, a step's own error would make energy.
bool IslandStep::mechanisms_gain(const Island& island, const Motion& motion) const {
  if (island.mechanisms.empty()) return false;
  double before = kinetic_energy(island, start_u_) + std::max(0., work(island, motion));
  double now = kinetic_energy(island, motion.u), mass = 0;
  for (const int k : island.mechanisms) {
    before += mechanism(k).start_energy();
    now += mechanism(k).energy_now();
    mass += mechanism(k).mass();
  }
  const double rounding = mass * kRoundedSpeed * kRoundedSpeed;
  return now > kMostMade * before + rounding;
}

bool IslandStep::run(const Island& island, double h, const Actuation& actuation, std::vector<Candidate>& candidates,
                     Motion& motion) {
  for (const int i : island.candidates) {
    candidates[at(i)].drift_normal = candidates[at(i)].drift_tangent = 0;
    candidates[at(i)].released = false;
  }
  actuation_ = &actuation;
  chosen_ = {};
  none_at_start_ = false;
  stages_.place().island = static_cast<std::uint32_t>(island.movers.front());
  forget_stops(island);
  if (!start(island, h, actuation, motion)) return false;
  const bool two_stage = options_.scheme == Scheme::two_stage;
  const bool soft = lets_inside(options_.law);
  bool solved = !turns_too_far(island, h, candidates, motion) &&
                (soft ? drift_soft(island, h, candidates, motion)
                      : drift_somehow(island, h, candidates, motion) && ends_apart(island, candidates, motion)) &&
                finish_mechanisms(island, actuation, two_stage ? h / 2 : 0, motion);
  if (solved && two_stage) {
    set_acceleration(island, actuation, motion);
    solved = settle(island, h, candidates, motion);
  }
  solved = solved && (soft || !mechanisms_gain(island, motion));
  if (solved && soft) note_inside(island, candidates);
  if (!solved) restore(island, motion);
  return solved;
}

}  // namespace pawl::internal
