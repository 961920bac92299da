// SPDX-License-Identifier: MIT
#include "simulation/level.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

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
  for (const int mover : movers) skip[at(mover)] = 1;
  movers = chosen;
  for (const int mover : movers) skip[at(mover)] = 0;
}

MotionBound Level::moved(const Motion& motion, int mover) const {
  const Eigen::Vector3d way = motion.q.segment<3>(3 * mover) - start.q.segment<3>(3 * mover);
  return {way.head<2>().norm(), std::fabs(way[2])};
}

void Level::forget_halved() {
  for (const int mover : movers) halved_[at(mover)] = 0;
}

void Level::note_halved(std::size_t island) {
  for (const int mover : islands[island].movers) halved_[at(mover)] = static_cast<int>(island) + 1;
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
    if (way.shift > bounds[at(mover)].shift || way.turn > bounds[at(mover)].turn) return false;
  }
  return true;
}

void Level::stretch_bounds() {
  constexpr double kTimes = 4, kLeastTurn = .1;  // rad: a corner that strikes first turns the next one in
  for (const int mover : movers) {
    bounds[at(mover)].shift *= kTimes;
    bounds[at(mover)].turn = std::max(kTimes * bounds[at(mover)].turn, kLeastTurn);
  }
}

bool Level::widen_bounds(const Motion& motion, bool all) {
  bool left = false;
  double farthest = 0;
  for (const int mover : movers) {
    const MotionBound way = moved(motion, mover);
    MotionBound& bound = bounds[at(mover)];
    left = left || way.shift > bound.shift || way.turn > bound.turn;
    if (way.shift > bound.shift) farthest = std::max(farthest, 2 * way.shift);
    if (way.shift > bound.shift) bound.shift = 2 * way.shift;
    if (way.turn > bound.turn) bound.turn = 2 * way.turn;
  }
  for (const int mover : movers) {
    MotionBound& bound = bounds[at(mover)];
    if (all) bound.shift = std::max(bound.shift, farthest);
  }
  return left;
}

}  // namespace pawl::internal
