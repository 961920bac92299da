// SPDX-License-Identifier: MIT
#include "simulation/substep.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pawl::internal::inline simulation {

void LinkStates::save(const std::vector<int>& links, int first_joint, const Motion& motion) {
  for (const auto& [to, from] : {std::pair(&q, &motion.q), std::pair(&u, &motion.u)}) {
    to->resize(from->size());
    for (const int link : links) to->segment<3>(3 * link) = from->segment<3>(3 * link);
  }
  for (const auto& [to, from] : {std::pair(&positions, &motion.positions), std::pair(&rates, &motion.rates)}) {
    to->resize(from->size());
    for (const int link : links) {
      const Eigen::Index joint = link - first_joint;
      if (joint >= 0 && joint < from->size()) (*to)[joint] = (*from)[joint];
    }
  }
}

void LinkStates::restore(const std::vector<int>& links, int first_joint, Motion& motion) const {
  for (const int link : links) {
    motion.q.segment<3>(3 * link) = q.segment<3>(3 * link);
    motion.u.segment<3>(3 * link) = u.segment<3>(3 * link);
    motion.update_placement(link);
    const Eigen::Index joint = link - first_joint;
    if (joint < 0 || joint >= positions.size()) continue;
    motion.positions[joint] = positions[joint];
    motion.rates[joint] = rates[joint];
  }
}

void Substep::take(const std::vector<int>& chosen, std::size_t all) {
  if (skip.size() != all) {
    skip.assign(all, 1);
    bounds.resize(all);
    halved_.resize(all);
    links.clear();
  }
  for (const int link : links) skip[link] = 1;
  links = chosen;
  for (const int link : links) skip[link] = 0;
}

MotionBound Substep::moved(const Motion& motion, int link) const {
  const Eigen::Vector3d way = motion.q.segment<3>(3 * link) - start.q.segment<3>(3 * link);
  return {way.head<2>().norm(), std::fabs(way[2])};
}

void Substep::forget_halved() {
  for (const int link : links) halved_[link] = 0;
}

void Substep::note_halved(std::size_t island) {
  for (const int link : islands[island].links) halved_[link] = static_cast<int>(island) + 1;
}

bool Substep::halved_with(const Candidate& candidate) const {
  const int a = halved(candidate.link_a), b = halved(candidate.link_b);
  if (candidate.link_a < 0 || candidate.link_b < 0) return a + b > 0;
  return a > 0 && a == b;
}

bool Substep::any_halved(const Candidate& candidate) const {
  return halved(candidate.link_a) + halved(candidate.link_b) > 0;
}

bool Substep::kept_bounds(const Motion& motion) const {
  for (const int link : links) {
    const MotionBound way = moved(motion, link);
    if (way.shift > bounds[link].shift || way.turn > bounds[link].turn) return false;
  }
  return true;
}

void Substep::stretch_bounds() {
  // kTimes: factor by which all bounds are multiplied. kLeastTurn: smallest bound of a rotation, rad. It must not be 0:
  // the impact of one vertex may turn the body until another vertex comes into contact.
  constexpr double kTimes = 4, kLeastTurn = .1;
  for (const int link : links) {
    bounds[link].shift *= kTimes;
    bounds[link].turn = std::max(kTimes * bounds[link].turn, kLeastTurn);
  }
}

bool Substep::widen_bounds(const Motion& motion, bool all) {
  bool left = false;
  double farthest = 0;
  for (const int link : links) {
    const MotionBound way = moved(motion, link);
    MotionBound& bound = bounds[link];
    left = left || way.shift > bound.shift || way.turn > bound.turn;
    if (way.shift > bound.shift) farthest = std::max(farthest, 2 * way.shift);
    if (way.shift > bound.shift) bound.shift = 2 * way.shift;
    if (way.turn > bound.turn) bound.turn = 2 * way.turn;
  }
  for (const int link : links) {
    MotionBound& bound = bounds[link];
    if (all) bound.shift = std::max(bound.shift, farthest);
  }
  return left;
}

void Island::clear() {
  for (std::vector<int>* list : {&links, &bodies, &mechanisms, &spring_pins}) list->clear();
  contacts.clear();
}

IslandFinder::IslandFinder(int links, const std::vector<Mechanism>& mechanisms,
                           const std::vector<SpringPin>& spring_pins)
    : mechanisms_(mechanisms),
      spring_pins_(spring_pins),
      mechanism_(static_cast<std::size_t>(links), -1),
      sets_(links),
      number_(static_cast<std::size_t>(links), kNotIncluded) {
  for (std::size_t k = 0; k < mechanisms.size(); ++k) {
    for (const int link : mechanisms[k].links()) mechanism_[link] = static_cast<int>(k);
  }
}

void IslandFinder::find(std::vector<Candidate>& candidates, const std::vector<int>& links,
                        std::vector<Island>& islands) {
  for (const int link : links) {
    sets_.separate(link);
    number_[link] = kNotNumbered;
  }
  for (const int link : links) {
    const int mechanism = mechanism_[link];
    if (mechanism >= 0) sets_.join(mechanisms_[mechanism].links().front(), link);
  }
  for (const Candidate& one : candidates) {
    PAWL_ASSERT(one.link_a >= 0 || one.link_b >= 0);
    PAWL_ASSERT(one.link_a < 0 || is_included(one.link_a));
    PAWL_ASSERT(one.link_b < 0 || is_included(one.link_b));
    if (one.link_a >= 0 && one.link_b >= 0) sets_.join(one.link_a, one.link_b);
  }
  for (const SpringPin& pin : spring_pins_) {
    if (pin.link_a >= 0 && pin.link_b >= 0 && is_included(pin.link_a)) sets_.join(pin.link_a, pin.link_b);
  }
  int count = 0;
  for (const int link : links) {
    int& number = number_[sets_.root(link)];
    if (number == kNotNumbered) {
      number = count++;
      if (islands.size() < static_cast<std::size_t>(count)) islands.emplace_back();
      islands[number].clear();
    }
    Island& island = islands[number];
    island.links.push_back(link);
    const int mechanism = mechanism_[link];
    if (mechanism < 0) island.bodies.push_back(link);
    if (mechanism >= 0 && mechanisms_[mechanism].links().front() == link) {
      island.mechanisms.push_back(mechanism);
    }
  }
  islands.resize(static_cast<std::size_t>(count));
  for (Candidate& one : candidates) {
    const int root = sets_.root(std::max(one.link_a, one.link_b));
    islands[number_[static_cast<std::size_t>(root)]].contacts.push_back(&one);
  }
  for (std::size_t k = 0; k < spring_pins_.size(); ++k) {
    const int link = std::max(spring_pins_[k].link_a, spring_pins_[k].link_b);
    if (!is_included(link)) continue;
    islands[number_[static_cast<std::size_t>(sets_.root(link))]].spring_pins.push_back(static_cast<int>(k));
  }
  for (const int link : links) number_[link] = kNotIncluded;
}

}  // namespace pawl::internal::inline simulation
