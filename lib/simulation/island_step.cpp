// SPDX-License-Identifier: MIT
#include "simulation/island_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/overlap.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr int kMostIterates = 9;           ///< of the drift: the first and 8 more
constexpr double kSlipTolerance = 1e-9;    ///< m
constexpr double kMostTurn = 0.5;          ///< rad: what turns by more against what it may touch is moved in halves
constexpr double kMostGain = 1.01;         ///< of kinetic energy in a drift; more is moved in halves
constexpr double kTrusted = 1e-5;          ///< m and rad: steps so small change no pair's side
constexpr double kUlp = 0x1p-52;           ///< as part of a length
constexpr double kEnergyRounding = 1e-13;  ///< as part of the energy
constexpr int kMostSupportTurns = 100;     ///< of contacts and support friction
constexpr double kMechanismMet = 1e-10;    ///< m and rad: by how much a mechanism's equations may be missed in a step

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vector arm_to(const Vector& point, int mover, const Eigen::VectorXd& q) {
  return mover < 0 ? Vector(0, 0) : Vector(point - q.segment<2>(3 * mover));
}

StageRow row_of(const Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q) {
  StageRow row;
  row.name = {candidate.shape_a, candidate.shape_b, candidate.pair};
  row.mover_a = candidate.mover_a;
  row.mover_b = candidate.mover_b;
  row.friction = candidate.friction;
  row.normal = geometry.normal;
  row.arm_a = arm_to(geometry.on_a, candidate.mover_a, q);
  row.arm_b = arm_to(geometry.on_b, candidate.mover_b, q);
  return row;
}

/// Of velocities that a step of h makes of places, m/s.
double rounding_of(const PairGeometry& at, const StageRow& row, double h) {
  return kUlp * (at.on_b.norm() + row.arm_a.norm() + row.arm_b.norm()) / h;
}

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
    met = met && mechanism(k).change() <= kMechanismMet;
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

void IslandStep::decide(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  for (const int i : island.candidates) decision.decide(candidates[at(i)]);
}

/// What touches at the start, on the way that the velocity of the start takes: so what rests is not taken for falling,
/// into what it slides over. What else constrains is decided on the way that these leave.
void IslandStep::start_with_touching(const Island& island, const Motion& end,
                                     std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  for (const int i : island.candidates) {
    Candidate& one = candidates[at(i)];
    one.constrains = one.passed_through = false;
    if (!one.behind() && one.start.gap <= kTouching && one.start.outside <= kCornerTolerance) {
      one.constrains = !decision.passes_at_corner(one);
    }
  }
}

void IslandStep::set_drift_rows(int iterate, double h, const Island& island, const std::vector<Candidate>& candidates,
                                const Motion& motion) {
  rows_.clear();
  row_candidate_.clear();
  add_stop_rows(island, h, motion, false);
  for (const int i : island.candidates) {
    const Candidate& one = candidates[at(i)];
    if (!one.constrains) continue;
    const bool at_end = options_.scheme == Scheme::one_stage && iterate > 0;
    StageRow row = at_end ? row_of(one, one.now, motion.q) : row_of(one, one.start, start_);
    double gap = one.start.gap, slid = 0;
    if (iterate > 0) {
      // J (q - q_i), with what moved since the start in place of velocities
      const Eigen::VectorXd& u = motion.u;
      gap = one.now.gap - h * velocity_along(u, one.mover_a, row.arm_a, one.mover_b, row.arm_b, row.normal);
      const PlacedBoundary a = world_.placed(one.shape_a, motion.places), b = world_.placed(one.shape_b, motion.places);
      slid = slip(one.pair, a, b, one.start, one.start_turn, one.now, one.now_turn) -
             h * velocity_along(u, one.mover_a, row.arm_a, one.mover_b, row.arm_b, turned_left(row.normal));
    }
    if (keeps_depth_) gap += std::clamp(-one.start.gap, 0., kGapTolerance);
    row.normal_bias = gap / h;
    row.tangent_bias = slid / h;
    row.rounding = rounding_of(one.now, row, h);
    rows_.push_back(row);
    row_candidate_.push_back(i);
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
        row.rounding = kUlp * std::fabs(limit) / h;
      }
      rows_.push_back(row);
      row_candidate_.push_back(-1 - static_cast<int>(number));
    }
  }
}

/// From the velocities before_.
const StageResult& IslandStep::solve(int stage, const Island& island, double h, Motion& motion) {
  const bool settles = stage == 2;
  stages_.place().stage = settles ? 1 : 0;
  const double off = settles ? 0 : kGapTolerance / h;
  take_before(island, motion);
  const double time = options_.scheme == Scheme::two_stage ? h / 2 : h;
  if (!support_.begin(island.bodies, *actuation_, time)) {
    return count(stage, stages_.solve(stage, rows_, motion, acceleration_, off));
  }
  for (int turn = 0;; ++turn) {
    take_before(island, motion);
    support_.weigh(turn, before_, stages_, motion);
    const StageResult& result = count(stage, stages_.solve(stage, rows_, motion, acceleration_, off));
    const bool agrees = result.solved && support_.agrees(before_, motion);
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

/// Impulses, and the sliding that the law was told of.
void IslandStep::note_drift(double h, std::vector<Candidate>& candidates, const Motion& motion,
                            const StageResult& result) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const StageRow& row = rows_[k];
    if (row_candidate_[k] < 0) {
      stop_impulses_[at(-1 - row_candidate_[k])] = result.normal[static_cast<Eigen::Index>(k)];
      continue;
    }
    Candidate& one = candidates[at(row_candidate_[k])];
    one.normal = result.normal[static_cast<Eigen::Index>(k)];
    one.tangent = result.tangent[static_cast<Eigen::Index>(k)];
    one.linear_slip =
        h * (velocity_along(motion.u, one.mover_a, row.arm_a, one.mover_b, row.arm_b, turned_left(row.normal)) +
             row.tangent_bias);
  }
}

bool IslandStep::accepted(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const {
  return std::all_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[at(i)];
    if (one.normal > 0) {
      if (!one.constrains || std::fabs(one.now.gap) > kGapTolerance) return false;
      const PlacedBoundary a = world_.placed(one.shape_a, motion.places), b = world_.placed(one.shape_b, motion.places);
      const double slid = slip(one.pair, a, b, one.start, one.start_turn, one.now, one.now_turn);
      return one.friction == 0 || std::fabs(slid - one.linear_slip) <= kSlipTolerance;
    }
    return !one.constrains || one.now.gap >= -kGapTolerance;
  });
}

bool IslandStep::passes_through(const Island& island, const std::vector<Candidate>& candidates) {
  return std::any_of(island.candidates.begin(), island.candidates.end(),
                     [&](int i) { return candidates[at(i)].passed_through; });
}

bool IslandStep::drift(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
  move(island, h, candidates, motion);
  start_with_touching(island, motion, candidates);
  accelerate(island, options_.scheme == Scheme::two_stage ? h / 2 : h, motion.u);
  for (const int k : island.mechanisms) {
    if (!mechanism(k).predict()) return false;
  }
  set_before(island, motion);
  bool met = true;
  for (int iterate = 0; iterate < kMostIterates; ++iterate) {
    if (passes_through(island, candidates)) return false;  // a shorter step ends inside
    set_drift_rows(iterate, h, island, candidates, motion);
    for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
    const StageResult& result = solve(iterate > 0 ? 1 : 0, island, h, motion);
    if (!result.solved) return no_impulses_ = true, false;
    note_drift(h, candidates, motion, result);
    move(island, h, candidates, motion);
    if (!update_mechanisms(island, met)) return false;
    decide(island, motion, candidates);
    if (met && accepted(island, candidates, motion))
      return !passes_through(island, candidates) && !speeds_up(island, h, motion);
  }
  return false;
}

/// Where contacts hold the part between them by friction, no impulses may press it out of what rounding left of the
/// last step, at most 1e-9 m deep; there it may stay as deep. (Impulses exist where no gap is negative: what they do on
/// each other is then not below 0.) It is so from the start where the island's last step found none.
bool IslandStep::drift_somehow(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  const auto is_deep = [&](int i) { return candidates[at(i)].start.gap < 0 && !candidates[at(i)].behind(); };
  const bool deep = std::any_of(island.candidates.begin(), island.candidates.end(), is_deep);
  held_deep_.resize(static_cast<std::size_t>(motion.q.size() / 3), 0);
  char& held = held_deep_[at(island.movers.front())];
  keeps_depth_ = deep && held;
  no_impulses_ = false;
  if (drift(island, h, candidates, motion)) {
    held = keeps_depth_;
    return true;
  }
  if (keeps_depth_ || !no_impulses_ || !deep) return false;
  held = 1;
  restore(island, motion);
  for (const int i : island.candidates) candidates[at(i)].released = false;
  keeps_depth_ = true;
  return drift(island, h, candidates, motion);
}

/// Contacts take energy away; with axes that turn through a long step the impulses of the drift can add some.
bool IslandStep::speeds_up(const Island& island, double h, const Motion& motion) const {
  double mass = 0, now = kinetic_energy(island, motion.u), before = kinetic_energy(island, before_);
  for (const int body : island.bodies) mass += system_.bodies[at(body)].mass;
  for (const int k : island.mechanisms) {
    if (mechanism(k).has_drive()) return false;  // which gives what it takes
    mass += mechanism(k).mass();
    now += mechanism(k).energy_now();
    before += mechanism(k).free_energy();
  }
  const double rounding = 100 * mass * std::pow(kGapTolerance / h, 2);
  return now > kMostGain * before + rounding;
}

bool IslandStep::turns_too_far(const Island& island, double h, const std::vector<Candidate>& candidates,
                               const Motion& motion) const {
  const auto spin = [&](int mover) { return mover < 0 ? 0 : motion.u[3 * mover + 2]; };
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[at(i)];
    return h * std::fabs(spin(one.mover_b) - spin(one.mover_a)) > kMostTurn;
  });
}

bool IslandStep::ends_apart(const Island& island, const std::vector<Candidate>& candidates,
                            const Motion& motion) const {
  const auto moved = [&](int mover) {
    if (mover < 0) return 0.;
    const Eigen::Vector3d way = motion.q.segment<3>(3 * mover) - start_.segment<3>(3 * mover);
    return std::max(way.head<2>().norm(), std::fabs(way[2]));
  };
  int last_a = -1, last_b = -1;
  for (const int i : island.candidates) {
    const Candidate& one = candidates[at(i)];
    if (one.shape_a == last_a && one.shape_b == last_b) continue;  // candidates stand together by shapes
    last_a = one.shape_a;
    last_b = one.shape_b;
    if (std::max(moved(one.mover_a), moved(one.mover_b)) <= kTrusted) continue;
    if (overlap(world_.placed(one.shape_a, motion.places), world_.placed(one.shape_b, motion.places))) return false;
  }
  return true;
}

double IslandStep::kinetic_energy(const Island& island, const Eigen::VectorXd& u) const {
  double twice = 0;
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    twice += one.mass * u.segment<2>(3 * body).squaredNorm() + one.inertia * u[3 * body + 2] * u[3 * body + 2];
  }
  return twice / 2;
}

bool IslandStep::bounces(const Candidate& one, double arrival, double h, const Motion& motion) const {
  if (one.restitution == 0) return false;
  const StageRow row = row_of(one, one.now, motion.q);
  const double pull = velocity_along(acceleration_, one.mover_a, row.arm_a, one.mover_b, row.arm_b, row.normal);
  return arrival < -2 * h * std::fabs(pull);
}

void IslandStep::set_settle_rows(const Island& island, double h, double scale, std::vector<Candidate>& candidates,
                                 const Motion& motion) {
  rows_.clear();
  row_candidate_.clear();
  add_stop_rows(island, h, motion, true);
  for (const int i : island.candidates) {
    Candidate& one = candidates[at(i)];
    const bool touches = one.constrains && one.now.gap <= kTouching && one.now.outside <= kCornerTolerance;
    if (one.drift_normal == 0 && !touches) continue;
    StageRow row = row_of(one, one.now, motion.q);
    const double arrival = velocity_along(start_u_, one.mover_a, row.arm_a, one.mover_b, row.arm_b, row.normal);
    if (bounces(one, arrival, h, motion)) row.normal_bias = scale * one.restitution * arrival;
    rows_.push_back(row);
    row_candidate_.push_back(i);
  }
}

bool IslandStep::solve_settle(const Island& island, double h, double scale, std::vector<Candidate>& candidates,
                              Motion& motion) {
  set_settle_rows(island, h, scale, candidates, motion);
  const StageResult& result = solve(2, island, h, motion);
  if (!result.solved) return false;
  for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (row_candidate_[k] < 0) continue;
    candidates[at(row_candidate_[k])].normal = result.normal[static_cast<Eigen::Index>(k)];
    candidates[at(row_candidate_[k])].tangent = result.tangent[static_cast<Eigen::Index>(k)];
  }
  return true;
}

/// Of the forces over the step; infinite where drives do what they must.
double IslandStep::work(const Island& island, const Motion& motion) const {
  double work = 0;
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    work += acceleration_.segment<3>(3 * body)
                .cwiseProduct(Eigen::Vector3d(one.mass, one.mass, one.inertia))
                .dot(motion.q.segment<3>(3 * body) - start_.segment<3>(3 * body));
  }
  for (const int k : island.mechanisms) {
    work += mechanism(k).has_drive() ? std::numeric_limits<double>::infinity() : mechanism(k).work();
  }
  return work;
}

bool IslandStep::settle(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  double most = kinetic_energy(island, start_u_) + std::max(work(island, motion), 0.);
  for (const int k : island.mechanisms) most += mechanism(k).start_energy();
  accelerate(island, h / 2, motion.u);
  set_before(island, motion);
  for (const int i : island.candidates) {
    candidates[at(i)].drift_normal = candidates[at(i)].normal;
    candidates[at(i)].drift_tangent = candidates[at(i)].tangent;
  }
  if (!solve_settle(island, h, 1, candidates, motion)) return false;
  const bool any_bounce =
      std::any_of(rows_.begin(), rows_.end(), [](const StageRow& row) { return row.normal_bias < 0; });
  const auto rises = [&] {
    double energy = kinetic_energy(island, motion.u);
    for (const int k : island.mechanisms) energy += mechanism(k).energy_now();
    return energy > most * (1 + kEnergyRounding);
  };
  if (!any_bounce || !rises()) return true;
  double low = 0, high = 1;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    if (!solve_settle(island, h, middle, candidates, motion)) return false;
    (rises() ? high : low) = middle;
  }
  return solve_settle(island, h, low, candidates, motion);
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

bool IslandStep::run(const Island& island, double h, const Actuation& actuation, std::vector<Candidate>& candidates,
                     Motion& motion) {
  for (const int i : island.candidates) {
    candidates[at(i)].drift_normal = candidates[at(i)].drift_tangent = 0;
    candidates[at(i)].released = false;
  }
  actuation_ = &actuation;
  chosen_ = {};
  stages_.place().island = static_cast<std::uint32_t>(island.movers.front());
  std::fill(stop_impulses_.begin(), stop_impulses_.end(), 0.);
  if (!start(island, h, actuation, motion)) return false;
  const bool two_stage = options_.scheme == Scheme::two_stage;
  bool solved = !turns_too_far(island, h, candidates, motion) && drift_somehow(island, h, candidates, motion) &&
                ends_apart(island, candidates, motion) &&
                finish_mechanisms(island, actuation, two_stage ? h / 2 : 0, motion);
  if (solved && two_stage) {
    set_acceleration(island, actuation, motion);
    solved = settle(island, h, candidates, motion);
  }
  if (!solved) restore(island, motion);
  return solved;
}

}  // namespace pawl::internal
