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

/// An edge or arc, or the curve at a constant distance from it. Its points have the parameter t in [-1, 1]; in any
/// frame.
struct Track {
  Vector middle{0, 0};     ///< point at t = 0, m
  double half = 0;         ///< length from t = 0 to 1: m, or rad for an arc
  double reach = 0;        ///< largest distance of its points from its middle, m
  double radius = 0;       ///< radius of an arc, m; 0: straight
  Vector center{0, 0};     ///< centre of an arc
  Vector direction{1, 0};  ///< unit vector: straight, along t; for an arc, from the centre to its middle

  Vector at(double t) const {
    if (radius == 0) return middle + t * half * direction;
    const double turn = t * half, sine = std::sin(turn / 2);  // does not use the centre, which may be far away
    return middle + radius * (-2 * sine * sine * direction + std::sin(turn) * turned_left(direction));
  }
};

/// Returns the curve at the distance `inward` (m) inside the edge. Returns nothing if the radius of an arc is smaller
/// than that distance.
std::optional<Track> track_of(const BoundaryEdge& side, double inward) {
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

/// Returns an edge or arc of one placed boundary in the frame of another.
Track seen(const BoundaryEdge& side, const Placement& own, const Placement& other) {
  Track track = *track_of(side, 0);
  for (Vector* point : {&track.middle, &track.center}) *point = other.local(own.point(*point) - other.origin);
  track.direction = other.local(own.direction(track.direction));
  return track;
}

Vector inward_at_middle(const BoundaryEdge& side) {
  if (side.straight()) return turned_left(side.direction);
  return side.radius > 0 ? Vector(-side.middle) : side.middle;
}

/// Adds scaled(x) for the roots x of a x^2 + 2 b x + c.
void add_roots(double a, double b, double c, const auto& scaled, std::vector<double>& cuts) {
  const double square = b * b - a * c;
  if (!(square >= 0)) return;
  const double sum = -(b + std::copysign(std::sqrt(square), b));
  for (const auto& [over, under] : {std::pair(sum, a), std::pair(c, sum)}) {
    if (under != 0) cuts.push_back(scaled(over / under));
  }
}

/// Adds the parameters at which a track crosses the line or circle of another. Positions are relative to the middles of
/// both tracks, because centres may be far away.
void cross(const Track& track, const Track& other, std::vector<double>& cuts) {
  const Vector from = track.middle - other.middle, left = turned_left(track.direction);
  const auto of_length = [&](double x) { return x / track.half; };
  // Returns the parameter t of a point on the circle, given the tangent of half its angle.
  const auto of_tangent = [&](double x) { return 2 * std::atan(x) / track.half; };
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

/// Does the same for an arc and a circle that is tiny compared with it, where the roots of the general formula would
/// suffer from cancellation.
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

/// Adds the parameters at which a track crosses another. May also add points slightly beyond the other's ends.
void add_crossings(const Track& track, const Track& other, std::vector<double>& cuts) {
  constexpr double kBeyond = 4 * tolerance::kTouching;
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

/// Returns the winding of an outline around a point that is not on it, rad. An arc has the winding of its chord, except
/// around points between the two, where a full turn is added or subtracted.
double winding(const Vector& point, const Boundary& boundary) {
  double sum = 0;
  for (const BoundaryEdge& side : boundary.sides) {
    const Vector from = side.start - point, to = side.end - point;
    const double angle = std::atan2(cross(from, to), from.dot(to));
    sum += angle;
    if (side.straight() || (point - side.center).norm() > std::fabs(side.radius)) continue;
    if (side.radius > 0 && angle < 0) sum += 2 * std::numbers::pi;
    if (side.radius < 0 && angle > 0) sum -= 2 * std::numbers::pi;
  }
  return sum;
}

/// Returns the depth of a point inside the outline, m; negative outside. In front of a sharp tip, the two edges of the
/// tip may be equally near; the sign of the distance to one of them is then meaningless.
double depth_of(const Vector& point, const Boundary& boundary) {
  constexpr double kTip = std::numbers::pi / 2 - 1e-6;  // rad
  const std::optional<double> depth = depth_in(point, boundary);
  const auto tip = [](const BoundaryVertex& round) { return round.corner() && round.half_sweep > kTip; };
  if (depth && std::none_of(boundary.rounds.begin(), boundary.rounds.end(), tip)) return *depth;
  double nearest = std::fabs(depth.value_or(std::numeric_limits<double>::infinity()));
  for (const BoundaryEdge& side : boundary.sides) nearest = std::min(nearest, (point - side.start).norm());
  return winding(point, boundary) > std::numbers::pi ? nearest : -nearest;
}

bool deep(const Vector& point, const Boundary& boundary) { return depth_of(point, boundary) > tolerance::kTouching; }

/// Adds the parameters at which the depth of a track may rise above or fall below tolerance::kTouching. At such a
/// parameter, the distance from an edge or a corner equals tolerance::kTouching.
void add_cuts(const Track& track, const Boundary& in, std::vector<double>& cuts) {
  for (const BoundaryEdge& side : in.sides) {
    if (const std::optional<Track> inner = track_of(side, tolerance::kTouching)) add_crossings(track, *inner, cuts);
    const Track around{side.start,           std::numbers::pi, 2 * tolerance::kTouching,
                       tolerance::kTouching, side.start,       {1, 0}};
    add_crossings(track, around, cuts);
  }
}

/// Returns whether some point of an edge lies deep inside. If none does, sets `leaves` if the edge is outside
/// somewhere. The depths of two points of the edge differ by at most the distance between them.
bool comes_deep(const Track& track, const Boundary& in, std::vector<double>& cuts, bool& leaves) {
  const auto beside = [&](int axis) {
    const double low = in.box.low[axis], high = in.box.high[axis],
                 rounding = 1e-15 * (high - low);  // rounding of large arcs
    return std::max(track.middle[axis] - high, low - track.middle[axis]) > track.reach + rounding;
  };
  if (beside(0) || beside(1)) {
    leaves = true;
    return false;
  }
  const double depth = depth_of(track.middle, in);
  leaves = leaves || depth < -tolerance::kTouching;
  if (depth > tolerance::kTouching) return true;
  if (depth + track.reach <= tolerance::kTouching) return false;
  cuts = {-1, 1};
  add_cuts(track, in, cuts);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    if (cuts[k] < cuts[k + 1] && deep(track.at((cuts[k] + cuts[k + 1]) / 2), in)) return true;
  }
  return false;
}

/// Returns a point inside the outline. Lines are drawn straight across from the middles of a few edges; the result is
/// the deepest of their midpoints. Returns nothing if all of these lines graze tips, where rounding may lead to a wrong
/// answer.
std::optional<Vector> inner_point(const Boundary& boundary, std::vector<double>& cuts) {
  const std::vector<BoundaryEdge>& sides = boundary.sides;
  const double far = 2 * (boundary.box.high - boundary.box.low).norm();
  std::optional<Vector> best;
  double deepest = tolerance::kTouching;
  for (std::size_t i = 0; i < sides.size(); i += std::max<std::size_t>(1, sides.size() / 16)) {
    const Track own = *track_of(sides[i], 0);
    const bool bulges = own.radius > 0 && sides[i].radius > 0;
    const Track ray{own.middle, far, far, 0, {0, 0}, inward_at_middle(sides[i])};
    cuts.clear();
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (k != i) add_crossings(ray, *track_of(sides[k], 0), cuts);
    }
    double across = bulges ? 2 * own.radius : far;  // at most the diameter of the arc's own circle
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

/// Returns whether an edge of the outline `of` comes deep inside `in`. Also returns true if a point well inside `of`
/// lies deep inside `in`, because the outlines may be equal. (If one outline is partly outside the other and partly
/// deep inside it, some edge of one comes deep inside the other.)
bool reaches_in(const PlacedBoundary& of, const PlacedBoundary& in) {
  std::vector<double> cuts;
  bool leaves = false;
  for (const BoundaryEdge& side : of.boundary->sides) {
    if (comes_deep(seen(side, of.place, in.place), *in.boundary, cuts, leaves)) return true;
  }
  if (leaves) return false;
  const std::optional<Vector> inner = inner_point(*of.boundary, cuts);
  return inner && deep(in.place.local(of.place.point(*inner) - in.place.origin), *in.boundary);
}

/// Returns the circle or point of a boundary with at most one edge or arc; otherwise nothing.
std::optional<Track> pin_of(const PlacedBoundary& placed) {
  const std::vector<BoundaryEdge>& sides = placed.boundary->sides;
  if (sides.size() > 1) return std::nullopt;
  const BoundaryVertex& round = placed.boundary->rounds[0];
  Track pin;
  pin.center = placed.place.point(round.center);
  pin.radius = round.radius;
  return pin;
}

}  // namespace

bool overlap(const PlacedBoundary& a, const PlacedBoundary& b) {
  const std::optional<Track> pin_a = pin_of(a), pin_b = pin_of(b);
  if (pin_a && pin_b) {
    return pin_a->radius + pin_b->radius - (pin_a->center - pin_b->center).norm() > tolerance::kTouching;
  }
  if (pin_a || pin_b) {
    const Track& pin = pin_a ? *pin_a : *pin_b;
    const PlacedBoundary& other = pin_a ? b : a;
    return depth_of(other.place.local(pin.center - other.place.origin), *other.boundary) >
           tolerance::kTouching - pin.radius;
  }
  return reaches_in(a, b) || reaches_in(b, a);
}

std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& placements,
                                          bool with_ground_on_ground) {
  const std::vector<MotionBound> still(placements.size());
  std::vector<std::pair<int, int>> near, found;
  BroadPhase().find(world, placements, still, all_links(placements.size()), near);
  if (with_ground_on_ground) {
    const int count = static_cast<int>(world.shapes().size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (world.shape(a).link < 0 && world.shape(b).link < 0) near.emplace_back(a, b);
      }
    }
  }
  for (const auto& [a, b] : near) {
    if (overlap(world.placed(a, placements), world.placed(b, placements))) found.emplace_back(a, b);
  }
  return found;
}

void let_joined_pass(World& world, const std::vector<Placement>& placements) {
  world.let_pass({});
  std::vector<std::pair<int, int>> passing;
  for (const std::pair<int, int>& pair : overlaps(world, placements, false)) {
    if (world.joined(pair.first, pair.second)) passing.push_back(pair);
  }
  world.let_pass(std::move(passing));
}

void require_no_overlap(const World& world, const std::vector<Placement>& placements) {
  std::vector<Fault> faults;
  for (const auto& [a, b] : overlaps(world, placements, false)) {
    if (world.joined(a, b)) continue;
    faults.push_back({fmt::format("/shapes/{}", b), "", fmt::format("overlaps shape {} by more than 1e-8 m", a)});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace {

std::vector<internal::Placement> placements_of(const System& system, const State& state) {
  const internal::Kinematics kinematics(system, state);
  std::vector<internal::Placement> placements;
  const auto add = [&](const Solid& solid) {
    const internal::SolidMotion& motion = kinematics.motion(solid);
    placements.emplace_back(motion.origin, motion.angle);
  };
  for (std::size_t i = 0; i < system.bodies.size(); ++i) add(Solid::body(i));
  for (std::size_t i = 0; i < system.joints.size(); ++i) add(Solid::link(i));
  return placements;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state) {
  validate(system, state);
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const internal::World world(system);
  for (const auto& [a, b] : internal::overlaps(world, placements_of(system, state), true)) {
    if (world.joined(a, b)) continue;
    result.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  }
  return result;
}

}  // namespace pawl

namespace pawl::internal::inline simulation {
namespace {

int link_of(const System& system, Solid solid) {
  switch (solid.kind) {
    case Solid::Kind::ground:
      return -1;
    case Solid::Kind::body:
      return static_cast<int>(solid.index);
    case Solid::Kind::link:
      break;
  }
  return link_of_joint(system, solid.index);
}

double lever_of(const Boundary& boundary) {
  const bool circle = boundary.sides.size() == 1 && !boundary.sides[0].straight();
  return circle ? boundary.sides[0].center.norm() : boundary.reach;
}

}  // namespace

World::World(const System& system)
    : carried_(1 + system.bodies.size() + system.joints.size() + joints_with_limits(system).size()) {
  for (const Shape& shape : system.shapes) {
    const int link = link_of(system, shape.solid);
    carried_[link + 1].push_back(static_cast<int>(shapes_.size()));
    shapes_.push_back({link, boundary_of(shape.loops()).moved(shape.pose)});
    shapes_.back().lever = lever_of(shapes_.back().boundary);
  }
  const auto join = [&](const Solid& a, const Solid& b) {
    const int first = link_of(system, a), second = link_of(system, b);
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
  const int a = shape(shape_a).link, b = shape(shape_b).link;
  return std::binary_search(joined_.begin(), joined_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

bool World::may_touch(int shape_a, int shape_b) const {
  const int a = shape(shape_a).link, b = shape(shape_b).link;
  if (a == b) return false;
  if (joined_.empty() || !joined(shape_a, shape_b)) return true;
  const std::pair<int, int> pair(std::min(shape_a, shape_b), std::max(shape_a, shape_b));
  return std::min(a, b) < 0 && !std::binary_search(passing_.begin(), passing_.end(), pair);
}

PlacedBoundary World::placed(int i, const std::vector<Placement>& placements) const {
  const WorldShape& one = shape(i);
  return {&one.boundary, one.link < 0 ? Placement() : placements[one.link]};
}

BroadPhase::Box BroadPhase::box_of(const World& world, int i, const std::vector<Placement>& placements,
                                   const std::vector<MotionBound>& bounds) {
  const World::WorldShape& one = world.shape(i);
  const BoundaryBox& own = one.boundary.box;
  if (one.link < 0) return {own.low, own.high, i};
  const std::size_t link = static_cast<std::size_t>(one.link);
  const Placement& place = placements[link];
  const Vector half = (own.high - own.low) / 2;
  const Vector center = place.point((own.high + own.low) / 2);
  const double c = std::fabs(place.cosine), s = std::fabs(place.sine);
  const Vector turned(c * half.x() + s * half.y(), s * half.x() + c * half.y());
  const Vector room = turned + Vector::Constant(bounds[link].of_point(one.lever));
  return {center - room, center + room, i};
}

/// Returns the axis along which the boxes of the links are spread out more.
int BroadPhase::long_axis(const World& world) const {
  BoundaryBox all;
  for (const Box& box : boxes_) {
    if (world.shape(box.shape).link >= 0) all.add(box.low);
  }
  const Vector spread = all.high - all.low;
  return spread.y() > spread.x() ? 1 : 0;
}

void BroadPhase::find(const World& world, const std::vector<Placement>& placements,
                      const std::vector<MotionBound>& bounds, const std::vector<int>& links,
                      std::vector<std::pair<int, int>>& pairs) {
  pairs.clear();
  boxes_.clear();
  const auto add = [&](int link) {
    for (const int shape : world.shapes_of(link)) boxes_.push_back(box_of(world, shape, placements, bounds));
  };
  add(-1);
  for (const int link : links) add(link);
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

std::vector<int> all_links(std::size_t count) {
  std::vector<int> links(count);
  std::iota(links.begin(), links.end(), 0);
  return links;
}

void set_motion(const System& system, const State& state, Motion& motion) {
  const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(system.bodies.size());
  const auto joints = static_cast<Eigen::Index>(system.joints.size());
  if (joints == 0) {
    motion.q = state.q;
    motion.u = state.u;
  } else {
    const std::vector<int> limited = joints_with_limits(system);
    const Eigen::Index links = bodies + 3 * (joints + static_cast<Eigen::Index>(limited.size()));
    motion.q.setZero(links);
    motion.u.setZero(links);
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
  motion.placements.resize(static_cast<std::size_t>(motion.q.size() / 3));
  for (int link = 0; link < static_cast<int>(motion.placements.size()); ++link) motion.update_placement(link);
}

void set_state(const Motion& motion, State& state) {
  const Eigen::Index joints = motion.positions.size(), bodies = state.q.size() - joints;
  state.q.head(bodies) = motion.q.head(bodies);
  state.u.head(bodies) = motion.u.head(bodies);
  state.q.tail(joints) = motion.positions;
  state.u.tail(joints) = motion.rates;
}

}  // namespace pawl::internal::inline simulation
