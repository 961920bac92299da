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

/// A bracket of the point in [0, 1] at which a value changes its sign. `before` and `after` are the ends of the
/// bracket. A condition holds at `before` and does not hold at `after`.
///
/// Secant steps narrow the bracket. Each secant step is followed by a step of twice the length, which ends about
/// equally far on the other side of the root [Alefeld, Potra, Shi 1995]. If these steps narrow the bracket by less than
/// half, the bracket is halved. If the value is a nearly linear function of the point, about six steps are sufficient.
class Bracket {
 public:
  struct End {
    double at = 0, value = 0;
  };
  Bracket(const End& before, const End& after) : before_(before), after_(after) {}

  /// Narrows the bracket until its ends are at most `width` apart, or for 60 iterations. `evaluate(at)` must return the
  /// value at a point, and whether the condition holds there.
  template <class Evaluate>
  void close(double width, const Evaluate& evaluate) {
    constexpr int kMostIterations = 60;
    for (int k = 0; k < kMostIterations && gap() > width; ++k) {
      const double was = gap();
      try_at(secant(1), evaluate);
      if (gap() > width) try_at(secant(2), evaluate);
      if (gap() > was / 2) try_at(before_.at + gap() / 2, evaluate);
    }
  }

 private:
  double gap() const { return after_.at - before_.at; }

  /// Returns the point near + times * (zero - near), where `zero` is the root of the secant, and `near` the end of the
  /// bracket with the smaller magnitude of the value.
  double secant(double times) const {
    const End& near = std::fabs(before_.value) < std::fabs(after_.value) ? before_ : after_;
    return near.at - times * near.value * gap() / (after_.value - before_.value);
  }

  template <class Evaluate>
  void try_at(double at, const Evaluate& evaluate) {
    if (!(at > before_.at && at < after_.at)) return;
    const std::pair<double, bool> found = evaluate(at);
    (found.second ? before_ : after_) = {at, found.first};
  }

  End before_, after_;
};

namespace {

/// The value of Reach::aside for laws that allow penetration, rad. It must be larger than the depth of a penetrating
/// vertex divided by the length of the edge beside it. It must be less than the angle between the edges of most corners,
/// so that a body is not pushed out sideways through the edge beside the one through which it entered.
constexpr double kPenetratingAside = .5;

double turn_bound(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.turns() ? bounds[shape.link].turn : 0;
}

}  // namespace

double CandidateFinder::reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds) {
  return shape.link < 0 ? 0 : bounds[shape.link].of_point(shape.lever);
}

CandidateFinder::CandidateFinder(const System& system, const World& world, bool allows_penetration)
    : system_(system), world_(world), aside_(allows_penetration ? kPenetratingAside : 0) {
  for (const PairSpring& one : system.pair_springs) {
    const std::pair<std::size_t, std::size_t> shapes = std::minmax(one.shape_a, one.shape_b);
    pair_values_[{static_cast<int>(shapes.first), static_cast<int>(shapes.second)}] = &one;
  }
}

const PairSpring* CandidateFinder::pair_values_of(int shape_a, int shape_b) const {
  if (pair_values_.empty()) return nullptr;
  const auto found = pair_values_.find({std::min(shape_a, shape_b), std::max(shape_a, shape_b)});
  return found == pair_values_.end() ? nullptr : found->second;
}

void CandidateFinder::find(const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
                           const std::vector<int>& links, std::vector<Candidate>& candidates) {
  candidates.clear();
  broad_.find(world_, placements, bounds, links, shapes_);
  for (const auto& [a, b] : shapes_) add(a, b, placements, bounds, candidates);
}

void CandidateFinder::add(int a, int b, const std::vector<Placement>& placements,
                          const std::vector<MotionBound>& bounds, std::vector<Candidate>& candidates) {
  const World::WorldShape& shape_a = world_.shape(a);
  const World::WorldShape& shape_b = world_.shape(b);
  const PlacedBoundary placed_a = world_.placed(a, placements), placed_b = world_.placed(b, placements);
  pairs_.clear();
  const Reach reach{reach_of(shape_a, bounds) + reach_of(shape_b, bounds),
                    turn_bound(shape_a, bounds) + turn_bound(shape_b, bounds), aside_};
  add_pairs(placed_a, placed_b, reach, tolerance::kBehind, pairs_);
  for (const FeaturePair& pair : pairs_) {
    candidates.push_back(candidate_of({a, b, pair}, placed_a, placed_b));
    candidates.back().reach = reach.shift;
  }
}

Candidate CandidateFinder::candidate_of(const ContactId& id, const PlacedBoundary& placed_a,
                                        const PlacedBoundary& placed_b) const {
  const Shape& material_a = system_.shapes[id.shape_a];
  const Shape& material_b = system_.shapes[id.shape_b];
  Candidate one;
  one.id = id;
  one.link_a = world_.shape(id.shape_a).link;
  one.link_b = world_.shape(id.shape_b).link;
  one.friction = friction_between(material_a, material_b);
  one.kinetic_friction = kinetic_friction_between(material_a, material_b);
  one.restitution = restitution_between(material_a, material_b);
  one.viscosity = viscosity_between(material_a, material_b);
  one.pair_values = pair_values_of(id.shape_a, id.shape_b);
  one.start = one.now = geometry_of(id.pair, placed_a, placed_b);
  one.start_turn = one.now_turn = turn_of(id.pair, placed_a, placed_b);
  return one;
}

void CandidateFinder::add_penetrating(const PenetratingContacts& penetrating, const std::vector<Placement>& placements,
                                      const std::vector<char>& skip, std::vector<Candidate>& candidates) const {
  PenetratingContacts found;
  for (Candidate& one : candidates) {
    found.insert(one.id);
    one.was_penetrating = one.start.gap < 0 && penetrating.count(one.id) > 0;
  }
  const auto skips = [&](int shape) {
    const int link = world_.shape(shape).link;
    return link >= 0 && skip[link];
  };
  for (const ContactId& id : penetrating) {
    if (found.count(id) > 0 || skips(id.shape_a) || skips(id.shape_b)) continue;
    Candidate one = candidate_of(id, world_.placed(id.shape_a, placements), world_.placed(id.shape_b, placements));
    one.was_penetrating = one.start.gap < 0;
    if (one.was_penetrating) candidates.push_back(one);
  }
}

void CandidateFinder::add_neighbours(const std::vector<Candidate*>& contacts, const std::vector<Placement>& placements,
                                     PenetratingContacts& penetrating) {
  std::map<std::pair<int, int>, double> depths;  // the largest depth of each two shapes in the step
  std::set<std::tuple<int, int, bool, int>> vertices;  // the vertices that penetrate and are in front of their edge
  for (const Candidate* one : contacts) {
    if (!one->constrains) continue;
    const double deepest = one->was_penetrating ? std::min(one->start.gap, one->now.gap) : one->now.gap;
    if (deepest >= 0) continue;
    double& depth = depths[{one->id.shape_a, one->id.shape_b}];
    depth = std::max(depth, -deepest);
    if (one->now.outside > 0) continue;
    vertices.insert({one->id.shape_a, one->id.shape_b, one->id.pair.vertex_on_b, one->id.pair.round});
  }
  for (const auto& [shapes, depth] : depths) {
    const PlacedBoundary a = world_.placed(shapes.first, placements), b = world_.placed(shapes.second, placements);
    pairs_.clear();
    add_pairs(a, b, {0, 0, aside_}, depth, pairs_);
    for (const FeaturePair& pair : pairs_) {
      const PairGeometry at = geometry_of(pair, a, b);
      if (at.gap >= 0 || at.gap < -depth || at.outside > 0) continue;
      if (vertices.count({shapes.first, shapes.second, pair.vertex_on_b, pair.round}) == 0) {
        penetrating.insert({shapes.first, shapes.second, pair});
      }
    }
  }
}

void update_geometry(const World& world, const std::vector<Placement>& placements, Candidate& candidate) {
  const PlacedBoundary a = world.placed(candidate.id.shape_a, placements),
                       b = world.placed(candidate.id.shape_b, placements);
  candidate.now = geometry_of(candidate.id.pair, a, b);
  candidate.now_turn = turn_of(candidate.id.pair, a, b);
}

namespace {

constexpr double kPieceRotation = 0.05;  ///< largest rotation in one of the pieces into which a motion is divided, rad
constexpr double kSamePoint = 1e-12;     ///< largest difference of two points of the motion that count as equal, as a
                                         ///< fraction of the motion
constexpr double kCurvedDepth = 1e-6;    ///< depth, m, that is permitted for every contact during its motion, because
                                         ///< contacts move on curved paths
constexpr double kCurvedPart = 1e-3;     ///< upper limit of the factor turn^2 / 8 in passed_depth(), which is the
                                         ///< permitted depth as a fraction of the arms or radii
constexpr double kStruckDepth = 2;       ///< depth limit, as a multiple of passed_depth(), for contacts that began
                                         ///< during the step
constexpr double kRolledDepth = 20;  ///< Depth limit, as a multiple of passed_depth(), for contacts that touched before
                                     ///< the step. Such a contact may roll far, and its path is then deep.

}  // namespace

void ContactDecision::decide(Candidate& candidate) const {
  const bool pressed = candidate.is_pressed();
  candidate.passed_through =
      !pressed && candidate.now.gap >= -tolerance::kStepResidual && entry(candidate, passed_depth(candidate));
  const bool beside = pressed && candidate.now.outside > tolerance::kTouching;
  candidate.constrains = false;
  if (!beside) {
    const std::optional<PairGeometry> entered = entry(candidate, tolerance::kStepResidual);
    candidate.constrains =
        constrains(candidate, entered) && !(at_vertex(candidate, entered) && passes_beside(candidate));
  }
  if (!pressed || candidate.constrains) return;
  candidate.constrains = candidate.released;
  candidate.released = true;
}

/// Returns the depth, m, that is permitted for a contact between the start and the end of the step. Such a depth occurs
/// because the contact moves on a curved path in the frame of the edge. If an arm turns by an angle, the path of its
/// end departs from its chord by up to arm angle^2 / 8. A path of length w around an arc of radius r departs from its
/// chord by up to w^2 / (8 r).
double ContactDecision::passed_depth(const Candidate& candidate) const {
  double radius = 0, turn = 0;
  if (is_arc(candidate)) {
    radius = radii(candidate);
    const Eigen::Vector2d way =
        (candidate.now.gap + radius) * candidate.now.normal - (candidate.start.gap + radius) * candidate.start.normal;
    if (radius > 0) turn = way.norm() / radius;
  } else {
    const auto arm = [&](int link, const Eigen::Vector2d& point) {
      return link < 0 ? 0. : (point - end_.segment<2>(3 * link)).norm();
    };
    radius = arm(candidate.link_a, candidate.now.on_a) + arm(candidate.link_b, candidate.now.on_b);
    turn = candidate.now_turn - candidate.start_turn;
  }
  return std::max(kCurvedDepth, radius * std::min(turn * turn / 8, kCurvedPart));
}

bool ContactDecision::penetrates_midway(const Candidate& candidate) const {
  const double most = candidate.start.gap <= tolerance::kTouching ? kRolledDepth : kStruckDepth;
  return is_arc(candidate) && entry(candidate, most * passed_depth(candidate)).has_value();
}

/// Returns whether the vertex is at an end of the edge at one of two moments. The first is the start of the step, if
/// the features touch then. The second is the moment when the vertex enters through the edge or, if it does not enter,
/// the end of the step.
bool ContactDecision::at_vertex(const Candidate& candidate, const std::optional<PairGeometry>& entered) const {
  if (std::fabs(candidate.start.outside) <= tolerance::kTouching && candidate.start.gap <= tolerance::kTouching)
    return true;
  return std::fabs((entered ? *entered : candidate.now).outside) <= tolerance::kTouching;
}

bool ContactDecision::passes_beside(const Candidate& candidate) const {
  const auto pair_at = [&](double part) {
    return PlacedPair{{&world_.shape(candidate.id.shape_a).boundary, placement_at(candidate.link_a, part)},
                      {&world_.shape(candidate.id.shape_b).boundary, placement_at(candidate.link_b, part)}};
  };
  return apart_longer_elsewhere(candidate.id.pair, pair_at(0), pair_at(1), tolerance::kStepResidual);
}

bool ContactDecision::constrains(const Candidate& candidate, const std::optional<PairGeometry>& entered) const {
  if (entered) return true;
  if (candidate.now.gap < -tolerance::kStepResidual || candidate.starts_behind()) return false;
  return candidate.now.outside <= tolerance::kTouching || candidate.start.outside <= tolerance::kTouching;
}

/// A point of the motion, as a fraction of the motion, and the geometry of the pair of features at this point.
struct ContactDecision::Waypoint {
  double part = 0;
  PairGeometry at;
};

/// Finds the crossing: the point of the motion between `before` and `after` at which the vertex crosses the line of the
/// edge. If `outside` is true, finds the point at which the vertex passes the end of the edge instead. Returns the
/// pair's geometry at the crossing or, for the gap of two whole circles, the geometry at `after`.
PairGeometry ContactDecision::crossing(const Candidate& candidate, const Waypoint& before, const Waypoint& after,
                                       bool outside) const {
  const auto value = [outside](const PairGeometry& g) { return outside ? g.outside : g.gap; };
  const auto holds = [outside](const PairGeometry& g) { return outside ? g.outside > 0 : g.gap >= 0; };
  if (!holds(before.at)) return before.at;  // the condition fails at the start of the bracket only because of rounding
  if (!outside && has_no_ends(candidate)) return after.at;
  PairGeometry found = after.at;
  Bracket bracket({before.part, value(before.at)}, {after.part, value(after.at)});
  bracket.close(kSamePoint, [&](double part) {
    const PairGeometry at = geometry_at(candidate, part);
    if (!holds(at)) found = at;
    return std::pair(value(at), holds(at));
  });
  return found;
}

/// Finds the first point of the motion at which the vertex enters through the edge itself and then becomes deeper than
/// `depth`, m. Returns the pair's geometry there, or nothing if the vertex does not enter in this way.
std::optional<PairGeometry> ContactDecision::entry(const Candidate& candidate, double depth) const {
  const int pieces = static_cast<int>(std::clamp(std::ceil(rotation(candidate) / kPieceRotation), 1., 64.));
  const double radius = radii(candidate);
  const bool arc = std::isfinite(radius);
  const bool in_front = candidate.now.gap >= -depth && (!arc || candidate.start.gap >= -depth);
  if (pieces == 1 && in_front && !(arc && comes_nearest_between(candidate.start, candidate.now, radius))) return {};
  Waypoint before{0, candidate.start};
  PairGeometry last = candidate.start;
  if (!candidate.starts_behind()) last.gap = std::max(last.gap, 0.);
  const auto enters = [&](const Waypoint& waypoint) -> std::optional<PairGeometry> {
    const PairGeometry& at = waypoint.at;
    std::optional<PairGeometry> found;
    if (at.gap < -depth && last.gap >= 0) found = crossing(candidate, before, waypoint, false);
    const bool beside = found ? found->outside > tolerance::kTouching : last.gap < 0;
    if (at.gap < -depth && beside && last.outside > 0 && at.outside <= 0) {
      found = crossing(candidate, before, waypoint, true);
      if (found->gap < -tolerance::kBehind - rolled_depth(candidate)) found.reset();
    }
    before = waypoint;
    if (at.gap >= 0 || at.gap < -depth) {
      last.gap = at.gap;
    } else if (at.outside <= 0 && at.gap >= -tolerance::kBehind) {
      last.gap = std::max(last.gap, 0.);  // the vertex touches the edge itself, although it may have been behind the
                                          // line of the edge before
    }
    last.outside = at.outside;
    return found && found->outside <= tolerance::kTouching ? found : std::nullopt;
  };
  for (int k = 0; k < pieces; ++k) {
    const double to = static_cast<double>(k + 1) / pieces;
    const Waypoint end{to, k + 1 == pieces ? candidate.now : geometry_at(candidate, to)};
    if (arc) {
      const double nearest = nearest_in_piece(candidate, before, end);
      if (auto found = enters({nearest, geometry_at(candidate, nearest)})) return found;
    }
    if (auto found = enters(end)) return found;
  }
  return std::nullopt;
}

/// Returns the largest depth, m, from which an arc behind the line of an edge may come in front of the edge by rolling
/// around the end of the edge. Assumes that this end moves along the arc on a straight path.
double ContactDecision::rolled_depth(const Candidate& candidate) const {
  const Boundary &a = boundary(candidate.id.shape_a), &b = boundary(candidate.id.shape_b);
  const double radius =
      candidate.id.pair.vertex_on_b ? radius_on_b(candidate.id.pair, a, b) : radius_on_a(candidate.id.pair, a, b);
  const double way = candidate.now.outside - candidate.start.outside;
  return radius > 0 ? way * way / (2 * radius) : 0;
}

/// Returns the rotation of one body relative to the other, rad. A body whose shape does not turn (WorldShape::turns()),
/// such as a circle about its frame's origin, counts as not rotated.
double ContactDecision::rotation(const Candidate& candidate) const {
  const bool a = world_.shape(candidate.id.shape_a).turns(), b = world_.shape(candidate.id.shape_b).turns();
  const auto own = [&](int link) { return std::fabs(end_[3 * link + 2] - start_[3 * link + 2]); };
  if (a && b) return std::fabs(candidate.now_turn - candidate.start_turn);
  return a ? own(candidate.link_a) : b ? own(candidate.link_b) : 0;
}

/// Returns whether both features are whole circles, which have no ends.
bool ContactDecision::has_no_ends(const Candidate& candidate) const {
  const bool on_b = candidate.id.pair.vertex_on_b;
  const BoundaryVertex& round =
      boundary(on_b ? candidate.id.shape_b : candidate.id.shape_a).rounds[candidate.id.pair.round];
  const BoundaryEdge& side = boundary(on_b ? candidate.id.shape_a : candidate.id.shape_b).sides[candidate.id.pair.side];
  return !side.straight() && side.half_sweep >= std::numbers::pi && round.half_sweep >= std::numbers::pi;
}

bool ContactDecision::is_arc(const Candidate& candidate) const { return std::isfinite(radii(candidate)); }

/// Returns the sum of the radii of both features, m. The radius of a concave arc is negative.
double ContactDecision::radii(const Candidate& candidate) const {
  const Boundary &a = boundary(candidate.id.shape_a), &b = boundary(candidate.id.shape_b);
  return radius_on_a(candidate.id.pair, a, b) + radius_on_b(candidate.id.pair, a, b);
}

/// Returns whether the gap at an arc is smallest between the start and the end of the motion, and not at one of them.
bool ContactDecision::comes_nearest_between(const PairGeometry& from, const PairGeometry& to, double radius) {
  const Eigen::Vector2d first = (from.gap + radius) * from.normal, last = (to.gap + radius) * to.normal;
  const Eigen::Vector2d way = last - first;
  return first.dot(way) < 0 && last.dot(way) > 0;
}

/// Returns the point of the motion at which the gap at an arc is smallest. Assumes that the centre of one arc moves in
/// a straight line past the centre of the other arc.
double ContactDecision::nearest_in_piece(const Candidate& candidate, const Waypoint& from, const Waypoint& to) const {
  const double radius = radii(candidate);
  const auto apart = [&](const Waypoint& waypoint) {
    return Eigen::Vector2d((waypoint.at.gap + radius) * waypoint.at.normal);
  };
  const Eigen::Vector2d first = apart(from), way = apart(to) - first;
  const double part = way.squaredNorm() > 0 ? std::clamp(-first.dot(way) / way.squaredNorm(), 0., 1.) : 0;
  return from.part + part * (to.part - from.part);
}

const Boundary& ContactDecision::boundary(int shape) const { return world_.shape(shape).boundary; }

Placement ContactDecision::placement_at(int link, double part) const {
  if (link < 0) return {};
  const Eigen::Vector3d from = start_.segment<3>(3 * link), to = end_.segment<3>(3 * link);
  return Placement(Eigen::Vector3d(from + part * (to - from)));
}

PairGeometry ContactDecision::geometry_at(const Candidate& candidate, double part) const {
  const PlacedBoundary a{&world_.shape(candidate.id.shape_a).boundary, placement_at(candidate.link_a, part)};
  const PlacedBoundary b{&world_.shape(candidate.id.shape_b).boundary, placement_at(candidate.link_b, part)};
  return geometry_of(candidate.id.pair, a, b);
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace {

Collision collision_of(const internal::Candidate& near) {
  Collision collision;
  collision.shape_a = static_cast<std::size_t>(near.id.shape_a);
  collision.shape_b = static_cast<std::size_t>(near.id.shape_b);
  collision.vertex_on_b = near.id.pair.vertex_on_b;
  collision.round = near.id.pair.round;
  collision.side = near.id.pair.side;
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
  internal::let_joined_pass(world, motion.placements);
  const std::vector<internal::MotionBound> bounds(motion.placements.size(), {within + tolerance::kTouching, 0});
  std::vector<internal::Candidate> near;
  internal::CandidateFinder(system, world)
      .find(motion.placements, bounds, internal::all_links(motion.placements.size()), near);
  std::vector<Collision> result;
  for (const internal::Candidate& one : near) {
    const bool before = !one.starts_behind() && one.start.outside <= tolerance::kTouching;
    if (before && one.start.gap <= within) result.push_back(collision_of(one));
  }
  return result;
}

}  // namespace pawl
