// SPDX-License-Identifier: MIT
#include "simulation/candidate.h"

namespace pawl::internal {
namespace {

double turn_bound(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.turns() ? bounds[static_cast<std::size_t>(shape.mover)].turn : 0;
}

}  // namespace

double CandidateFinder::reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.mover < 0 ? 0 : bounds[static_cast<std::size_t>(shape.mover)].of_point(shape.lever);
}

void CandidateFinder::find(const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
                           const std::vector<int>& movers, std::vector<Candidate>& candidates) {
  candidates.clear();
  broad_.find(world_, places, bounds, movers, shapes_);
  for (const auto& [a, b] : shapes_) add(a, b, places, bounds, candidates);
}

void CandidateFinder::add(int a, int b, const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
                          std::vector<Candidate>& candidates) {
  const World::WorldShape& shape_a = world_.shape(a);
  const World::WorldShape& shape_b = world_.shape(b);
  const PlacedBoundary placed_a = world_.placed(a, places), placed_b = world_.placed(b, places);
  pairs_.clear();
  const Reach reach{reach_of(shape_a, bounds) + reach_of(shape_b, bounds),
                    turn_bound(shape_a, bounds) + turn_bound(shape_b, bounds)};
  add_pairs(placed_a, placed_b, reach, kDepth, pairs_);
  for (const FeaturePair& pair : pairs_) {
    candidates.push_back(candidate_of(a, b, pair, placed_a, placed_b));
    candidates.back().reach = reach.shift;
  }
}

Candidate CandidateFinder::candidate_of(int a, int b, const FeaturePair& pair, const PlacedBoundary& placed_a,
                                        const PlacedBoundary& placed_b) const {
  const Shape& material_a = system_.shapes[static_cast<std::size_t>(a)];
  const Shape& material_b = system_.shapes[static_cast<std::size_t>(b)];
  Candidate one;
  one.shape_a = a;
  one.shape_b = b;
  one.mover_a = world_.shape(a).mover;
  one.mover_b = world_.shape(b).mover;
  one.pair = pair;
  one.friction = friction_between(material_a, material_b);
  one.restitution = restitution_between(material_a, material_b);
  one.start = one.now = geometry_of(pair, placed_a, placed_b);
  one.start_turn = one.now_turn = turn_of(pair, placed_a, placed_b);
  return one;
}

void CandidateFinder::hold(const InsideMemory& inside, const std::vector<Placement>& places,
                           const std::vector<char>& skip, std::vector<Candidate>& candidates) const {
  InsideMemory found;
  for (Candidate& one : candidates) {
    const RowName name{one.shape_a, one.shape_b, one.pair};
    found.note(name, true);
    one.held_inside = one.start.gap < 0 && inside.holds(name);
  }
  const auto skips = [&](int shape) {
    const int mover = world_.shape(shape).mover;
    return mover >= 0 && skip[static_cast<std::size_t>(mover)];
  };
  inside.for_each([&](const RowName& name) {
    if (found.holds(name) || skips(name.shape_a) || skips(name.shape_b)) return;
    Candidate one = candidate_of(name.shape_a, name.shape_b, name.pair, world_.placed(name.shape_a, places),
                                 world_.placed(name.shape_b, places));
    one.held_inside = one.start.gap < 0;
    if (one.held_inside) candidates.push_back(one);
  });
}

void place_at(const World& world, const std::vector<Placement>& movers, Candidate& candidate) {
  const PlacedBoundary a = world.placed(candidate.shape_a, movers), b = world.placed(candidate.shape_b, movers);
  candidate.now = geometry_of(candidate.pair, a, b);
  candidate.now_turn = turn_of(candidate.pair, a, b);
}

}  // namespace pawl::internal
