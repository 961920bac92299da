// SPDX-License-Identifier: MIT
#include "simulation/candidate.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

constexpr double kPieceTurn = 0.05;    ///< rad
constexpr double kPassedDepth = 1e-6;  ///< m: on a curved way a contact that holds may be less deep between its ends

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
            {reach_of(shape_a, bounds) + reach_of(shape_b, bounds),
             turn_bound(shape_a, bounds) + turn_bound(shape_b, bounds)},
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
  const bool pressed = candidate.normal > 0;
  candidate.passed_through = !pressed && candidate.now.gap >= -kGapTolerance && entry(candidate, kPassedDepth);
  const bool beside = pressed && candidate.now.outside > kCornerTolerance;
  candidate.constrains = !beside && constrains(candidate) && !passes_at_corner(candidate);
  if (!pressed || candidate.constrains) return;
  candidate.constrains = candidate.released;
  candidate.released = true;
}

/// At the end, or where it came through the side.
bool ContactDecision::at_corner(const Candidate& candidate) const {
  if (std::fabs(candidate.start.outside) <= kCornerTolerance && candidate.start.gap <= kCornerTolerance) return true;
  const std::optional<PairGeometry> entered = entry(candidate, kGapTolerance);
  return std::fabs((entered ? *entered : candidate.now).outside) <= kCornerTolerance;
}

bool ContactDecision::passes_beside(const Candidate& candidate) const {
  const auto pair_at = [&](double part) {
    return PlacedPair{{&world_.shape(candidate.shape_a).boundary, place_on_the_way(candidate.mover_a, part)},
                      {&world_.shape(candidate.shape_b).boundary, place_on_the_way(candidate.mover_b, part)}};
  };
  return apart_longer_elsewhere(candidate.pair, pair_at(0), pair_at(1), kGapTolerance);
}

bool ContactDecision::constrains(const Candidate& candidate) const {
  if (entry(candidate, kGapTolerance)) return true;
  if (candidate.now.gap < -kGapTolerance || candidate.behind()) return false;
  return candidate.now.outside <= kCornerTolerance || candidate.start.outside <= kCornerTolerance;
}

/// How the pair lies when a condition that holds at `before` ends, as it has at `after`: by bisection.
template <class Condition>
PairGeometry ContactDecision::where(const Candidate& candidate, double before, double after,
                                    const Condition& holds) const {
  if (!holds(on_the_way(candidate, before))) return on_the_way(candidate, before);  // but for rounding
  for (int k = 0; k < 60 && after - before > 1e-15; ++k) {
    const double middle = (before + after) / 2;
    (holds(on_the_way(candidate, middle)) ? before : after) = middle;
  }
  return on_the_way(candidate, after);
}

/// How the pair lies where the round first comes in through the side itself, by more than `depth`; none: it does not.
std::optional<PairGeometry> ContactDecision::entry(const Candidate& candidate, double depth) const {
  const double turn = std::fabs(candidate.now_turn - candidate.start_turn);
  const int pieces = static_cast<int>(std::clamp(std::ceil(turn / kPieceTurn), 1., 64.));
  const bool arc = is_arc(candidate);
  double before = 0;
  PairGeometry last = candidate.start;
  if (!candidate.behind()) last.gap = std::max(last.gap, 0.);
  const auto enters = [&](double part, const PairGeometry& at) -> std::optional<PairGeometry> {
    std::optional<PairGeometry> found;
    if (at.gap < -depth && last.gap >= 0)
      found = where(candidate, before, part, [](const PairGeometry& g) { return g.gap >= 0; });
    if (at.gap < -depth && last.gap < 0 && last.outside > 0 && at.outside <= 0) {
      found = where(candidate, before, part, [](const PairGeometry& g) { return g.outside > 0; });
      if (found->gap < -kDepth) found.reset();
    }
    before = part;
    if (at.gap >= 0 || at.gap < -depth) last.gap = at.gap;
    last.outside = at.outside;
    return found && found->outside <= kCornerTolerance ? found : std::nullopt;
  };
  for (int k = 0; k < pieces; ++k) {
    const double from = static_cast<double>(k) / pieces, to = static_cast<double>(k + 1) / pieces;
    if (arc) {
      const double nearest = nearest_in_piece(candidate, from, to);
      if (auto found = enters(nearest, on_the_way(candidate, nearest))) return found;
    }
    if (auto found = enters(to, k + 1 == pieces ? candidate.now : on_the_way(candidate, to))) return found;
  }
  return std::nullopt;
}

bool ContactDecision::is_arc(const Candidate& candidate) const {
  const Boundary &a = boundary(candidate.shape_a), &b = boundary(candidate.shape_b);
  return std::isfinite(radius_on_a(candidate.pair, a, b)) && std::isfinite(radius_on_b(candidate.pair, a, b));
}

/// Where the gap of an arc is least: its centre's way past the round's is taken for straight.
double ContactDecision::nearest_in_piece(const Candidate& candidate, double from, double to) const {
  const auto apart = [&](double part) {
    const PairGeometry at = on_the_way(candidate, part);
    const double radii = radius_on_a(candidate.pair, boundary(candidate.shape_a), boundary(candidate.shape_b)) +
                         radius_on_b(candidate.pair, boundary(candidate.shape_a), boundary(candidate.shape_b));
    return Eigen::Vector2d((at.gap + radii) * at.normal);
  };
  const Eigen::Vector2d first = apart(from), way = apart(to) - first;
  const double part = way.squaredNorm() > 0 ? std::clamp(-first.dot(way) / way.squaredNorm(), 0., 1.) : 0;
  return from + part * (to - from);
}

const Boundary& ContactDecision::boundary(int shape) const { return world_.shape(shape).boundary; }

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

}  // namespace pawl::internal
