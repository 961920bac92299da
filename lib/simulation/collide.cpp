// SPDX-License-Identifier: MIT
#include <pawl/simulation/collide.h>

#include <algorithm>

#include "base/validator.h"
#include "bodies/input_checks.h"
#include "simulation/candidate.h"
#include "simulation/motion.h"
#include "simulation/overlap.h"

namespace pawl {
namespace {

Collision collision_of(const internal::Candidate& near) {
  Collision collision;
  collision.shape_a = static_cast<std::size_t>(near.shape_a);
  collision.shape_b = static_cast<std::size_t>(near.shape_b);
  collision.round_on_b = near.pair.round_on_b;
  collision.round = near.pair.round;
  collision.side = near.pair.side;
  collision.on_a = near.start.on_a;
  collision.on_b = near.start.on_b;
  collision.normal = near.start.normal;
  collision.gap = near.start.gap;
  return collision;
}

}  // namespace

std::vector<Collision> collide(const System& system, const State& state, double within) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  validator.not_negative("/within", within);
  validator.finish();
  internal::Motion motion;
  internal::set_motion(system, state, motion);
  internal::World world(system);
  internal::let_joined_pass(world, motion.places);
  const std::vector<internal::MotionBound> bounds(motion.places.size(), {within + internal::kTouching, 0});
  std::vector<internal::Candidate> near;
  internal::CandidateFinder(system, world)
      .find(motion.places, bounds, internal::first_movers(motion.places.size()), near);
  std::vector<Collision> result;
  for (const internal::Candidate& one : near) {
    const bool before = !one.behind() && one.start.outside <= internal::kCornerTolerance;
    if (before && one.start.gap <= within) result.push_back(collision_of(one));
  }
  return result;
}

}  // namespace pawl
