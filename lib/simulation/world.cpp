// SPDX-License-Identifier: MIT
#include "simulation/world.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "bodies/equations_of_motion.h"
#include "geometry/boundary.h"
#include "geometry/plane.h"

namespace pawl::internal::inline simulation {
namespace {

using Vector = Eigen::Vector2d;

using internal::cross;

using internal::turned_left;

/// A side, or what is as far from it everywhere, as the points at t from -1 to 1, from any frame.
struct Track {
  Vector middle{0, 0};     ///< at t = 0, m
  double half = 0;         ///< how far from t = 0 to 1: m, or of an arc rad
  double reach = 0;        ///< no point of it is farther from its middle, m
  double radius = 0;       ///< of an arc, m; 0: straight
  Vector center{0, 0};     ///< of an arc
  Vector direction{1, 0};  ///< unit vector: straight, with t; of an arc, from the centre to its middle

  Vector at(double t) const {
    if (radius == 0) return middle + t * half * direction;
    const double turn = t * half, sine = std::sin(turn / 2);  // not by the centre, which may be far away
    return middle + radius * (-2 * sine * sine * direction + std::sin(turn) * turned_left(direction));
  }
};

/// `inward`: by how much it is inside of the outline, m. None of what is nearer to its own centre than that.
std::optional<Track> track_of(const BoundarySide& side, double inward) {
  if (side.straight()) {
    const Vector middle = (side.start + side.end) / 2 + inward * turned_left(side.direction);
    return Track{middle, side.length / 2, side.length / 2, 0, {0, 0}, side.direction};
  }
  const double radius = std::fabs(side.radius) + (side.radius > 0 ? -inward : inward);
  if (radius <= 0) return std::nullopt;
  const double reach = 2 * radius * std::sin(side.half_sweep / 2);
  return Track{middle_of(side) - std::copysign(inward, side.radius) * side.middle,
               side.half_sweep,
               reach,
               radius,
               side.center,
               side.middle};
}

/// A side of one placed boundary as another sees it.
Track seen(const BoundarySide& side, const Placement& own, const Placement& other) {
  Track track = *track_of(side, 0);
  for (Vector* point : {&track.middle, &track.center}) *point = other.local(own.point(*point) - other.origin);
  track.direction = other.local(own.direction(track.direction));
  return track;
}

Vector inward_at_middle(const BoundarySide& side) {
  if (side.straight()) return turned_left(side.direction);
  return side.radius > 0 ? Vector(-side.middle) : side.middle;
}

/// Adds the roots of a x^2 + 2 b x + c, scaled.
void add_roots(double a, double b, double c, const auto& scaled, std::vector<double>& cuts) {
  const double square = b * b - a * c;
  if (!(square >= 0)) return;
  const double sum = -(b + std::copysign(std::sqrt(square), b));
  for (const auto& [over, under] : {std::pair(sum, a), std::pair(c, sum)}) {
    if (under != 0) cuts.push_back(scaled(over / under));
  }
}

/// Where a track crosses the line or circle of another. Places are taken from the middles of both: centres may be far
/// away.
void cross(const Track& track, const Track& other, std::vector<double>& cuts) {
  const Vector from = track.middle - other.middle, left = turned_left(track.direction);
  const auto of_length = [&](double x) { return x / track.half; };
  const auto of_tangent = [&](double x) { return 2 * std::atan(x) / track.half; };  // of half the angle
  if (other.radius == 0) {
    const Vector normal = turned_left(other.direction);
    const double off = from.dot(normal), along = track.direction.dot(normal);
    if (track.radius > 0) {
      return add_roots(off - 2 * track.radius * along, track.radius * left.dot(normal), off, of_tangent, cuts);
    }
    if (along != 0) cuts.push_back(of_length(-off / along));
    return;
  }
  const Vector out = from + other.radius * other.direction;
  const double off = from.squaredNorm() + 2 * other.radius * from.dot(other.direction);
  if (track.radius == 0) return add_roots(1, out.dot(track.direction), off, of_length, cuts);
  const double turning = off + 4 * track.radius * (track.radius - out.dot(track.direction));
  add_roots(turning, 2 * track.radius * out.dot(left), off, of_tangent, cuts);
}

/// The same for an arc and a circle that is tiny beside it: of those roots little would be left.
void cross_tiny(const Track& track, const Track& other, std::vector<double>& cuts) {
  const Vector way = other.center - track.center;
  const double apart = way.norm(), beyond = apart - track.radius, sum = apart + track.radius;
  const double below = (other.radius - beyond) * (other.radius + beyond);
  if (below < 0) return;
  const double angle = std::atan2(cross(track.direction, way), track.direction.dot(way));
  const double half = 2 * std::atan2(std::sqrt(below), std::sqrt((sum - other.radius) * (sum + other.radius)));
  for (const double one : {angle - half, angle + half}) {
    cuts.push_back(std::remainder(one, 2 * std::numbers::pi) / track.half);
  }
}

/// Adds where a track crosses another, and perhaps places a little beyond the other's ends.
void add_crossings(const Track& track, const Track& other, std::vector<double>& cuts) {
  constexpr double kBeyond = 4 * kOverlap;
  const double near = (1 + 1e-9) * other.reach + kBeyond;
  if ((track.middle - other.middle).squaredNorm() > (track.reach + near) * (track.reach + near)) return;
  const std::size_t before = cuts.size();
  const bool tiny = track.radius > 0 && other.radius > 0 && other.radius < 1e-4 * track.reach;
  tiny ? cross_tiny(track, other, cuts) : cross(track, other, cuts);
  const auto far = [&](double t) {
    return !(std::fabs(t) < 1) || (track.at(t) - other.middle).squaredNorm() > near * near;
  };
  cuts.erase(std::remove_if(cuts.begin() + static_cast<std::ptrdiff_t>(before), cuts.end(), far), cuts.end());
}

/// How far an outline turns around a point that is not on it, rad. An arc turns as its chord does; but around what is
/// between the two, a full turn from that.
double winding(const Vector& point, const Boundary& boundary) {
  double sum = 0;
  for (const BoundarySide& side : boundary.sides) {
    const Vector from = side.start - point, to = side.end - point;
    const double angle = std::atan2(cross(from, to), from.dot(to));
    sum += angle;
    if (side.straight() || (point - side.center).norm() > std::fabs(side.radius)) continue;
    if (side.radius > 0 && angle < 0) sum += 2 * std::numbers::pi;
    if (side.radius < 0 && angle > 0) sum -= 2 * std::numbers::pi;
  }
  return sum;
}

/// By how much a point is inside, m; negative outside. Before a tip the sides that fold back in it may be equally near:
/// on which side the nearest lies says nothing there.
double depth_of(const Vector& point, const Boundary& boundary) {
  constexpr double kTip = std::numbers::pi / 2 - 1e-6;  // rad
  const std::optional<double> depth = depth_in(point, boundary);
  const auto tip = [](const BoundaryRound& round) { return round.corner() && round.half_sweep > kTip; };
  if (depth && std::none_of(boundary.rounds.begin(), boundary.rounds.end(), tip)) return *depth;
  double nearest = std::fabs(depth.value_or(std::numeric_limits<double>::infinity()));
  for (const BoundarySide& side : boundary.sides) nearest = std::min(nearest, (point - side.start).norm());
  return winding(point, boundary) > std::numbers::pi ? nearest : -nearest;
}

bool deep(const Vector& point, const Boundary& boundary) { return depth_of(point, boundary) > kOverlap; }

/// Where a track comes to be more than kOverlap inside, or no longer: there it is as far from a side, or from a corner.
void add_cuts(const Track& track, const Boundary& in, std::vector<double>& cuts) {
  for (const BoundarySide& side : in.sides) {
    if (const std::optional<Track> inner = track_of(side, kOverlap)) add_crossings(track, *inner, cuts);
    const Track around{side.start, std::numbers::pi, 2 * kOverlap, kOverlap, side.start, {1, 0}};
    add_crossings(track, around, cuts);
  }
}

/// Whether a side comes deep inside; else notes if it is outside somewhere. Depth changes by no more than the way along
/// the side.
bool comes_deep(const Track& track, const Boundary& in, std::vector<double>& cuts, bool& leaves) {
  const auto beside = [&](int axis) {
    const double low = in.box.low[axis], high = in.box.high[axis], rounding = 1e-15 * (high - low);  // of large arcs
    return std::max(track.middle[axis] - high, low - track.middle[axis]) > track.reach + rounding;
  };
  if (beside(0) || beside(1)) {
    leaves = true;
    return false;
  }
  const double depth = depth_of(track.middle, in);
  leaves = leaves || depth < -kOverlap;
  if (depth > kOverlap) return true;
  if (depth + track.reach <= kOverlap) return false;
  cuts = {-1, 1};
  add_cuts(track, in, cuts);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    if (cuts[k] < cuts[k + 1] && deep(track.at((cuts[k] + cuts[k + 1]) / 2), in)) return true;
  }
  return false;
}

/// A point inside: midway from a side's middle straight across, of a few sides the one that is deepest. None if all of
/// these ways graze tips, which rounding may miss.
std::optional<Vector> inner_point(const Boundary& boundary, std::vector<double>& cuts) {
  const std::vector<BoundarySide>& sides = boundary.sides;
  const double far = 2 * (boundary.box.high - boundary.box.low).norm();
  std::optional<Vector> best;
  double deepest = kOverlap;
  for (std::size_t i = 0; i < sides.size(); i += std::max<std::size_t>(1, sides.size() / 16)) {
    const Track own = *track_of(sides[i], 0);
    const bool bulges = own.radius > 0 && sides[i].radius > 0;
    const Track ray{own.middle, far, far, 0, {0, 0}, inward_at_middle(sides[i])};
    cuts.clear();
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (k != i) add_crossings(ray, *track_of(sides[k], 0), cuts);
    }
    double across = bulges ? 2 * own.radius : far;  // its own circle's other side
    for (const double t : cuts) {
      if (t > 0) across = std::min(across, t * far);
    }
    const Vector point = own.middle + across / 2 * ray.direction;
    const double depth = depth_of(point, boundary);
    if (depth <= deepest) continue;
    deepest = depth;
    best = point;
  }
  return best;
}

/// Whether sides of one come deep inside of the other, or a point from well inside of it: they may be equal. (Of one
/// that leaves the other, with parts of it deep inside, sides of one or the other are.)
bool reaches_in(const PlacedBoundary& of, const PlacedBoundary& in) {
  std::vector<double> cuts;
  bool leaves = false;
  for (const BoundarySide& side : of.boundary->sides) {
    if (comes_deep(seen(side, of.place, in.place), *in.boundary, cuts, leaves)) return true;
  }
  if (leaves) return false;
  const std::optional<Vector> inner = inner_point(*of.boundary, cuts);
  return inner && deep(in.place.local(of.place.point(*inner) - in.place.origin), *in.boundary);
}

/// A circle, or a point.
std::optional<Track> pin_of(const PlacedBoundary& placed) {
  const std::vector<BoundarySide>& sides = placed.boundary->sides;
  if (sides.size() > 1) return std::nullopt;
  const BoundaryRound& round = placed.boundary->rounds[0];
  Track pin;
  pin.center = placed.place.point(round.center);
  pin.radius = round.radius;
  return pin;
}

}  // namespace

bool overlap(const PlacedBoundary& a, const PlacedBoundary& b) {
  const std::optional<Track> pin_a = pin_of(a), pin_b = pin_of(b);
  if (pin_a && pin_b) {
    return pin_a->radius + pin_b->radius - (pin_a->center - pin_b->center).norm() > kOverlap;
  }
  if (pin_a || pin_b) {
    const Track& pin = pin_a ? *pin_a : *pin_b;
    const PlacedBoundary& other = pin_a ? b : a;
    return depth_of(other.place.local(pin.center - other.place.origin), *other.boundary) > kOverlap - pin.radius;
  }
  return reaches_in(a, b) || reaches_in(b, a);
}

std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& movers,
                                          bool with_ground_on_ground) {
  const std::vector<MotionBound> still(movers.size());
  std::vector<std::pair<int, int>> near, found;
  BroadPhase().find(world, movers, still, first_movers(movers.size()), near);
  if (with_ground_on_ground) {
    const int count = static_cast<int>(world.shapes().size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (world.shape(a).mover < 0 && world.shape(b).mover < 0) near.emplace_back(a, b);
      }
    }
  }
  for (const auto& [a, b] : near) {
    if (overlap(world.placed(a, movers), world.placed(b, movers))) found.emplace_back(a, b);
  }
  return found;
}

void let_joined_pass(World& world, const std::vector<Placement>& movers) {
  world.let_pass({});
  std::vector<std::pair<int, int>> passing;
  for (const std::pair<int, int>& pair : overlaps(world, movers, false)) {
    if (world.joined(pair.first, pair.second)) passing.push_back(pair);
  }
  world.let_pass(std::move(passing));
}

void require_no_overlap(const World& world, const std::vector<Placement>& movers) {
  std::vector<Fault> faults;
  for (const auto& [a, b] : overlaps(world, movers, false)) {
    if (world.joined(a, b)) continue;
    faults.push_back({fmt::format("/shapes/{}", b), "", fmt::format("overlaps shape {} by more than 1e-8 m", a)});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace {

std::vector<internal::Placement> movers_of(const System& system, const State& state) {
  const internal::Kinematics kinematics(system, state);
  std::vector<internal::Placement> movers;
  const auto add = [&](const Solid& solid) {
    const internal::SolidMotion& motion = kinematics.motion(solid);
    movers.emplace_back(motion.origin, motion.angle);
  };
  for (std::size_t i = 0; i < system.bodies.size(); ++i) add(Solid::body(i));
  for (std::size_t i = 0; i < system.joints.size(); ++i) add(Solid::link(i));
  return movers;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state) {
  validate(system, state);
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const internal::World world(system);
  for (const auto& [a, b] : internal::overlaps(world, movers_of(system, state), true)) {
    if (world.joined(a, b)) continue;
    result.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  }
  return result;
}

}  // namespace pawl

namespace pawl::internal::inline simulation {
namespace {

int mover_of(const System& system, Solid solid) {
  switch (solid.kind) {
    case Solid::Kind::ground:
      return -1;
    case Solid::Kind::body:
      return static_cast<int>(solid.index);
    case Solid::Kind::link:
      break;
  }
  return mover_of_link(system, solid.index);
}

double lever_of(const Boundary& boundary) {
  const bool circle = boundary.sides.size() == 1 && !boundary.sides[0].straight();
  return circle ? boundary.sides[0].center.norm() : boundary.reach;
}

}  // namespace

World::World(const System& system)
    : carried_(1 + system.bodies.size() + system.joints.size() + joints_with_limits(system).size()) {
  for (const Shape& shape : system.shapes) {
    const int mover = mover_of(system, shape.solid);
    carried_[mover + 1].push_back(static_cast<int>(shapes_.size()));
    shapes_.push_back({mover, boundary_of(shape.outline).moved(shape.pose)});
    shapes_.back().lever = lever_of(shapes_.back().boundary);
  }
  const auto join = [&](const Solid& a, const Solid& b) {
    const int first = mover_of(system, a), second = mover_of(system, b);
    joined_.emplace_back(std::min(first, second), std::max(first, second));
  };
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const int parent = system.joints[i].parent;
    join(Solid::link(i), parent < 0 ? Solid::ground() : Solid::link(static_cast<std::size_t>(parent)));
  }
  for (const Pin& pin : system.pins) join(pin.a, pin.b);
  std::sort(joined_.begin(), joined_.end());
}

bool World::joined(int shape_a, int shape_b) const {
  const int a = shape(shape_a).mover, b = shape(shape_b).mover;
  return std::binary_search(joined_.begin(), joined_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

bool World::may_touch(int shape_a, int shape_b) const {
  const int a = shape(shape_a).mover, b = shape(shape_b).mover;
  if (a == b) return false;
  if (joined_.empty() || !joined(shape_a, shape_b)) return true;
  const std::pair<int, int> pair(std::min(shape_a, shape_b), std::max(shape_a, shape_b));
  return std::min(a, b) < 0 && !std::binary_search(passing_.begin(), passing_.end(), pair);
}

PlacedBoundary World::placed(int i, const std::vector<Placement>& movers) const {
  const WorldShape& one = shape(i);
  return {&one.boundary, one.mover < 0 ? Placement() : movers[one.mover]};
}

BroadPhase::Box BroadPhase::box_of(const World& world, int i, const std::vector<Placement>& places,
                                   const std::vector<MotionBound>& bounds) {
  const World::WorldShape& one = world.shape(i);
  const BoundaryBox& own = one.boundary.box;
  if (one.mover < 0) return {own.low, own.high, i};
  const std::size_t mover = static_cast<std::size_t>(one.mover);
  const Placement& place = places[mover];
  const Vector half = (own.high - own.low) / 2;
  const Vector center = place.point((own.high + own.low) / 2);
  const double c = std::fabs(place.cosine), s = std::fabs(place.sine);
  const Vector turned(c * half.x() + s * half.y(), s * half.x() + c * half.y());
  const Vector room = turned + Vector::Constant(bounds[mover].of_point(one.lever));
  return {center - room, center + room, i};
}

/// Along which the boxes of movers spread.
int BroadPhase::long_axis(const World& world) const {
  BoundaryBox all;
  for (const Box& box : boxes_) {
    if (world.shape(box.shape).mover >= 0) all.add(box.low);
  }
  const Vector spread = all.high - all.low;
  return spread.y() > spread.x() ? 1 : 0;
}

void BroadPhase::find(const World& world, const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
                      const std::vector<int>& movers, std::vector<std::pair<int, int>>& pairs) {
  pairs.clear();
  boxes_.clear();
  const auto add = [&](int mover) {
    for (const int shape : world.shapes_of(mover)) boxes_.push_back(box_of(world, shape, places, bounds));
  };
  add(-1);
  for (const int mover : movers) add(mover);
  const int along = long_axis(world), across = 1 - along;
  std::sort(boxes_.begin(), boxes_.end(), [along](const Box& a, const Box& b) {
    return a.low[along] != b.low[along] ? a.low[along] < b.low[along] : a.shape < b.shape;
  });
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Box& a = boxes_[i];
    for (std::size_t j = i + 1; j < boxes_.size() && boxes_[j].low[along] <= a.high[along]; ++j) {
      const Box& b = boxes_[j];
      if (b.low[across] > a.high[across] || a.low[across] > b.high[across]) continue;
      if (!world.may_touch(a.shape, b.shape)) continue;
      pairs.emplace_back(std::min(a.shape, b.shape), std::max(a.shape, b.shape));
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

std::vector<int> joints_with_limits(const System& system) {
  std::vector<int> limited;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    if (std::isfinite(joint.lower) || std::isfinite(joint.upper)) limited.push_back(static_cast<int>(i));
  }
  return limited;
}

std::vector<int> first_movers(std::size_t count) {
  std::vector<int> movers(count);
  std::iota(movers.begin(), movers.end(), 0);
  return movers;
}

void set_motion(const System& system, const State& state, Motion& motion) {
  const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(system.bodies.size());
  const auto joints = static_cast<Eigen::Index>(system.joints.size());
  if (joints == 0) {
    motion.q = state.q;
    motion.u = state.u;
  } else {
    const std::vector<int> limited = joints_with_limits(system);
    const Eigen::Index movers = bodies + 3 * (joints + static_cast<Eigen::Index>(limited.size()));
    motion.q.setZero(movers);
    motion.u.setZero(movers);
    motion.q.head(bodies) = state.q.head(bodies);
    motion.u.head(bodies) = state.u.head(bodies);
    const Kinematics kinematics(system, state);
    for (Eigen::Index i = 0; i < joints; ++i) {
      const SolidMotion& link = kinematics.motion(Solid::link(static_cast<std::size_t>(i)));
      motion.q.segment<3>(bodies + 3 * i) << link.origin, link.angle;
      motion.u.segment<3>(bodies + 3 * i) << link.velocity, link.spin;
    }
    for (std::size_t k = 0; k < limited.size(); ++k) {
      const Eigen::Index stop = bodies + 3 * (joints + static_cast<Eigen::Index>(k));
      motion.q[stop] = state.position(static_cast<std::size_t>(limited[k]));
      motion.u[stop] = state.velocity(static_cast<std::size_t>(limited[k]));
    }
  }
  motion.positions = state.q.tail(joints);
  motion.rates = state.u.tail(joints);
  motion.places.resize(static_cast<std::size_t>(motion.q.size() / 3));
  for (int mover = 0; mover < static_cast<int>(motion.places.size()); ++mover) motion.place(mover);
}

void set_state(const Motion& motion, State& state) {
  const Eigen::Index joints = motion.positions.size(), bodies = state.q.size() - joints;
  state.q.head(bodies) = motion.q.head(bodies);
  state.u.head(bodies) = motion.u.head(bodies);
  state.q.tail(joints) = motion.positions;
  state.u.tail(joints) = motion.rates;
}

}  // namespace pawl::internal::inline simulation
