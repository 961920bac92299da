// SPDX-License-Identifier: MIT
#include "simulation/contact_detection.h"

#include <pawl/simulation/collide.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/faults.h"
#include "bodies/system.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// Where a condition ends that holds at `before` and not at `after`, between 0 and 1: where a value changes its sign.
///
/// Secants, each followed by one of twice the length, which comes out on the other side of the root about as far away
/// [Alefeld, Potra, Shi 1995]; halves where these are no help. For values that are nearly straight some six of them.
class Bracket {
 public:
  struct End {
    double place = 0, value = 0;
  };
  Bracket(const End& before, const End& after) : before_(before), after_(after) {}

  const End& after() const { return after_; }

  /// `look(place)` gives the value there and whether the condition holds. Until the ends are `width` apart.
  template <class Look>
  void close(double width, const Look& look) {
    constexpr int kMostRounds = 60;
    for (int k = 0; k < kMostRounds && gap() > width; ++k) {
      const double was = gap();
      try_place(secant(1), look);
      if (gap() > width) try_place(secant(2), look);
      if (gap() > was / 2) try_place(before_.place + gap() / 2, look);
    }
  }

 private:
  double gap() const { return after_.place - before_.place; }

  /// From the end with the smaller value, `times` the way to where the line through both is 0.
  double secant(double times) const {
    const End& near = std::fabs(before_.value) < std::fabs(after_.value) ? before_ : after_;
    return near.place - times * near.value * gap() / (after_.value - before_.value);
  }

  template <class Look>
  void try_place(double place, const Look& look) {
    if (!(place > before_.place && place < after_.place)) return;
    const std::pair<double, bool> found = look(place);
    (found.second ? before_ : after_) = {place, found.first};
  }

  End before_, after_;
};

namespace {

double turn_bound(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.turns() ? bounds[shape.mover].turn : 0;
}

}  // namespace

double CandidateFinder::reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.mover < 0 ? 0 : bounds[shape.mover].of_point(shape.lever);
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
  const Shape& material_a = system_.shapes[a];
  const Shape& material_b = system_.shapes[b];
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
    return mover >= 0 && skip[mover];
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

namespace {

constexpr double kPieceTurn = 0.05;    ///< rad
constexpr double kSamePlace = 1e-12;   ///< as part of the way
constexpr double kPassedDepth = 1e-6;  ///< m: on a curved way a contact may be less deep between its ends
constexpr double kPassedPart = 1e-3;   ///< of arms or radii: at most so deep
constexpr double kStruckDepth = 2;     ///< of that, of what came and was pressed on
constexpr double kRolledDepth = 20;    ///< of that, of what touched before: its chord is deep where it rolls far

}  // namespace

void ContactDecision::decide(Candidate& candidate) const {
  const bool pressed = candidate.normal > 0;
  candidate.passed_through =
      !pressed && candidate.now.gap >= -kGapTolerance && entry(candidate, passed_depth(candidate));
  const bool beside = pressed && candidate.now.outside > kCornerTolerance;
  candidate.constrains = false;
  if (!beside) {
    const std::optional<PairGeometry> entered = entry(candidate, kGapTolerance);
    candidate.constrains =
        constrains(candidate, entered) && !(at_corner(candidate, entered) && passes_beside(candidate));
  }
  if (!pressed || candidate.constrains) return;
  candidate.constrains = candidate.released;
  candidate.released = true;
}

/// How deep a contact may be between its ends, where the way is not straight as seen from the side: then contacts that
/// hold are deep there, too. Arms that turn by an angle depart from their chord by up to arm angle^2 / 8, a way past a
/// round of a radius by way^2 / (8 radius).
double ContactDecision::passed_depth(const Candidate& candidate) const {
  double radius = 0, turn = 0;
  if (is_arc(candidate)) {
    radius = radii(candidate);
    const Eigen::Vector2d way =
        (candidate.now.gap + radius) * candidate.now.normal - (candidate.start.gap + radius) * candidate.start.normal;
    if (radius > 0) turn = way.norm() / radius;
  } else {
    const auto arm = [&](int mover, const Eigen::Vector2d& point) {
      return mover < 0 ? 0. : (point - end_.segment<2>(3 * mover)).norm();
    };
    radius = arm(candidate.mover_a, candidate.now.on_a) + arm(candidate.mover_b, candidate.now.on_b);
    turn = candidate.now_turn - candidate.start_turn;
  }
  return std::max(kPassedDepth, radius * std::min(turn * turn / 8, kPassedPart));
}

bool ContactDecision::dips(const Candidate& candidate) const {
  const double most = candidate.start.gap <= kTouching ? kRolledDepth : kStruckDepth;
  return is_arc(candidate) && entry(candidate, most * passed_depth(candidate)).has_value();
}

/// At the end, or where it came through the side.
bool ContactDecision::at_corner(const Candidate& candidate, const std::optional<PairGeometry>& entered) const {
  if (std::fabs(candidate.start.outside) <= kCornerTolerance && candidate.start.gap <= kCornerTolerance) return true;
  return std::fabs((entered ? *entered : candidate.now).outside) <= kCornerTolerance;
}

bool ContactDecision::passes_beside(const Candidate& candidate) const {
  const auto pair_at = [&](double part) {
    return PlacedPair{{&world_.shape(candidate.shape_a).boundary, place_on_the_way(candidate.mover_a, part)},
                      {&world_.shape(candidate.shape_b).boundary, place_on_the_way(candidate.mover_b, part)}};
  };
  return apart_longer_elsewhere(candidate.pair, pair_at(0), pair_at(1), kGapTolerance);
}

bool ContactDecision::constrains(const Candidate& candidate, const std::optional<PairGeometry>& entered) const {
  if (entered) return true;
  if (candidate.now.gap < -kGapTolerance || candidate.behind()) return false;
  return candidate.now.outside <= kCornerTolerance || candidate.start.outside <= kCornerTolerance;
}

/// A place on the way, and how the pair lies there.
struct ContactDecision::Look {
  double part = 0;
  PairGeometry at;
};

/// How the pair lies where it comes behind the side's line (or, with `outside`, beside it to before it), which it has
/// not at `before` and has at `after`.
PairGeometry ContactDecision::where(const Candidate& candidate, const Look& before, const Look& after,
                                    bool outside) const {
  const auto value = [outside](const PairGeometry& g) { return outside ? g.outside : g.gap; };
  const auto holds = [outside](const PairGeometry& g) { return outside ? g.outside > 0 : g.gap >= 0; };
  if (!holds(before.at)) return before.at;  // but for rounding
  if (!outside && has_no_ends(candidate)) return after.at;
  PairGeometry found = after.at;
  Bracket bracket({before.part, value(before.at)}, {after.part, value(after.at)});
  bracket.close(kSamePlace, [&](double part) {
    const PairGeometry at = on_the_way(candidate, part);
    if (!holds(at)) found = at;
    return std::pair(value(at), holds(at));
  });
  return found;
}

/// How the pair lies where the round first comes in through the side itself, by more than `depth`; none: it does not.
std::optional<PairGeometry> ContactDecision::entry(const Candidate& candidate, double depth) const {
  const int pieces = static_cast<int>(std::clamp(std::ceil(turn(candidate) / kPieceTurn), 1., 64.));
  const double radius = radii(candidate);
  const bool arc = std::isfinite(radius);
  const bool in_front = candidate.now.gap >= -depth && (!arc || candidate.start.gap >= -depth);
  if (pieces == 1 && in_front && !(arc && comes_nearest_between(candidate.start, candidate.now, radius))) return {};
  Look before{0, candidate.start};
  PairGeometry last = candidate.start;
  if (!candidate.behind()) last.gap = std::max(last.gap, 0.);
  const auto enters = [&](const Look& look) -> std::optional<PairGeometry> {
    const PairGeometry& at = look.at;
    std::optional<PairGeometry> found;
    if (at.gap < -depth && last.gap >= 0) found = where(candidate, before, look, false);
    const bool beside = found ? found->outside > kCornerTolerance : last.gap < 0;
    if (at.gap < -depth && beside && last.outside > 0 && at.outside <= 0) {
      found = where(candidate, before, look, true);
      if (found->gap < -kDepth - rolled_depth(candidate)) found.reset();
    }
    before = look;
    if (at.gap >= 0 || at.gap < -depth) last.gap = at.gap;
    last.outside = at.outside;
    return found && found->outside <= kCornerTolerance ? found : std::nullopt;
  };
  for (int k = 0; k < pieces; ++k) {
    const double to = static_cast<double>(k + 1) / pieces;
    const Look end{to, k + 1 == pieces ? candidate.now : on_the_way(candidate, to)};
    if (arc) {
      const double nearest = nearest_in_piece(candidate, before, end);
      if (auto found = enters({nearest, on_the_way(candidate, nearest)})) return found;
    }
    if (auto found = enters(end)) return found;
  }
  return std::nullopt;
}

/// By how much a round is behind a side's line, at most, where it comes before the side: it rolled round the corner at
/// the side's end, but for the corner's way along the round, which is taken for straight, m.
double ContactDecision::rolled_depth(const Candidate& candidate) const {
  const Boundary &a = boundary(candidate.shape_a), &b = boundary(candidate.shape_b);
  const double radius =
      candidate.pair.round_on_b ? radius_on_b(candidate.pair, a, b) : radius_on_a(candidate.pair, a, b);
  const double way = candidate.now.outside - candidate.start.outside;
  return radius > 0 ? way * way / (2 * radius) : 0;
}

/// Of one against the other, rad; what is a circle about its frame's origin may turn as it likes.
double ContactDecision::turn(const Candidate& candidate) const {
  const bool a = world_.shape(candidate.shape_a).turns(), b = world_.shape(candidate.shape_b).turns();
  const auto own = [&](int mover) { return std::fabs(end_[3 * mover + 2] - start_[3 * mover + 2]); };
  if (a && b) return std::fabs(candidate.now_turn - candidate.start_turn);
  return a ? own(candidate.mover_a) : b ? own(candidate.mover_b) : 0;
}

/// Whether it is of two circles, which are nowhere beside each other.
bool ContactDecision::has_no_ends(const Candidate& candidate) const {
  const bool on_b = candidate.pair.round_on_b;
  const BoundaryRound& round = boundary(on_b ? candidate.shape_b : candidate.shape_a).rounds[candidate.pair.round];
  const BoundarySide& side = boundary(on_b ? candidate.shape_a : candidate.shape_b).sides[candidate.pair.side];
  return !side.straight() && side.half_sweep >= std::numbers::pi && round.half_sweep >= std::numbers::pi;
}

bool ContactDecision::is_arc(const Candidate& candidate) const { return std::isfinite(radii(candidate)); }

/// Of the round and the side together, a hollow side's negative.
double ContactDecision::radii(const Candidate& candidate) const {
  const Boundary &a = boundary(candidate.shape_a), &b = boundary(candidate.shape_b);
  return radius_on_a(candidate.pair, a, b) + radius_on_b(candidate.pair, a, b);
}

/// Whether the gap of an arc is less on the way than at both of its ends.
bool ContactDecision::comes_nearest_between(const PairGeometry& from, const PairGeometry& to, double radius) {
  const Eigen::Vector2d first = (from.gap + radius) * from.normal, last = (to.gap + radius) * to.normal;
  const Eigen::Vector2d way = last - first;
  return first.dot(way) < 0 && last.dot(way) > 0;
}

/// Where the gap of an arc is least: its centre's way past the round's is taken for straight.
double ContactDecision::nearest_in_piece(const Candidate& candidate, const Look& from, const Look& to) const {
  const double radius = radii(candidate);
  const auto apart = [&](const Look& look) { return Eigen::Vector2d((look.at.gap + radius) * look.at.normal); };
  const Eigen::Vector2d first = apart(from), way = apart(to) - first;
  const double part = way.squaredNorm() > 0 ? std::clamp(-first.dot(way) / way.squaredNorm(), 0., 1.) : 0;
  return from.part + part * (to.part - from.part);
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

}  // namespace pawl::internal::inline simulation

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
