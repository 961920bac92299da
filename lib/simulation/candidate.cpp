// SPDX-License-Identifier: MIT
#include "simulation/candidate.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

double reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.mover < 0 ? 0 : bounds[static_cast<std::size_t>(shape.mover)].of_point(shape.boundary.reach);
}

double turn_bound(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.mover < 0 ? 0 : bounds[static_cast<std::size_t>(shape.mover)].turn;
}

}  // namespace

void CandidateFinder::find(const std::vector<Placement>& movers, const std::vector<MotionBound>& bounds,
                           const std::vector<char>& skip, std::vector<Candidate>& candidates) {
  candidates.clear();
  broad_.find(world_, movers, bounds, skip, shapes_);
  for (const auto& [a, b] : shapes_) add(a, b, movers, bounds, candidates);
}

void CandidateFinder::add(int a, int b, const std::vector<Placement>& movers, const std::vector<MotionBound>& bounds,
                          std::vector<Candidate>& candidates) {
  const World::WorldShape& shape_a = world_.shape(a);
  const World::WorldShape& shape_b = world_.shape(b);
  const PlacedBoundary placed_a = world_.placed(a, movers), placed_b = world_.placed(b, movers);
  pairs_.clear();
  add_pairs(placed_a, placed_b,
            {reach_of(shape_a, bounds) + reach_of(shape_b, bounds), turn_bound(shape_a, bounds) + turn_bound(shape_b, bounds)},
            kDepth, pairs_);
  const Shape& material_a = system_.shapes[static_cast<std::size_t>(a)];
  const Shape& material_b = system_.shapes[static_cast<std::size_t>(b)];
  for (const FeaturePair& pair : pairs_) {
    Candidate one;
    one.shape_a = a;
    one.shape_b = b;
    one.mover_a = shape_a.mover;
    one.mover_b = shape_b.mover;
    one.pair = pair;
    one.friction = friction_between(material_a, material_b);
    one.restitution = restitution_between(material_a, material_b);
    one.start = one.now = geometry_of(pair, placed_a, placed_b);
    one.start_turn = one.now_turn = turn_of(pair, placed_a, placed_b);
    candidates.push_back(one);
  }
}

void place_at(const World& world, const std::vector<Placement>& movers, Candidate& candidate) {
  const PlacedBoundary a = world.placed(candidate.shape_a, movers), b = world.placed(candidate.shape_b, movers);
  candidate.now = geometry_of(candidate.pair, a, b);
  candidate.now_turn = turn_of(candidate.pair, a, b);
}

void ContactDecision::decide(Candidate& candidate) const {
  const bool beside = candidate.normal > 0 && candidate.now.outside > kCornerTolerance;
  if (!beside) {
    candidate.constrains = constrains(candidate) && !(at_corner(candidate) && passes_beside(candidate));
  } else {
    candidate.constrains = candidate.released;
    candidate.released = true;
  }
}

/// At the end, or where it came through the side.
bool ContactDecision::at_corner(const Candidate& candidate) const {
  const bool through = candidate.now.gap < -kGapTolerance;
  const double outside = through ? outside_where_gap_is_zero(candidate) : candidate.now.outside;
  return std::fabs(outside) <= kCornerTolerance;
}

bool ContactDecision::passes_beside(const Candidate& candidate) const {
  const auto pair_at = [&](double part) {
    return PlacedPair{{&world_.shape(candidate.shape_a).boundary, place_on_the_way(candidate.mover_a, part)},
                      {&world_.shape(candidate.shape_b).boundary, place_on_the_way(candidate.mover_b, part)}};
  };
  return apart_longer_elsewhere(candidate.pair, pair_at(0), pair_at(1), kGapTolerance);
}

bool ContactDecision::constrains(const Candidate& candidate) const {
  if (candidate.now.gap < -kGapTolerance) return outside_where_gap_is_zero(candidate) <= kCornerTolerance;
  return candidate.now.outside <= kCornerTolerance || candidate.start.outside <= kCornerTolerance;
}

Placement ContactDecision::place_on_the_way(int mover, double part) const {
  if (mover < 0) return {};
  const Eigen::Vector3d from = start_.segment<3>(3 * mover), to = end_.segment<3>(3 * mover);
  return Placement(Eigen::Vector3d(from + part * (to - from)));
}

PairGeometry ContactDecision::on_the_way(const Candidate& candidate, double part) const {
  const PlacedBoundary a{&world_.shape(candidate.shape_a).boundary, place_on_the_way(candidate.mover_a, part)};
  const PlacedBoundary b{&world_.shape(candidate.shape_b).boundary, place_on_the_way(candidate.mover_b, part)};
  return geometry_of(candidate.pair, a, b);
}

/// By bisection: the gap is not negative at the start (but for rounding) and negative at the end.
double ContactDecision::outside_where_gap_is_zero(const Candidate& candidate) const {
  double before = 0, after = 1;
  PairGeometry at = candidate.start;
  if (at.gap > 0) {
    for (int k = 0; k < 60 && after - before > 1e-15; ++k) {
      const double middle = (before + after) / 2;
      at = on_the_way(candidate, middle);
      (at.gap >= 0 ? before : after) = middle;
    }
    at = on_the_way(candidate, after);
  }
  return at.outside;
}

}  // namespace pawl::internal
