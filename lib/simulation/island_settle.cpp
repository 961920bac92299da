// SPDX-License-Identifier: MIT
// The second stage of an island's step: velocities at its end, with restitution.
#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/island_step.h"

namespace pawl::internal {
namespace {

constexpr double kEnergyRounding = 1e-13;  ///< as part of the energy

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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
    Candidate& one = candidates[at(i)];
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
    candidates[at(i)].drift_normal = candidates[at(i)].normal;
    candidates[at(i)].drift_tangent = candidates[at(i)].tangent;
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

}  // namespace pawl::internal
