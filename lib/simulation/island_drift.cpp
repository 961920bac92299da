// SPDX-License-Identifier: MIT
// The drift of an island's step: where it goes, and whether that is accepted.
#include <algorithm>
#include <cmath>

#include "simulation/contact_decision.h"
#include "simulation/island_step.h"
#include "simulation/overlap.h"

namespace pawl::internal {
namespace {

constexpr int kMostIterates = 16;
constexpr double kSlipTolerance = 1e-9;  ///< m
constexpr double kMostTurn = 0.5;        ///< rad: what turns by more against what it may touch is moved in halves
constexpr double kMostRoll = 2;          ///< rad: the same of circles, whose slip must be told from a turn more
constexpr double kMostGain = 1.01;       ///< of kinetic energy; more is moved in halves
constexpr double kMostSwing = 0.5;       ///< of h^2 force / (mass room), with the force of one stage
constexpr double kFar = 0.25;      ///< of a candidate's reach: what is that far apart is asked for only if it comes
constexpr int kAsksAll = 6;        ///< after so many iterates all is asked for, where each brought the next near: a row
constexpr double kTrusted = 1e-5;  ///< m and rad: steps so small change no pair's side

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

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
    Candidate& one = candidates[at(i)];
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
    biases_.segment<2>(2 * k) << rows_[at(static_cast<int>(k))].normal_bias,
        rows_[at(static_cast<int>(k))].tangent_bias;
  }
  mixing_.next(biases_);
  for (Eigen::Index k = 0; k < count; ++k) {
    rows_[at(static_cast<int>(k))].normal_bias = biases_[2 * k];
    rows_[at(static_cast<int>(k))].tangent_bias = biases_[2 * k + 1];
  }
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

/// Whether every joint of the island is within its limits.
bool IslandStep::stops_hold(const Island& island, const Motion& motion) const {
  const int first = static_cast<int>(system_.bodies.size() + system_.joints.size());
  return std::all_of(island.movers.begin(), island.movers.end(), [&](int mover) {
    if (mover < first) return true;
    const Joint& joint = system_.joints[at(limited_[at(mover - first)])];
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
           const Candidate& one = candidates[at(i)];
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
                     [&](int i) { return candidates[at(i)].passed_through; });
}

bool IslandStep::drift(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  none_at_start_ = false;
  for (const int i : island.candidates) {
    candidates[at(i)].normal = candidates[at(i)].tangent = 0;
    candidates[at(i)].asked = false;
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
    for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
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
    return mover < 0 || at(mover) >= system_.bodies.size() ? 0. : 1 / system_.bodies[at(mover)].mass;
  };
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[at(i)];
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
                     [&](int i) { return turns_too_far(candidates[at(i)], h, motion); });
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
    const Candidate& one = candidates[at(i)];
    return one.normal > 0 && turns_too_far(one, h, motion);
  });
}

bool IslandStep::dips(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const {
  const ContactDecision decision(world_, start_, motion.q);
  return std::any_of(island.candidates.begin(), island.candidates.end(), [&](int i) {
    const Candidate& one = candidates[at(i)];
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
    const Candidate& one = candidates[at(i)];
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

}  // namespace pawl::internal
