// SPDX-License-Identifier: MIT
#include "geometry/overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/plane.h"

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

using internal::cross;

/// An edge or arc, or the curve at a constant distance from an edge or arc, in any frame. Its points have the parameter
/// t in [-1, 1].
struct Track {
  Vector middle{0, 0};     ///< point of the track at t = 0, m
  double half = 0;         ///< half of the track's length, m (from t = 0 to t = 1); for an arc, half of its angle, rad
  double reach = 0;        ///< largest distance of a point of the track from the middle, m
  double radius = 0;       ///< radius of an arc, m; 0 for a straight track
  Vector center{0, 0};     ///< centre of an arc, m
  Vector direction{1, 0};  ///< unit vector in the direction of increasing t; for an arc, from its centre to its middle

  Vector at(double t) const {
    if (radius == 0) return middle + t * half * direction;
    // The sum below does not contain the centre, which may be far away.
    const double turn = t * half, sine = std::sin(turn / 2);
    return middle + radius * (-2 * sine * sine * direction + std::sin(turn) * turned_left(direction));
  }
};

using Arc = OverlapBody::Arc;

/// A boundary, and its precomputed values, or null if there are none.
struct Body {
  const Boundary& boundary;
  const OverlapBody::Known* known = nullptr;
};

Arc arc_of(const BoundaryEdge& side) { return {middle_of(side), std::sin(side.half_sweep / 2)}; }

/// Returns the curve inside the body at the distance `inward` (m) from edge i. Returns nothing if the edge is a convex
/// arc whose radius is at most `inward`.
std::optional<Track> track_of(const Body& body, std::size_t i, double inward) {
  const BoundaryEdge& side = body.boundary.sides[i];
  if (side.straight()) {
    const Vector middle = (side.start + side.end) / 2 + inward * turned_left(side.direction);
    return Track{middle, side.length / 2, side.length / 2, 0, {0, 0}, side.direction};
  }
  const double radius = std::fabs(side.radius) + (side.radius > 0 ? -inward : inward);
  if (radius <= 0) return std::nullopt;
  const Arc arc = body.known ? body.known->arcs[i] : arc_of(side);
  const double reach = 2 * radius * arc.sine;
  return Track{arc.middle - std::copysign(inward, side.radius) * side.middle,
               side.half_sweep,
               reach,
               radius,
               side.center,
               side.middle};
}

/// Returns edge i of one placed body, transformed to the frame of another placed body.
Track seen(const Body& body, std::size_t i, const Placement& own, const Placement& other) {
  Track track = *track_of(body, i, 0);
  for (Vector* point : {&track.middle, &track.center}) *point = other.local(own.point(*point) - other.origin);
  track.direction = other.local(own.direction(track.direction));
  return track;
}

/// Returns a box that contains a track.
BoundaryBox box_of(const Track& track) {
  BoundaryBox box;
  if (track.radius > 0) {
    box.add(track.middle, track.reach);
  } else {
    box.add(track.middle - track.half * track.direction);
    box.add(track.middle + track.half * track.direction);
  }
  return box;
}

Vector inward_at_middle(const BoundaryEdge& side) {
  if (side.straight()) return turned_left(side.direction);
  return side.radius > 0 ? Vector(-side.middle) : side.middle;
}

/// Adds scaled(x) to `cuts` for each real root x of a x^2 + 2 b x + c.
void add_roots(double a, double b, double c, const auto& scaled, std::vector<double>& cuts) {
  const double square = b * b - a * c;
  if (!(square >= 0)) return;
  const double sum = -(b + std::copysign(std::sqrt(square), b));
  for (const auto& [over, under] : {std::pair(sum, a), std::pair(c, sum)}) {
    if (under != 0) cuts.push_back(scaled(over / under));
  }
}

/// Adds the parameters at which a track crosses the whole line or circle of another track. Positions are relative to
/// the middles of both tracks, because the centres of arcs may be far away.
void cross(const Track& track, const Track& other, std::vector<double>& cuts) {
  const Vector from = track.middle - other.middle, left = turned_left(track.direction);
  const auto of_length = [&](double x) { return x / track.half; };
  // Returns the parameter t of a point of the track's circle, where x is the tangent of half of the point's angle.
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

/// Does the same as cross() for an arc and a circle that is tiny compared with the arc. For a tiny circle, the formula
/// in cross() would lose digits by cancellation.
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

/// Adds the parameters at which a track crosses another track. May also add crossings slightly beyond the ends of the
/// other track.
void add_crossings(const Track& track, const Track& other, double depth, std::vector<double>& cuts) {
  const double near = (1 + 1e-9) * other.reach + 4 * depth;
  if ((track.middle - other.middle).squaredNorm() > (track.reach + near) * (track.reach + near)) return;
  const std::size_t before = cuts.size();
  const bool tiny = track.radius > 0 && other.radius > 0 && other.radius < 1e-4 * track.reach;
  tiny ? cross_tiny(track, other, cuts) : cross(track, other, cuts);
  const auto far = [&](double t) {
    return !(std::fabs(t) < 1) || (track.at(t) - other.middle).squaredNorm() > near * near;
  };
  cuts.erase(std::remove_if(cuts.begin() + static_cast<std::ptrdiff_t>(before), cuts.end(), far), cuts.end());
}

/// Returns the angle, rad, by which an outline winds around a point that is not on it. For an arc, adds the angle that
/// its chord spans. If the point is between arc and chord, adds or subtracts a full turn.
double winding(const Vector& point, const Boundary& boundary) {
  double sum = 0;
  for (std::size_t i = 0; i < boundary.sides.size(); ++i) {
    const BoundaryEdge& side = boundary.sides[i];
    if (side.before == static_cast<int>(i)) {  // the edge is a whole circle
      if ((point - side.center).norm() < std::fabs(side.radius))
        sum += std::copysign(2 * std::numbers::pi, side.radius);
      continue;
    }
    const Vector from = side.start - point, to = side.end - point;
    const double angle = std::atan2(cross(from, to), from.dot(to));
    sum += angle;
    if (side.straight() || (point - side.center).norm() > std::fabs(side.radius)) continue;
    if (side.radius > 0 && angle < 0) sum += 2 * std::numbers::pi;
    if (side.radius < 0 && angle > 0) sum -= 2 * std::numbers::pi;
  }
  return sum;
}

/// Returns whether a boundary has a corner with an angle of nearly 0.
bool has_tips(const Boundary& boundary) {
  constexpr double kTip = std::numbers::pi / 2 - 1e-6;  // rad
  return std::any_of(boundary.rounds.begin(), boundary.rounds.end(),
                     [](const BoundaryVertex& round) { return round.corner() && round.half_sweep > kTip; });
}

/// Returns the depth of a point inside the outline, m; negative for a point outside. Sharp tips need special treatment:
/// a point in front of a tip may be equally near to both edges of the tip, and the sign of its distance from either
/// edge then has no meaning.
double depth_of(const Vector& point, const Body& body) {
  const Boundary& boundary = body.boundary;
  const bool field = body.known && body.known->depths;
  const std::optional<double> depth = field ? body.known->depths->depth(point) : depth_in(point, boundary);
  if (depth && !(body.known ? body.known->has_tips : has_tips(boundary))) return *depth;
  double nearest = std::fabs(depth.value_or(std::numeric_limits<double>::infinity()));
  for (const BoundaryEdge& side : boundary.sides) nearest = std::min(nearest, (point - side.start).norm());
  return winding(point, boundary) > std::numbers::pi ? nearest : -nearest;
}

bool deep(const Vector& point, const Body& body, double depth) { return depth_of(point, body) > depth; }

/// Adds the parameters at which the depth of a track may become larger or smaller than `depth`. At these parameters,
/// the distance from an edge or a corner equals `depth`.
void add_cuts(const Track& track, const Body& in, double depth, std::vector<double>& cuts) {
  const std::vector<BoundaryEdge>& sides = in.boundary.sides;
  // At these parameters, the track is within `depth` of the edge. The box is enlarged by more than `depth`, because of
  // rounding errors.
  BoundaryBox near = box_of(track);
  const double wider = 4 * depth + 1e-9 * (track.reach + (in.boundary.box.high - in.boundary.box.low).norm());
  near.low -= Vector::Constant(wider);
  near.high += Vector::Constant(wider);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (!near.meets(sides[i].box)) continue;
    if (const std::optional<Track> inner = track_of(in, i, depth)) add_crossings(track, *inner, depth, cuts);
    const Track around{sides[i].start, std::numbers::pi, 2 * depth, depth, sides[i].start, {1, 0}};
    add_crossings(track, around, depth, cuts);
  }
}

/// The edges of one body that may be deep inside another body, in the frame of the other body. `leaves` states whether
/// the middle of some edge was found to be outside the other body by more than the tested depth, or some edge was found
/// to lie beside the other body's box.
struct Reaching {
  struct Edge {
    Track track;
    double depth;  ///< depth of the edge's middle inside the other body, m
  };
  std::vector<Edge> edges;
  bool leaves = false;
};

/// Returns whether the middle of an edge of the body `of` is deeper than `least` inside the body `in`. If not, sets
/// `reaching` to the edges that may have another point at such a depth: the depths of two points differ by at most the
/// distance between the points. If `sides` is not null, tests only the edges in `sides`.
bool middles_reach_in(const Body& of, const Placement& own, const std::vector<int>* sides, const Body& in,
                      const Placement& other, double least, Reaching& reaching) {
  const auto beside = [&](const Track& track, int axis) {
    const double low = in.boundary.box.low[axis], high = in.boundary.box.high[axis],
                 rounding = 1e-15 * (high - low);  // bound on the rounding error of the depth near large arcs
    return std::max(track.middle[axis] - high, low - track.middle[axis]) > track.reach + rounding;
  };
  const std::size_t count = sides ? sides->size() : of.boundary.sides.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Track track = seen(of, sides ? static_cast<std::size_t>((*sides)[k]) : k, own, other);
    if (beside(track, 0) || beside(track, 1)) {
      reaching.leaves = true;
      continue;
    }
    const double depth = depth_of(track.middle, in);
    reaching.leaves = reaching.leaves || depth < -least;
    if (depth > least) return true;
    if (depth + track.reach > least) reaching.edges.push_back({track, depth});
  }
  return false;
}

/// Returns whether some point of an edge is deeper than `least` in the body `in`. The depths of two points differ by at
/// most the distance between the points. Around a point of small depth, a piece of the edge therefore needs no test.
bool comes_deep(const Reaching::Edge& edge, const Body& in, double least, std::vector<double>& cuts) {
  const Track& track = edge.track;
  // Half of the edge's length: from t = 0 to t = 1, m.
  const double length = track.radius > 0 ? track.radius * track.half : track.half;
  const double around = (least - edge.depth) / length;  // points of the edge with |t| below this value are at most
                                                        // `least` deep
  cuts = {-1, 1};
  add_cuts(track, in, least, cuts);
  std::sort(cuts.begin(), cuts.end());
  double passed = -1;  // points with a smaller t are at most `least` deep
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const double from = cuts[k], to = cuts[k + 1];
    if (from == to || to <= passed || (from >= -around && to <= around)) continue;
    const double middle = (from + to) / 2, depth = depth_of(track.at(middle), in);
    if (depth > least) return true;
    passed = middle + (least - depth) / length;
  }
  return false;
}

/// Returns a point that is deeper than `least` inside the outline. For each of a few edges, draws a chord from the
/// middle of the edge, perpendicular to the edge, across the inside of the outline. Returns the deepest of the
/// midpoints of these chords, or nothing if no midpoint is deeper than `least`.
std::optional<Vector> inner_point(const Body& body, double least, std::vector<double>& cuts) {
  const std::vector<BoundaryEdge>& sides = body.boundary.sides;
  const double far = 2 * (body.boundary.box.high - body.boundary.box.low).norm();
  std::optional<Vector> best;
  double deepest = least;
  for (std::size_t i = 0; i < sides.size(); i += std::max<std::size_t>(1, sides.size() / 16)) {
    const Track own = *track_of(body, i, 0);
    const bool bulges = own.radius > 0 && sides[i].radius > 0;
    const Track ray{own.middle, far, far, 0, {0, 0}, inward_at_middle(sides[i])};
    cuts.clear();
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (k != i) add_crossings(ray, *track_of(body, k, 0), least, cuts);
    }
    double across = bulges ? 2 * own.radius : far;  // if the edge is a convex arc, the chord ends at the latest at the
                                                    // far side of the arc's circle
    for (const double t : cuts) {
      if (t > 0) across = std::min(across, t * far);
    }
    const Vector point = own.middle + across / 2 * ray.direction;
    const double depth = depth_of(point, body);
    if (depth <= deepest) continue;
    deepest = depth;
    best = point;
  }
  return best;
}

/// Returns whether a point of an edge of one body is deeper than `depth` inside the other body. If `sides_a` and
/// `sides_b` are not null, tests only the edges in these lists. The middles of all edges are tested first, because
/// these tests take little time and find most overlaps.
bool edges_reach_in(const Body& a, const Placement& place_a, const std::vector<int>* sides_a, const Body& b,
                    const Placement& place_b, const std::vector<int>* sides_b, double depth,
                    std::array<Reaching, 2>& reaching) {
  if (middles_reach_in(a, place_a, sides_a, b, place_b, depth, reaching[0]) ||
      middles_reach_in(b, place_b, sides_b, a, place_a, depth, reaching[1]))
    return true;
  std::vector<double> cuts;
  const auto any_deep = [&](const Reaching& edges, const Body& in) {
    return std::any_of(edges.edges.begin(), edges.edges.end(), [&](const Reaching::Edge& edge) { return comes_deep(edge, in, depth, cuts); });
  };
  return any_deep(reaching[0], b) || any_deep(reaching[1], a);
}

/// Returns whether the point that inner_point() finds inside the body `of` is deeper than `depth` inside the body `in`.
bool inside_reaches_in(const Body& of, const Placement& own, const Body& in, const Placement& other, double depth) {
  std::vector<double> cuts;
  const std::optional<Vector> inner = inner_point(of, depth, cuts);
  return inner && deep(other.local(own.point(*inner) - other.origin), in, depth);
}

/// If a boundary has at most one edge or arc, returns its circle or point; otherwise returns nothing.
std::optional<Track> pin_of(const Body& body, const Placement& place) {
  if (body.boundary.sides.size() > 1) return std::nullopt;
  const BoundaryVertex& round = body.boundary.rounds[0];
  Track pin;
  pin.center = place.point(round.center);
  pin.radius = round.radius;
  return pin;
}

bool overlap(const Body& a, const Placement& place_a, const Body& b, const Placement& place_b, double depth) {
  const std::optional<Track> pin_a = pin_of(a, place_a), pin_b = pin_of(b, place_b);
  if (pin_a && pin_b) {
    return pin_a->radius + pin_b->radius - (pin_a->center - pin_b->center).norm() > depth;
  }
  if (pin_a || pin_b) {
    const Track& pin = pin_a ? *pin_a : *pin_b;
    const Placement& place = pin_a ? place_b : place_a;
    return depth_of(place.local(pin.center - place.origin), pin_a ? b : a) > depth - pin.radius;
  }
  // If one body is partly outside the other body and partly deep inside it, some edge of one of them is deep inside the
  // other. If no edge leaves the other body, the bodies may be equal, or one may contain the other.
  std::array<Reaching, 2> reaching;
  return edges_reach_in(a, place_a, nullptr, b, place_b, nullptr, depth, reaching) ||
         (!reaching[0].leaves && inside_reaches_in(a, place_a, b, place_b, depth)) ||
         (!reaching[1].leaves && inside_reaches_in(b, place_b, a, place_a, depth));
}

}  // namespace

bool overlap(const PlacedBoundary& a, const PlacedBoundary& b, double depth) {
  return overlap(Body{*a.boundary}, a.place, Body{*b.boundary}, b.place, depth);
}

OverlapBody::OverlapBody(const Boundary& boundary) {
  Shared shared{boundary, {}};
  Known& known = shared.known;
  for (const BoundaryEdge& side : boundary.sides) {
    known.arcs.push_back(side.straight() ? Arc{} : arc_of(side));
  }
  known.has_tips = has_tips(boundary);
  if (boundary.sides.size() > 1) known.depths = std::make_unique<DepthField>(boundary);
  shared_ = std::make_shared<const Shared>(std::move(shared));
}

bool overlap(const OverlapBody& a, const Placement& place_a, const OverlapBody& b, const Placement& place_b, double depth) {
  return overlap(Body{a.boundary(), &a.known()}, place_a, Body{b.boundary(), &b.known()}, place_b, depth);
}

bool edges_reach_in(const OverlapBody& a, const Placement& place_a, const std::vector<int>& sides_a, const OverlapBody& b,
                    const Placement& place_b, const std::vector<int>& sides_b, double depth) {
  std::array<Reaching, 2> reaching;
  return edges_reach_in(Body{a.boundary(), &a.known()}, place_a, &sides_a, Body{b.boundary(), &b.known()}, place_b, &sides_b,
                        depth, reaching);
}

}  // namespace pawl::internal::inline geometry
