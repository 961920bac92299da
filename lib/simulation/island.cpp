// SPDX-License-Identifier: MIT
#include "simulation/island.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vector arm_to(const Vector& point, int mover, const Eigen::VectorXd& q) {
  return mover < 0 ? Vector(0, 0) : Vector(point - q.segment<2>(3 * mover));
}

StageRow row_of(const Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q) {
  StageRow row;
  row.candidate = &candidate;
  row.normal = geometry.normal;
  row.arm_a = arm_to(geometry.on_a, candidate.mover_a, q);
  row.arm_b = arm_to(geometry.on_b, candidate.mover_b, q);
  return row;
}

/// Of velocities that a step of h makes of places, m/s.
double rounding_of(const PairGeometry& at, const StageRow& row, double h) {
  return kUlp * (at.on_b.norm() + row.arm_a.norm() + row.arm_b.norm()) / h;
}

/// The root of a body's island, by halving the way there.
int root_of(std::vector<int>& parent, int body) {
  while (parent[at(body)] != body) body = parent[at(body)] = parent[at(parent[at(body)])];
  return body;
}

}  // namespace

void find_islands(const std::vector<Candidate>& candidates, const std::vector<char>& skip,
                  std::vector<Island>& islands) {
  std::vector<int> parent(skip.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const Candidate& one : candidates) {
    if (one.mover_a < 0 || one.mover_b < 0) continue;
    const int a = root_of(parent, one.mover_a), b = root_of(parent, one.mover_b);
    parent[at(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> number(skip.size(), -1);
  islands.clear();
  for (int body = 0; body < static_cast<int>(skip.size()); ++body) {
    if (skip[at(body)]) continue;
    const int root = root_of(parent, body);
    if (number[at(root)] < 0) {
      number[at(root)] = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    islands[at(number[at(root)])].bodies.push_back(body);
  }
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
    const int mover = std::max(candidates[at(i)].mover_a, candidates[at(i)].mover_b);
    islands[at(number[at(root_of(parent, mover))])].candidates.push_back(i);
  }
}

Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place) {
  const std::size_t index = at(body);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  force.head<2>() = system.bodies[index].mass * system.gravity;
  if (!actuation.loads.body_wrenches.empty()) force += actuation.loads.body_wrenches[index];
  const auto add = [&](const Vector& arm, const Vector& part, double torque) {
    force += Eigen::Vector3d(part.x(), part.y(), moment(arm, part) + torque);
  };
  for (const PointForce& one : actuation.forces) {
    if (one.body == index) add(place.direction(one.at), one.force, one.torque);
  }
  for (const SpringPull& one : actuation.springs) {
    if (one.body != index) continue;
    const Vector way = one.anchor - place.point(one.at);
    const double length = way.norm();
    if (length > 0) add(place.direction(one.at), (one.tension / length + one.stiffness) * way, 0);
  }
  return force;
}

void IslandStep::set_acceleration(const Island& island, const Actuation& actuation, const Motion& motion) {
  acceleration_.resize(motion.q.size());
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    acceleration_.segment<3>(3 * body) = force_on(system_, actuation, body, motion.places[at(body)])
                                             .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
  }
}

void IslandStep::accelerate(const Island& island, double time, Eigen::VectorXd& u) const {
  for (const int body : island.bodies) u.segment<3>(3 * body) += time * acceleration_.segment<3>(3 * body);
}

/// Moves the bodies from the start by h u.
void IslandStep::move(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) const {
  for (const int body : island.bodies) {
    motion.q.segment<3>(3 * body) = start_.segment<3>(3 * body) + h * motion.u.segment<3>(3 * body);
    motion.place(body);
  }
  for (const int i : island.candidates) place_at(world_, motion.places, candidates[at(i)]);
}

void IslandStep::restore(const Island& island, Motion& motion) const {
  for (const int body : island.bodies) {
    motion.q.segment<3>(3 * body) = start_.segment<3>(3 * body);
    motion.u.segment<3>(3 * body) = start_u_.segment<3>(3 * body);
    motion.place(body);
  }
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
    row.normal_bias = gap / h;
    row.tangent_bias = slid / h;
    row.rounding = rounding_of(one.now, row, h);
    rows_.push_back(row);
    row_candidate_.push_back(i);
  }
}

const StageResult& IslandStep::solve(int stage, Eigen::VectorXd& u) {
  const StageResult& result = stages_.solve(stage, rows_, u);
  problems_ += result.asked;
  pivots_ += result.pivots;
  return result;
}

/// Impulses, and the sliding that the law was told of.
void IslandStep::note_drift(double h, std::vector<Candidate>& candidates, const Motion& motion,
                            const StageResult& result) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const StageRow& row = rows_[k];
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
  before_.resize(motion.u.size());
  for (const int body : island.bodies) before_.segment<3>(3 * body) = motion.u.segment<3>(3 * body);
  for (int iterate = 0; iterate < kMostIterates; ++iterate) {
    if (passes_through(island, candidates)) return false;  // a shorter step ends inside
    set_drift_rows(iterate, h, island, candidates, motion);
    for (const int body : island.bodies) motion.u.segment<3>(3 * body) = before_.segment<3>(3 * body);
    for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
    const StageResult& result = solve(iterate > 0 ? 1 : 0, motion.u);
    if (!result.solved) return false;
    note_drift(h, candidates, motion, result);
    move(island, h, candidates, motion);
    decide(island, motion, candidates);
    if (accepted(island, candidates, motion))
      return !passes_through(island, candidates) && !speeds_up(island, h, motion);
  }
  return false;
}

/// Contacts take energy away; with axes that turn through a long step the impulses of the drift can add some.
bool IslandStep::speeds_up(const Island& island, double h, const Motion& motion) const {
  double mass = 0;
  for (const int body : island.bodies) mass += system_.bodies[at(body)].mass;
  const double rounding = 100 * mass * std::pow(kGapTolerance / h, 2);
  return kinetic_energy(island, motion.u) > kMostGain * kinetic_energy(island, before_) + rounding;
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
  for (const int i : island.candidates) {
    Candidate& one = candidates[at(i)];
    const bool touches = one.constrains && one.now.gap <= kTouching && one.now.outside <= kCornerTolerance;
    if (one.drift_normal == 0 && !touches) continue;
    StageRow row = row_of(one, one.now, motion.q);
    const double arrival = velocity_along(start_u_, one.mover_a, row.arm_a, one.mover_b, row.arm_b, row.normal);
    if (bounces(one, arrival, h, motion)) {
      row.normal_bias = scale * one.restitution * arrival;
    } else {
      row.rounding = rounding_of(one.now, row, h);
    }
    rows_.push_back(row);
    row_candidate_.push_back(i);
  }
}

bool IslandStep::solve_settle(const Island& island, double h, double scale, std::vector<Candidate>& candidates,
                              Motion& motion) {
  set_settle_rows(island, h, scale, candidates, motion);
  for (const int body : island.bodies) motion.u.segment<3>(3 * body) = before_.segment<3>(3 * body);
  const StageResult& result = solve(2, motion.u);
  if (!result.solved) return false;
  for (const int i : island.candidates) candidates[at(i)].normal = candidates[at(i)].tangent = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    candidates[at(row_candidate_[k])].normal = result.normal[static_cast<Eigen::Index>(k)];
    candidates[at(row_candidate_[k])].tangent = result.tangent[static_cast<Eigen::Index>(k)];
  }
  return true;
}

bool IslandStep::settle(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion) {
  double work = 0;  // of the forces, over the step
  for (const int body : island.bodies) {
    const Body& one = system_.bodies[at(body)];
    work += acceleration_.segment<3>(3 * body)
                .cwiseProduct(Eigen::Vector3d(one.mass, one.mass, one.inertia))
                .dot(motion.q.segment<3>(3 * body) - start_.segment<3>(3 * body));
  }
  const double most = kinetic_energy(island, start_u_) + std::max(work, 0.);
  accelerate(island, h / 2, motion.u);
  for (const int body : island.bodies) before_.segment<3>(3 * body) = motion.u.segment<3>(3 * body);
  for (const int i : island.candidates) {
    candidates[at(i)].drift_normal = candidates[at(i)].normal;
    candidates[at(i)].drift_tangent = candidates[at(i)].tangent;
  }
  if (!solve_settle(island, h, 1, candidates, motion)) return false;
  const bool any_bounce =
      std::any_of(rows_.begin(), rows_.end(), [](const StageRow& row) { return row.normal_bias < 0; });
  const auto rises = [&] { return kinetic_energy(island, motion.u) > most * (1 + kEnergyRounding); };
  if (!any_bounce || !rises()) return true;
  double low = 0, high = 1;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    if (!solve_settle(island, h, middle, candidates, motion)) return false;
    (rises() ? high : low) = middle;
  }
  return solve_settle(island, h, low, candidates, motion);
}

bool IslandStep::run(const Island& island, double h, const Actuation& actuation, std::vector<Candidate>& candidates,
                     Motion& motion) {
  start_.resize(motion.q.size());
  start_u_.resize(motion.q.size());
  for (const int body : island.bodies) {
    start_.segment<3>(3 * body) = motion.q.segment<3>(3 * body);
    start_u_.segment<3>(3 * body) = motion.u.segment<3>(3 * body);
  }
  set_acceleration(island, actuation, motion);
  for (const int i : island.candidates) {
    candidates[at(i)].drift_normal = candidates[at(i)].drift_tangent = 0;
    candidates[at(i)].released = false;
  }
  bool solved = !turns_too_far(island, h, candidates, motion) && drift(island, h, candidates, motion) &&
                ends_apart(island, candidates, motion);
  if (solved && options_.scheme == Scheme::two_stage) {
    set_acceleration(island, actuation, motion);
    solved = settle(island, h, candidates, motion);
  }
  if (!solved) restore(island, motion);
  return solved;
}

}  // namespace pawl::internal
