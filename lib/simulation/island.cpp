// SPDX-License-Identifier: MIT
#include "simulation/island.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "simulation/contact_detection.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {
namespace {

constexpr double kUlp = 0x1p-52;        ///< as part of a length
constexpr double kMostMade = 1.001;     ///< of the energy of mechanisms in a step; more is moved in halves
constexpr double kRoundedSpeed = 1e-6;  ///< m/s: what less than this explains is no gain
constexpr int kMostSupportTurns = 300;  ///< of contacts and support friction

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

bool IslandStep::run(const Island& island, double h, const Actuation& actuation, std::vector<Candidate>& candidates,
                     Motion& motion) {
  for (const int i : island.candidates) {
    candidates[i].drift_normal = candidates[i].drift_tangent = 0;
    candidates[i].released = false;
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

void IslandStep::set_acceleration(const Island& island, const Actuation& actuation, const Motion& motion) {
  acceleration_.resize(motion.q.size());
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[body];
    acceleration_.segment<3>(3 * body) = force_on(system_, actuation, body, motion.places[body])
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
  for (const int i : island.candidates) place_at(world_, motion.places, candidates[i]);
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
    const Joint& joint = system_.joints[limited_[stop]];
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
    const Body& one = system_.bodies[body];
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

// The drift of an island's step: where it goes, and whether that is accepted.

namespace {

constexpr int kMostIterates = 16;        ///< the first and 15 more: contacts come in one after the other
constexpr double kSlipTolerance = 1e-9;  ///< m
constexpr double kMostTurn = 0.5;        ///< rad: what turns by more against what it may touch is moved in halves
constexpr double kMostRoll = 2;          ///< rad: the same of circles, whose slip must be told from a turn more
constexpr double kMostGain = 1.01;       ///< of kinetic energy; more is moved in halves
constexpr double kMostSwing = 0.5;       ///< of h^2 force / (mass room), with the force of one stage
constexpr double kFar = 0.25;      ///< of a candidate's reach: what is that far apart is asked for only if it comes
constexpr int kAsksAll = 6;        ///< after so many iterates all is asked for, where each brought the next near: a row
constexpr double kTrusted = 1e-5;  ///< m and rad: steps so small change no pair's side

}  // namespace

void IslandStep::decide(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  for (const int i : island.candidates) decision.decide(candidates[i]);
}

/// What touches at the start, on the way that the velocity of the start takes: so what rests is not taken for falling,
/// into what it slides over. What else constrains is decided on the way that these leave.
void IslandStep::start_with_touching(const Island& island, const Motion& end,
                                     std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  for (const int i : island.candidates) {
    Candidate& one = candidates[i];
    one.constrains = one.passed_through = false;
    if (!one.behind() && one.start.gap <= kTouching && one.start.outside <= kCornerTolerance) {
      one.constrains = !decision.passes_at_corner(one);
    }
  }
}

/// Of what constrains, what is far apart in the iterate is left out: it is most, and few of it come near in the next
/// ones.
void IslandStep::set_drift_rows(int iterate, double h, const Island& island, std::vector<Candidate>& candidates,
                                const Motion& motion) {
  rows_.clear();
  row_candidate_.clear();
  add_stop_rows(island, h, motion, false);
  const bool leaves_far = iterate > 0 && (iterate < kAsksAll || !came_near_);
  came_near_ = false;
  for (const int i : island.candidates) {
    Candidate& one = candidates[i];
    if (!one.constrains || (leaves_far && !one.asked && one.now.gap > kFar * one.reach)) continue;
    came_near_ = came_near_ || !one.asked;
    one.asked = true;
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
    row.gap = gap;
    row.touches = one.start.gap <= kTouching && one.start.outside <= kCornerTolerance;
    row.rounding = rounding_of(one.now, row, h);
    if (stages_.moves_nothing(row)) continue;
    rows_.push_back(row);
    row_candidate_.push_back(i);
  }
  mix_biases(iterate);
}

/// What gaps and slips are beside J u, with J at the start, is the fixed point that iterates look for.
void IslandStep::mix_biases(int iterate) {
  if (options_.scheme == Scheme::one_stage) return;  // J is that of the iterate
  if (iterate == 0 || row_candidate_ != mixed_rows_) mixing_.restart();
  mixed_rows_ = row_candidate_;
  const auto count = static_cast<Eigen::Index>(rows_.size());
  biases_.resize(2 * count);
  for (Eigen::Index k = 0; k < count; ++k) {
    biases_.segment<2>(2 * k) << rows_[static_cast<int>(k)].normal_bias, rows_[static_cast<int>(k)].tangent_bias;
  }
  mixing_.next(biases_);
  for (Eigen::Index k = 0; k < count; ++k) {
    rows_[static_cast<int>(k)].normal_bias = biases_[2 * k];
    rows_[static_cast<int>(k)].tangent_bias = biases_[2 * k + 1];
  }
}

/// Impulses, and the sliding that the law was told of.
void IslandStep::note_drift(double h, std::vector<Candidate>& candidates, const Motion& motion,
                            const StageResult& result) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const StageRow& row = rows_[k];
    if (row_candidate_[k] < 0) {
      stop_impulses_[-1 - row_candidate_[k]] = result.normal[static_cast<Eigen::Index>(k)];
      continue;
    }
    Candidate& one = candidates[row_candidate_[k]];
    one.normal = result.normal[static_cast<Eigen::Index>(k)];
    one.tangent = result.tangent[static_cast<Eigen::Index>(k)];
    one.linear_slip =
        h * (velocity_along(motion.u, one.mover_a, row.arm_a, one.mover_b, row.arm_b, turned_left(row.normal)) +
             row.tangent_bias);
  }
}

/// Whether every joint of the island is within its limits.
bool IslandStep::stops_hold(const Island& island, const Motion& motion) const {
  const int first = static_cast<int>(system_.bodies.size() + system_.joints.size());
  return std::all_of(island.movers.begin(), island.movers.end(), [&](int mover) {
    if (mover < first) return true;
    const Joint& joint = system_.joints[limited_[at(mover - first)]];
    const double position = motion.q[3 * mover];
    return position >= joint.lower - kGapTolerance && position <= joint.upper + kGapTolerance;
  });
}

/// Whether the law looks at how far a contact slides.
bool IslandStep::rubs(const Candidate& one) const {
  return one.friction > 0 || !std::holds_alternative<Coulomb>(options_.law);
}

bool IslandStep::accepted(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const {
  return stops_hold(island, motion) && std::all_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
           const Candidate& one = candidates[i];
           if (one.normal > 0) {
             if (!one.constrains || std::fabs(one.now.gap) > kGapTolerance) return false;
             const PlacedBoundary a = world_.placed(one.shape_a, motion.places),
                                  b = world_.placed(one.shape_b, motion.places);
             const double slid = slip(one.pair, a, b, one.start, one.start_turn, one.now, one.now_turn);
             return !rubs(one) || std::fabs(slid - one.linear_slip) <= kSlipTolerance;
           }
           return !one.constrains || one.now.gap >= -kGapTolerance;
         });
}

bool IslandStep::passes_through(const Island& island, const std::vector<Candidate>& candidates) {
  return std::any_of(island.candidates.begin(), island.candidates.end(),
                     [&](int i) { return candidates[i].passed_through; });
}

bool IslandStep::drift(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  none_at_start_ = false;
  for (const int i : island.candidates) {
    candidates[i].normal = candidates[i].tangent = 0;
    candidates[i].asked = false;
  }
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
    for (const int i : island.candidates) candidates[i].normal = candidates[i].tangent = 0;
    const StageResult& result = solve(iterate > 0 ? 1 : 0, island, h, motion);
    if (!result.solved) {
      no_impulses_ = true;
      none_at_start_ = iterate == 0;
      return false;
    }
    note_drift(h, candidates, motion, result);
    move(island, h, candidates, motion);
    if (!update_mechanisms(island, met)) return false;
    decide(island, motion, candidates);
    if (met && accepted(island, candidates, motion))
      return !passes_through(island, candidates) && !pressed_turns_too_far(island, h, candidates, motion) &&
             !speeds_up(island, h, motion) &&
             (shortest_ || !(swings_too_fast(island, h, candidates) || dips(island, candidates, motion)));
  }
  return false;
}

/// Where contacts hold the part between them by friction, no impulses may press it out of what rounding left of the
/// last step, at most 1e-9 m deep; there it may stay as deep. (Impulses exist where no gap is negative: what they do on
/// each other is then not below 0.) It is so from the start where the island's last step found none.
bool IslandStep::drift_somehow(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  const auto is_deep = [&](int i) { return candidates[i].start.gap < 0 && !candidates[i].behind(); };
  const bool deep = std::any_of(island.candidates.begin(), island.candidates.end(), is_deep);
  held_deep_.resize(static_cast<std::size_t>(motion.q.size() / 3), 0);
  char& held = held_deep_[island.movers.front()];
  keeps_depth_ = deep && held;
  no_impulses_ = false;
  if (drift(island, h, candidates, motion)) {
    held = keeps_depth_;
    return true;
  }
  if (keeps_depth_ || !no_impulses_ || !deep) return false;
  held = 1;
  restore(island, motion);
  for (const int i : island.candidates) candidates[i].released = false;
  keeps_depth_ = true;
  return drift(island, h, candidates, motion);
}

/// Contacts take energy away; with axes that turn through a long step the impulses of the drift can add some.
bool IslandStep::speeds_up(const Island& island, double h, const Motion& motion) const {
  double mass = 0, now = kinetic_energy(island, motion.u), before = kinetic_energy(island, before_);
  for (const int body : island.bodies) mass += system_.bodies[body].mass;
  for (const int k : island.mechanisms) {
    if (mechanism(k).drive_works()) return false;  // which gives what it takes
    mass += mechanism(k).mass();
    now += mechanism(k).energy_now();
    before += mechanism(k).free_energy();
  }
  const double rounding = 100 * mass * std::pow(kGapTolerance / h, 2);
  return now > kMostGain * before + rounding;
}

/// Whether a round that lies in a hollow, which is larger by little, would swing in it faster than the step can follow.
/// Its normal is that of the start, so that the least swing grows where h^2 force / (mass room), with the force of both
/// stages, is over 4; a quarter of that is let be. What only arrives there is let through.
bool IslandStep::swings_too_fast(const Island& island, double h, const std::vector<Candidate>& candidates) const {
  const auto per_mass = [&](int mover) {
    return mover < 0 || at(mover) >= system_.bodies.size() ? 0. : 1 / system_.bodies[mover].mass;
  };
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[i];
    if (!(one.normal > 0) || one.start.gap > kTouching) return false;
    const Boundary &a = world_.shape(one.shape_a).boundary, &b = world_.shape(one.shape_b).boundary;
    const double room = -radius_on_a(one.pair, a, b) - radius_on_b(one.pair, a, b);
    return room > 0 && h * one.normal * (per_mass(one.mover_a) + per_mass(one.mover_b)) > kMostSwing * room;
  });
}

bool IslandStep::turns_too_far(const Island& island, double h, const std::vector<Candidate>& candidates,
                               const Motion& motion) const {
  for (const int k : island.mechanisms) {
    if (mechanism(k).turns_too_far()) return true;
  }
  return std::any_of(island.candidates.begin(), island.candidates.end(),
                     [&](int i) { return turns_too_far(candidates[i], h, motion); });
}

bool IslandStep::turns_too_far(const Candidate& one, double h, const Motion& motion) const {
  const auto turn = [&](int mover) { return mover < 0 ? 0 : h * motion.u[3 * mover + 2]; };
  const auto most = [](double a, double b) { return std::max({std::fabs(a), std::fabs(b), std::fabs(b - a)}); };
  const double a = turn(one.mover_a), b = turn(one.mover_b);
  if (most(a, b) > kMostRoll) return true;
  const bool a_turns = world_.shape(one.shape_a).turns(), b_turns = world_.shape(one.shape_b).turns();
  return most(a_turns ? a : 0, b_turns ? b : 0) > kMostTurn;
}

/// By the velocities of the drift, to which contacts have given what they push: their slip must be told from a turn.
bool IslandStep::pressed_turns_too_far(const Island& island, double h, const std::vector<Candidate>& candidates,
                                       const Motion& motion) const {
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[i];
    return one.normal > 0 && turns_too_far(one, h, motion);
  });
}

bool IslandStep::dips(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const {
  const ContactDecision decision(world_, start_, motion.q);
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[i];
    return one.normal > 0 && decision.dips(one);
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
    const Candidate& one = candidates[i];
    if (one.shape_a == last_a && one.shape_b == last_b) continue;  // candidates stand together by shapes
    last_a = one.shape_a;
    last_b = one.shape_b;
    if (std::max(moved(one.mover_a), moved(one.mover_b)) <= kTrusted) continue;
    if (overlap(world_.placed(one.shape_a, motion.places), world_.placed(one.shape_b, motion.places))) return false;
  }
  return true;
}

/// It did not touch at the start and does not come in on the way; at the end it is open, or beside the side, and leaves
/// the two apart: with no impulse it keeps the law.
bool IslandStep::takes_no_part(Candidate& candidate, double h, const Motion& motion) const {
  if (candidate.start.gap <= kTouching || turns_too_far(candidate, h, motion)) return false;
  place_at(world_, motion.places, candidate);
  ContactDecision(world_, start_, motion.q).decide(candidate);
  return !candidate.passed_through && (!candidate.constrains || candidate.now.gap > kTouching) &&
         !overlap(world_.placed(candidate.shape_a, motion.places), world_.placed(candidate.shape_b, motion.places));
}

// The drift of an island's step by a law that lets bodies into each other.

namespace {

bool is_beside(const Candidate& one) {
  return one.start.outside > kCornerTolerance && one.now.outside > kCornerTolerance;
}

}  // namespace

/// What constrains now, beside what did; whether there is more of it. What has been inside is decided by where it is
/// along the side alone: it is not to come in anew.
bool IslandStep::decide_soft(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const {
  const ContactDecision decision(world_, start_, end.q);
  bool more = false;
  for (const int i : island.candidates) {
    Candidate& one = candidates[i];
    const bool before = one.constrains;
    if (one.held_inside) {
      one.constrains = !is_beside(one);
    } else {
      decision.decide(one);
      one.constrains = one.constrains || (before && !is_beside(one));
    }
    more = more || (one.constrains && !before);
  }
  return more;
}

/// Steps are half-implicit: every iterate has the rows and gaps of the start, and only which contacts there are
/// changes.
bool IslandStep::drift_soft(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  for (const int i : island.candidates) candidates[i].normal = candidates[i].tangent = 0;
  move(island, h, candidates, motion);
  start_with_touching(island, motion, candidates);
  for (const int i : island.candidates) {
    if (candidates[i].held_inside) candidates[i].constrains = !is_beside(candidates[i]);
  }
  accelerate(island, h, motion.u);
  for (const int k : island.mechanisms) {
    if (!mechanism(k).predict()) return false;
  }
  set_before(island, motion);
  bool met = true;
  for (int iterate = 0; iterate < kMostIterates; ++iterate) {
    set_drift_rows(0, h, island, candidates, motion);
    for (const int i : island.candidates) candidates[i].normal = candidates[i].tangent = 0;
    const StageResult& result = solve(iterate > 0 ? 1 : 0, island, h, motion);
    if (!result.solved) return false;
    note_drift(h, candidates, motion, result);
    move(island, h, candidates, motion);
    if (!update_mechanisms(island, met)) return false;
    if (!decide_soft(island, motion, candidates) && met) return !passes_through(island, candidates);
  }
  return false;
}

void IslandStep::note_inside(const Island& island, const std::vector<Candidate>& candidates) {
  for (const int i : island.candidates) {
    const Candidate& one = candidates[i];
    const bool inside = one.now.gap < 0 && one.constrains;
    if (inside || one.held_inside) inside_.note({one.shape_a, one.shape_b, one.pair}, inside);
  }
}

// The second stage of an island's step: velocities at its end, with restitution.

namespace {

constexpr double kEnergyRounding = 1e-13;  ///< as part of the energy

}  // namespace

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
    Candidate& one = candidates[i];
    const bool touches = one.constrains && one.now.gap <= kTouching && one.now.outside <= kCornerTolerance;
    if (one.drift_normal == 0 && !touches) continue;
    StageRow row = row_of(one, one.now, motion.q);
    const double arrival = velocity_along(start_u_, one.mover_a, row.arm_a, one.mover_b, row.arm_b, row.normal);
    if (bounces(one, arrival, h, motion)) row.normal_bias = scale * one.restitution * arrival;
    if (stages_.moves_nothing(row)) continue;
    rows_.push_back(row);
    row_candidate_.push_back(i);
  }
}

bool IslandStep::solve_settle(const Island& island, double h, double scale, std::vector<Candidate>& candidates,
                              Motion& motion) {
  set_settle_rows(island, h, scale, candidates, motion);
  const StageResult& result = solve(2, island, h, motion);
  if (!result.solved) return false;
  for (const int i : island.candidates) candidates[i].normal = candidates[i].tangent = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (row_candidate_[k] < 0) continue;
    candidates[row_candidate_[k]].normal = result.normal[static_cast<Eigen::Index>(k)];
    candidates[row_candidate_[k]].tangent = result.tangent[static_cast<Eigen::Index>(k)];
  }
  return true;
}

/// Of the forces over the step; infinite where drives do what they must.
double IslandStep::work(const Island& island, const Motion& motion) const {
  double work = 0;
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[body];
    work += acceleration_.segment<3>(3 * body)
                .cwiseProduct(Eigen::Vector3d(one.mass, one.mass, one.inertia))
                .dot(motion.q.segment<3>(3 * body) - start_.segment<3>(3 * body));
  }
  for (const int k : island.mechanisms) {
    work += mechanism(k).drive_works() ? std::numeric_limits<double>::infinity() : mechanism(k).work();
  }
  return work;
}

bool IslandStep::settle(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  double most = kinetic_energy(island, start_u_) + std::max(work(island, motion), 0.);
  for (const int k : island.mechanisms) most += mechanism(k).start_energy();
  accelerate(island, h / 2, motion.u);
  set_before(island, motion);
  for (const int i : island.candidates) {
    candidates[i].drift_normal = candidates[i].normal;
    candidates[i].drift_tangent = candidates[i].tangent;
  }
  const bool solved = solve_settle(island, h, 1, candidates, motion);
  const bool any_rebound =
      std::any_of(rows_.begin(), rows_.end(), [](const StageRow& row) { return row.normal_bias < 0; });
  if (!any_rebound || (solved && !has_more_energy(most, island, motion))) return solved;
  if (!solved && !shortest_) return false;
  return settle_with_less_rebound(most, island, h, candidates, motion);
}

bool IslandStep::has_more_energy(double most, const Island& island, const Motion& motion) const {
  double energy = kinetic_energy(island, motion.u);
  for (const int k : island.mechanisms) energy += mechanism(k).energy_now();
  return energy > most * (1 + kEnergyRounding);
}

/// Solves for the largest part s of the restitution that has a solution and leaves no more than `most` energy, to 1e-9.
///
/// There need not be a solution for s = 1. Where friction wedges the bodies in, impulses c within the cones of friction
/// balance each other, J'c = 0. With the arrival velocities v of the contacts, such c rule out every solution with s >
/// 0 along which sum s e v_n c_n < 0. For s = 0 the sum is 0, and there is always a solution: the bodies stick.
bool IslandStep::settle_with_less_rebound(double most, const Island& island, double h,
                                          std::vector<Candidate>& candidates, Motion& motion) {
  double low = 0, high = 1;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    const bool fits = solve_settle(island, h, middle, candidates, motion) && !has_more_energy(most, island, motion);
    (fits ? low : high) = middle;
  }
  return solve_settle(island, h, low, candidates, motion);
}

IslandFinder::IslandFinder(int movers, const std::vector<Mechanism>& mechanisms)
    : mechanisms_(mechanisms),
      mechanism_(static_cast<std::size_t>(movers), -1),
      sets_(movers),
      number_(static_cast<std::size_t>(movers), kNotAsked) {
  for (std::size_t k = 0; k < mechanisms.size(); ++k) {
    for (const int mover : mechanisms[k].movers()) mechanism_[mover] = static_cast<int>(k);
  }
}

void IslandFinder::find(const std::vector<Candidate>& candidates, const std::vector<int>& movers,
                        std::vector<Island>& islands) {
  for (const int mover : movers) {
    sets_.separate(mover);
    number_[mover] = kNotNumbered;
  }
  for (const int mover : movers) {
    const int mechanism = mechanism_[mover];
    if (mechanism >= 0) sets_.join(mechanisms_[mechanism].movers().front(), mover);
  }
  for (const Candidate& one : candidates) {
    PAWL_ASSERT(one.mover_a >= 0 || one.mover_b >= 0);
    PAWL_ASSERT(one.mover_a < 0 || is_asked(one.mover_a));
    PAWL_ASSERT(one.mover_b < 0 || is_asked(one.mover_b));
    if (one.mover_a >= 0 && one.mover_b >= 0) sets_.join(one.mover_a, one.mover_b);
  }
  int count = 0;
  for (const int mover : movers) {
    int& number = number_[sets_.root(mover)];
    if (number == kNotNumbered) {
      number = count++;
      if (islands.size() < static_cast<std::size_t>(count)) islands.emplace_back();
      islands[number].clear();
    }
    Island& island = islands[number];
    island.movers.push_back(mover);
    const int mechanism = mechanism_[mover];
    if (mechanism < 0) island.bodies.push_back(mover);
    if (mechanism >= 0 && mechanisms_[mechanism].movers().front() == mover) {
      island.mechanisms.push_back(mechanism);
    }
  }
  islands.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
    const Candidate& one = candidates[i];
    const int root = sets_.root(std::max(one.mover_a, one.mover_b));
    islands[number_[static_cast<std::size_t>(root)]].candidates.push_back(i);
  }
  for (const int mover : movers) number_[mover] = kNotAsked;
}

namespace {

constexpr double kLeastPart = 1e-8;  ///< of a difference's square beside the others: less is taken for rounding

}  // namespace

/// Least squares by Gram and Schmidt's on the differences' products: newest first, so that old ones give way.
void AndersonMixing::solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const {
  double product[kDepth][kDepth], right[kDepth];
  const auto newest = [&](int j) -> const Eigen::VectorXd& { return last_[(count_ - 1 - j) % kDepth].residual; };
  for (int i = 0; i < depth; ++i) {
    right[i] = newest(i).dot(residual);
    for (int j = 0; j <= i; ++j) product[i][j] = newest(i).dot(newest(j));
  }
  // Cholesky, a row at a time; a row with nothing of its own is left out.
  double root[kDepth][kDepth] = {}, forward[kDepth] = {};
  for (int i = 0; i < depth; ++i) {
    double own = product[i][i], rest = right[i];
    for (int j = 0; j < i; ++j) {
      double sum = product[i][j];
      for (int k = 0; k < j; ++k) sum -= root[i][k] * root[j][k];
      root[i][j] = root[j][j] > 0 ? sum / root[j][j] : 0;
      own -= root[i][j] * root[i][j];
      rest -= root[i][j] * forward[j];
    }
    root[i][i] = own > kLeastPart * product[i][i] ? std::sqrt(own) : 0;
    forward[i] = root[i][i] > 0 ? rest / root[i][i] : 0;
  }
  for (int i = depth - 1; i >= 0; --i) {
    double sum = forward[i];
    for (int k = i + 1; k < depth; ++k) sum -= root[k][i] * weights[k];
    weights[i] = root[i][i] > 0 ? sum / root[i][i] : 0;
  }
}

void AndersonMixing::next(Eigen::VectorXd& place) {
  if (place.size() == 0 || (count_ > 0 && place.size() != place_.size())) restart();
  if (place.size() == 0) return;
  if (count_ == 0) {
    place_ = place;
    count_ = 1;
    residual_.resize(0);
    return;
  }
  Pair& newest = last_[count_ % kDepth];
  const bool known = residual_.size() == place.size();
  if (known) {
    newest.value = place - value_;
    newest.residual = place - place_ - residual_;
  }
  value_ = place;
  residual_ = place - place_;
  if (known) {
    ++count_;
    const int depth = std::min(count_ - 1, kDepth);
    double weights[kDepth] = {};
    solve(residual_, depth, weights);
    for (int j = 0; j < depth; ++j) place -= weights[j] * last_[(count_ - 1 - j) % kDepth].value;
  }
  place_ = place;
}

}  // namespace pawl::internal::inline simulation
