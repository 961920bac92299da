// SPDX-License-Identifier: MIT
#include "geometry/boundary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "exact/orientation.h"
#include "geometry/plane.h"

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

/// Largest angle, rad, between the tangents of two successive edges that count as one smooth curve. The angle between
/// tangent edges is not exactly 0, because bulges are rounded.
constexpr double kSmooth = 1e-9;

BoundaryEdge straight_edge(const Vector& start, const Vector& end) {
  BoundaryEdge side;
  side.start = start;
  side.end = end;
  side.length = (end - start).norm();
  side.direction = (end - start) / side.length;
  return side;
}

/// Returns an arc. Let d be the chord from start to end, d^ the chord turned by +90 degrees, and b = tan(sweep/4). From
/// the middle of the chord, the middle of the arc is at -b d^/2, and the arc's centre is at (1 - b^2)/(4b) d^.
BoundaryEdge arc_edge(const Vector& start, const Vector& end, double bulge) {
  const Vector chord = end - start;
  BoundaryEdge side;
  side.start = start;
  side.end = end;
  side.center = arc_center(start, end, bulge);
  side.radius = chord.norm() * (1 + bulge * bulge) / (4 * bulge);
  side.middle = (bulge > 0 ? -1 : 1) * turned_left(chord).normalized();
  side.half_sweep = 2 * std::atan(std::fabs(bulge));
  return side;
}

BoundaryEdge side_of(const Vector& start, const Vector& end, double bulge) {
  return bulge == 0 ? straight_edge(start, end) : arc_edge(start, end, bulge);
}

/// Returns the direction of the edge, as a unit vector, at the end of the edge or, if `end` is false, at its start.
Vector direction_at(const BoundaryEdge& side, bool end) {
  if (side.straight()) return side.direction;
  const double sign = side.radius > 0 ? 1 : -1;
  return sign * turned_left(turned(side.middle, (end ? sign : -sign) * side.half_sweep));
}

BoundaryVertex vertex_of(const BoundaryEdge& arc) {
  return {arc.center, arc.radius, arc.middle, arc.half_sweep, arc.slack};
}

void add_corner(int i, int k, Boundary& boundary) {
  BoundaryEdge& before = boundary.sides[i];
  BoundaryEdge& after = boundary.sides[k];
  const Vector in = direction_at(before, true), out = direction_at(after, false);
  double turn = std::atan2(cross(in, out), in.dot(out));
  if (std::fabs(turn) > std::numbers::pi - kSmooth) turn = std::numbers::pi;  // at a tip, the direction reverses
  if (std::fabs(turn) < kSmooth) {
    const double radius = std::min(std::fabs(before.radius), std::fabs(after.radius));
    for (BoundaryEdge* side : {&before, &after}) side->slack = std::max(side->slack, kSlack * radius);
  }
  if (turn < kSmooth) return;
  const Vector middle = turned(in, turn / 2);
  before.end_corner = after.start_corner = static_cast<int>(boundary.rounds.size());
  boundary.rounds.push_back({after.start, 0, {middle.y(), -middle.x()}, turn / 2, 0, i, k});
}

double signed_area(const std::vector<Vector>& vertices, const std::vector<double>& bulges) {
  double twice = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vector from = vertices[i] - vertices[0], to = vertices[(i + 1) % vertices.size()] - vertices[0];
    const double sweep = 4 * std::atan(bulges[i]);
    const double radius = (to - from).norm() * (1 + bulges[i] * bulges[i]) / (4 * std::fabs(bulges[i]));
    twice += cross(from, to);
    if (bulges[i] != 0) twice += radius * radius * (sweep - std::sin(sweep));
  }
  return twice / 2;
}

/// Returns whether some point of an arc lies in the given direction from the arc's centre.
bool has_direction(const BoundaryEdge& arc, const Vector& direction) {
  const double angle = std::atan2(std::fabs(cross(arc.middle, direction)), arc.middle.dot(direction));
  return angle <= arc.half_sweep * (1 + 1e-9) + 1e-12;
}

/// Adds a loop to a boundary: its edges, with the material on their left, and its convex corners and convex arcs. Also
/// enlarges the boundary's reach, if necessary.
void add_loop(const std::vector<BoundaryEdge>& loop, Boundary& boundary) {
  const int first = static_cast<int>(boundary.sides.size()), count = static_cast<int>(loop.size());
  boundary.sides.insert(boundary.sides.end(), loop.begin(), loop.end());
  for (int i = 0; i < count; ++i) {
    const int before = first + (i + count - 1) % count;
    boundary.sides[first + i].before = before;
    add_corner(before, first + i, boundary);
  }
  const auto end = boundary.sides.end();
  for (auto side = boundary.sides.begin() + first; side != end; ++side) {
    if (!side->straight() && side->radius > 0) boundary.rounds.push_back(vertex_of(*side));
  }
  for (const BoundaryEdge& side : loop) {
    boundary.reach = std::max(boundary.reach, side.start.norm());
    if (!side.straight() && side.radius > 0 && has_direction(side, side.center)) {
      boundary.reach = std::max(boundary.reach, side.center.norm() + side.radius);
    }
  }
}

/// Returns the bounding box of an edge. For an arc, the box is widened on all sides by `slack` and a margin for
/// rounding errors. For a shallow arc, the box is much smaller than that of the circle.
BoundaryBox box_of(const BoundaryEdge& side) {
  BoundaryBox box;
  if (side.straight()) {
    box.add(side.start);
    box.add(side.end);
    return box;
  }
  const double radius = std::fabs(side.radius), margin = side.slack + 0x1p-40 * radius;
  box.add(side.start, margin);
  box.add(side.end, margin);
  for (const Vector& axis : {Vector(1, 0), Vector(0, 1), Vector(-1, 0), Vector(0, -1)}) {
    if (has_direction(side, axis)) box.add(side.center + radius * axis, margin);
  }
  return box;
}

void set_boxes(Boundary& boundary) {
  boundary.box = {};
  boundary.box.add(boundary.rounds.front().center);
  for (BoundaryEdge& side : boundary.sides) {
    side.box = box_of(side);
    boundary.box.add(side.start);
    if (side.straight() || side.radius < 0) continue;
    boundary.box.low = boundary.box.low.cwiseMin(side.box.low);
    boundary.box.high = boundary.box.high.cwiseMax(side.box.high);
  }
}

/// The three functions below add an outline. The material is inside the outline, or outside it if `hole` is true.
void add(const Polygon& polygon, bool hole, Boundary& boundary) {
  std::vector<Vector> corners;
  const auto& all = polygon.vertices;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (orientation(all[(i + all.size() - 1) % all.size()], all[i], all[(i + 1) % all.size()]) != 0) {
      corners.push_back(all[i]);
    }
  }
  if ((exact::turn_of(all) < 0) != hole) std::reverse(corners.begin(), corners.end());
  std::vector<BoundaryEdge> loop;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    loop.push_back(straight_edge(corners[i], corners[(i + 1) % corners.size()]));
  }
  add_loop(loop, boundary);
}

void add(const Disc& disc, bool hole, Boundary& boundary) {
  if (!hole) {
    boundary.reach = std::max(boundary.reach, disc.center.norm() + disc.radius);
    boundary.rounds.push_back({disc.center, disc.radius, {1, 0}, std::numbers::pi});
  }
  if (disc.radius == 0) return;
  BoundaryEdge side;
  side.center = disc.center;
  side.radius = hole ? -disc.radius : disc.radius;
  side.half_sweep = std::numbers::pi;
  side.start = side.end = disc.center - Vector(disc.radius, 0);
  side.before = static_cast<int>(boundary.sides.size());
  boundary.sides.push_back(side);
}

void add(const Path& path, bool hole, Boundary& boundary) {
  const std::size_t count = path.vertices.size();
  const bool left = (signed_area(path.vertices, path.bulges) > 0) != hole;
  std::vector<BoundaryEdge> loop;
  for (std::size_t i = 0; i < count; ++i) {
    const Vector& start = path.vertices[i];
    const Vector& end = path.vertices[(i + 1) % count];
    loop.push_back(left ? side_of(start, end, path.bulges[i]) : side_of(end, start, -path.bulges[i]));
  }
  if (!left) std::reverse(loop.begin(), loop.end());
  add_loop(loop, boundary);
}

}  // namespace

Boundary boundary_of(const Loops& loops) {
  Boundary boundary;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    std::visit([&](const auto& outline) { add(outline, k > 0, boundary); }, loops[k]);
  }
  set_boxes(boundary);
  return boundary;
}

Boundary Boundary::moved(const Eigen::Vector3d& pose) const {
  const Vector shift = pose.head<2>();
  const auto place = [&](Vector& point) { point = turned(point, pose[2]) + shift; };
  const auto turn = [&](Vector& direction) { direction = turned(direction, pose[2]); };
  Boundary result = *this;
  for (BoundaryEdge& side : result.sides) {
    for (Vector* point : {&side.start, &side.end, &side.center}) place(*point);
    for (Vector* direction : {&side.direction, &side.middle}) turn(*direction);
  }
  for (BoundaryVertex& round : result.rounds) {
    place(round.center);
    turn(round.middle);
  }
  set_boxes(result);
  result.reach += shift.norm();
  return result;
}

namespace {

/// Returns the signed distance of a point from an edge, positive outside the material. Returns nothing if the nearest
/// point of the edge is one of its ends.
std::optional<double> beyond(const BoundaryEdge& side, const Vector& point) {
  if (side.straight()) {
    const Vector from = point - side.start;
    const double along = from.dot(side.direction);
    if (along < 0 || along > side.length) return std::nullopt;
    return from.dot(outward(side, point));
  }
  const Vector from = point - middle_of(side);
  const double radius = std::fabs(side.radius), ahead = radius + from.dot(side.middle);
  const double across = cross(side.middle, from);
  if (std::fabs(std::atan2(across, ahead)) > side.half_sweep) return std::nullopt;
  const double out = (from.squaredNorm() + 2 * radius * from.dot(side.middle)) / (radius + std::hypot(ahead, across));
  return side.radius > 0 ? out : -out;
}

}  // namespace

Vector outward(const BoundaryEdge& side, const Vector& at) {
  if (side.straight()) return {side.direction.y(), -side.direction.x()};
  const Vector out = (at - side.center).normalized();
  return side.radius > 0 ? out : Vector(-out);
}

Vector middle_of(const BoundaryEdge& side) {
  const Vector chord = side.end - side.start;
  if (side.half_sweep > std::numbers::pi / 2) return side.center + std::fabs(side.radius) * side.middle;
  return (side.start + side.end) / 2 + chord.norm() / 2 * std::tan(side.half_sweep / 2) * side.middle;
}

std::optional<double> depth_in(const Vector& point, const Boundary& boundary) {
  double nearest = std::numeric_limits<double>::infinity();
  std::optional<double> depth;
  const auto take = [&](double distance, std::optional<double> found) {
    if (distance >= nearest) return;
    nearest = distance;
    depth = found;
  };
  const std::vector<BoundaryEdge>& sides = boundary.sides;
  constexpr double kRounding = 1e-9;  // relative margin within which distances count as equal, so that all edges at the
                                      // least distance are considered
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i].box.squared_distance(point) > (1 + kRounding) * nearest * nearest) continue;
    if (const std::optional<double> out = beyond(sides[i], point)) take(std::fabs(*out), -*out);
    if (sides[i].before == static_cast<int>(i)) continue;  // a circle has no vertices
    const Vector from = point - sides[i].start;
    const BoundaryEdge& before = sides[sides[i].before];
    const Vector bisector = outward(before, before.end) + outward(sides[i], sides[i].start);
    const double distance = from.norm();
    if (bisector.norm() < kOppositeNormals) {
      take(distance, std::nullopt);
    } else {
      take(distance, from.dot(bisector) > 0 ? -distance : distance);
    }
  }
  return depth;
}

namespace {

/// Margin, rad, of the tests whether a vertex faces an edge: a direction counts as inside a range of directions if it
/// is outside by at most this angle. The margin is needed for flush edges, where a corner at the end of one edge barely
/// faces the other edge.
constexpr double kFacing = 1e-3;

double angle_between(const Vector& a, const Vector& b) { return std::atan2(std::fabs(cross(a, b)), a.dot(b)); }
/// Returns the angle by which a direction is outside an arc's range, rad; negative if it is inside. The range of a full
/// circle contains all directions.
double beyond_arc(const Vector& direction, const Vector& middle, double half_sweep) {
  return half_sweep < std::numbers::pi ? angle_between(direction, middle) - half_sweep : -std::numbers::pi;
}

/// The two features of a pair, an edge and a vertex or convex arc, and the poses of their bodies.
struct View {
  const BoundaryEdge& side;
  const BoundaryVertex& round;
  const Placement& edge_pose;
  const Placement& vertex_pose;
};

View view_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  const PlacedBoundary& of_side = pair.vertex_on_b ? a : b;
  const PlacedBoundary& of_vertex = pair.vertex_on_b ? b : a;
  return {of_side.boundary->sides[pair.side], of_vertex.boundary->rounds[pair.round], of_side.place, of_vertex.place};
}

/// The geometry of a pair of an edge and a vertex. The normal points out of the edge's body.
struct EdgeView {
  Vector normal, on_side, on_vertex;
  double gap, outside, along;
};

EdgeView against_straight(const View& view, const Vector& center) {
  const Vector direction = view.edge_pose.direction(view.side.direction);
  const Vector normal(direction.y(), -direction.x());
  const Vector from_start = center - view.edge_pose.point(view.side.start);
  const double height = normal.dot(from_start), along = direction.dot(from_start);
  return {normal,
          center - height * normal,
          center - view.round.radius * normal,
          height - view.round.radius,
          std::max(-along, along - view.side.length) - view.side.slack,
          along};
}

/// Returns the geometry of a pair whose edge is an arc. The normal points away from the centre of a convex arc, and
/// towards the centre of a concave arc.
EdgeView against_arc(const View& view, const Vector& center) {
  const Vector middle = view.edge_pose.direction(view.side.middle);
  const Vector arc_center = view.edge_pose.point(view.side.center);
  const double sign = view.side.radius > 0 ? 1 : -1;
  const double distance = (center - arc_center).norm();
  const Vector away = distance > 0 ? Vector((center - arc_center) / distance) : middle;
  const Vector normal = sign * away;
  const double beyond = beyond_arc(away, middle, view.side.half_sweep);
  return {normal,
          arc_center + std::fabs(view.side.radius) * away,
          center - view.round.radius * normal,
          sign * distance - view.side.radius - view.round.radius,
          std::fabs(view.side.radius) * beyond - view.side.slack,
          0};
}

EdgeView edge_view(const View& view) {
  const Vector center = view.vertex_pose.point(view.round.center);
  EdgeView result = view.side.straight() ? against_straight(view, center) : against_arc(view, center);
  if (view.round.radius > 0) {
    const double beyond =
        beyond_arc(-result.normal, view.vertex_pose.direction(view.round.middle), view.round.half_sweep);
    result.outside = std::max(result.outside, view.round.radius * beyond - view.round.slack);
  }
  return result;
}

/// Largest angle between two directions that count as equal, rad.
constexpr double kSameDirection = 1e-7;

/// Returns the corner at the end of the pair's edge that is nearer to the vertex, or -1 if that end is not a corner.
int corner_beside(const View& view) {
  const Vector center = view.vertex_pose.point(view.round.center);
  const double to_start = (center - view.edge_pose.point(view.side.start)).norm();
  const double to_end = (center - view.edge_pose.point(view.side.end)).norm();
  return to_start <= to_end ? view.side.start_corner : view.side.end_corner;
}

/// For how much of a motion an axis separates two corners. `gap` is the gap at the end of the motion, m. `part` is 2 if
/// this gap is at least -depth; otherwise it is the fraction of the motion at which the gap becomes 0.
struct Separation {
  double part = 0, gap = 0;

  Separation(const EdgeView& start, const EdgeView& end, double depth) : gap(end.gap) {
    const double before = std::max(start.gap, 0.);
    part = gap >= -depth ? 2 : before / (before - gap);
  }
  bool longer_than(const Separation& other) const {
    if (part == 2 || other.part == 2 || std::fabs(part - other.part) > 1e-9) return part >= other.part;
    return gap > other.gap;
  }
};

/// Returns whether the corner is in front of the edge (or behind it by at most `depth`), and the two edges that meet at
/// this corner lead away from the given edge.
bool faces(const View& view, const EdgeView& seen, double depth) {
  return seen.gap >= -depth && angle_between(-seen.normal, view.vertex_pose.direction(view.round.middle)) <=
                                   view.round.half_sweep + kSameDirection;
}

/// Returns whether a motion of the vertex within the reach can bring a direction into a range of directions. The
/// direction is that between two centres: of the vertex and of an edge's arc. Before the motion, the distance of the
/// centres is `distance`, and the direction is outside the range by the angle `beyond`, rad.
bool within_reach(double beyond, double distance, const Reach& reach) {
  return reach.shift >= distance || beyond <= reach.turn + std::asin(reach.shift / distance) + kFacing;
}

/// Returns whether a vertex behind the line or circle of an edge can come in front of the edge. This is possible only
/// if the vertex is beyond an end of the edge, in two ways: the line rotates until the vertex is in front of it, or the
/// vertex enters the opening of a concave arc.
bool turns_in_front(const View& view, const EdgeView& seen, const Reach& reach) {
  if (seen.outside <= 0) return false;
  if (!view.side.straight())
    // A vertex beyond the ends of a concave arc can come in front only by a shift through the arc's opening. A vertex behind a
    // convex arc cannot come in front.
    return view.side.radius < 0 && -seen.gap <= reach.shift;
  return -seen.gap <= reach.shift + std::min(reach.turn, 1.) * (seen.outside + view.side.length + reach.shift);
}

bool comes_before(const View& view, const Reach& reach, double depth) {
  const Vector center = view.vertex_pose.point(view.round.center);
  const EdgeView seen = edge_view(view);
  if (seen.gap > reach.shift) return false;
  if (seen.gap < -depth && !turns_in_front(view, seen, reach)) return false;
  const double facing = angle_between(-seen.normal, view.vertex_pose.direction(view.round.middle));
  if (view.side.straight()) {
    const double room = reach.shift + depth + std::min(reach.turn, 1.) * std::fabs(seen.gap);
    return seen.along >= -room && seen.along <= view.side.length + room &&
           facing <= view.round.half_sweep + reach.turn + reach.aside + kFacing;
  }
  const double distance = (center - view.edge_pose.point(view.side.center)).norm();
  const double beyond = angle_between(view.side.radius > 0 ? seen.normal : Vector(-seen.normal),
                                      view.edge_pose.direction(view.side.middle));
  return within_reach(facing - view.round.half_sweep - reach.aside, distance, reach) &&
         within_reach(beyond - view.side.half_sweep, distance, reach);
}

/// Returns whether a vertex may touch an edge at all. Two convex arcs form two pairs, of which only one is examined.
bool may_meet(const BoundaryEdge& side, const BoundaryVertex& round, bool vertex_on_b) {
  const bool bulges = !side.straight() && side.radius > 0;
  if (bulges && round.radius > 0 && !vertex_on_b) return false;
  // false if the vertex does not fit into the concave arc
  return side.straight() || side.radius > 0 || round.radius <= -side.radius;
}

/// Transforms points from one frame to another.
struct Transform {
  const Placement& from;
  const Placement& to;
  Vector point(const Vector& p) const { return to.local(from.point(p) - to.origin); }
};

/// Adds the pairs of features whose boxes meet, after the boxes are enlarged by the reach and the depth. Works in the
/// frame of the body with more features, because the boxes of these features are stored in this frame. Compares either
/// the box of each vertex with the boxes of the edges, or the box of each edge with the boxes of the vertices.
void add_pairs_of(bool vertex_on_b, const PlacedBoundary& sides, const PlacedBoundary& rounds, const Reach& reach,
                  double depth, std::vector<FeaturePair>& pairs) {
  const Boundary& of_edges = *sides.boundary;
  const Boundary& of_vertices = *rounds.boundary;
  const double room = reach.shift + depth;
  const auto look_at = [&](std::size_t r, std::size_t s) {
    const BoundaryEdge& side = of_edges.sides[s];
    const BoundaryVertex& round = of_vertices.rounds[r];
    if (may_meet(side, round, vertex_on_b) && comes_before({side, round, sides.place, rounds.place}, reach, depth)) {
      pairs.push_back({vertex_on_b, static_cast<int>(r), static_cast<int>(s)});
    }
  };
  if (of_edges.sides.size() >= of_vertices.rounds.size()) {
    const Transform transform{rounds.place, sides.place};
    for (std::size_t r = 0; r < of_vertices.rounds.size(); ++r) {
      BoundaryBox near;
      near.add(transform.point(of_vertices.rounds[r].center), of_vertices.rounds[r].radius + room);
      if (!near.meets(of_edges.box)) continue;
      for (std::size_t s = 0; s < of_edges.sides.size(); ++s) {
        if (near.meets(of_edges.sides[s].box)) look_at(r, s);
      }
    }
    return;
  }
  const std::size_t first = pairs.size();
  const Transform transform{sides.place, rounds.place};
  for (std::size_t s = 0; s < of_edges.sides.size(); ++s) {
    const BoundaryEdge& side = of_edges.sides[s];
    BoundaryBox near;
    if (side.straight()) {
      near.add(transform.point(side.start), room);
      near.add(transform.point(side.end), room);
    } else {
      near.add(transform.point(side.center), std::fabs(side.radius) + room);
    }
    if (!near.meets(of_vertices.box)) continue;
    for (std::size_t r = 0; r < of_vertices.rounds.size(); ++r) {
      BoundaryBox own;
      own.add(of_vertices.rounds[r].center, of_vertices.rounds[r].radius);
      if (near.meets(own)) look_at(r, s);
    }
  }
  const auto order = [](const FeaturePair& p, const FeaturePair& q) {
    return p.round != q.round ? p.round < q.round : p.side < q.side;
  };
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(), order);
}

}  // namespace

Placement::Placement(const Vector& at, double turn) : origin(at), angle(turn) {
  const Vector axis = turned({1, 0}, turn);
  cosine = axis.x();
  sine = axis.y();
}

PairGeometry geometry_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  const EdgeView seen = edge_view(view_of(pair, a, b));
  PairGeometry result;
  result.normal = pair.vertex_on_b ? seen.normal : Vector(-seen.normal);
  result.on_a = pair.vertex_on_b ? seen.on_side : seen.on_vertex;
  result.on_b = pair.vertex_on_b ? seen.on_vertex : seen.on_side;
  result.gap = seen.gap;
  result.outside = seen.outside;
  result.along = seen.along;
  result.bearing = (pair.vertex_on_b ? a : b).place.local(seen.normal);
  return result;
}

bool apart_longer_elsewhere(const FeaturePair& pair, const PlacedPair& start, const PlacedPair& end, double depth) {
  const View before = view_of(pair, start.a, start.b), after = view_of(pair, end.a, end.b);
  const Boundary& sides = *(pair.vertex_on_b ? start.a : start.b).boundary;
  const Boundary& rounds = *(pair.vertex_on_b ? start.b : start.a).boundary;
  const int beside = corner_beside(after);
  if (!before.round.corner() || beside < 0) return false;
  const BoundaryVertex& corner = sides.rounds[beside];
  const EdgeView seen = edge_view(before);
  const Separation own(seen, edge_view(after), depth);
  const auto keeps_longer = [&](const View& first, const View& last) {
    const EdgeView other = edge_view(first);
    return std::fabs(cross(other.normal, seen.normal)) >= kSameDirection && faces(first, other, depth) &&
           Separation(other, edge_view(last), depth).longer_than(own);
  };
  for (const int other : {corner.edge_before, corner.edge_after}) {
    const BoundaryEdge& side = sides.sides[other];
    if (keeps_longer({side, before.round, before.edge_pose, before.vertex_pose},
                     {side, after.round, after.edge_pose, after.vertex_pose})) {
      return true;
    }
  }
  for (const int other : {before.round.edge_before, before.round.edge_after}) {
    const BoundaryEdge& side = rounds.sides[other];
    if (keeps_longer({side, corner, before.vertex_pose, before.edge_pose},
                     {side, corner, after.vertex_pose, after.edge_pose})) {
      return true;
    }
  }
  return false;
}

double turn_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  return pair.vertex_on_b ? b.place.angle - a.place.angle : a.place.angle - b.place.angle;
}

double slip(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b, const PairGeometry& before,
            double turn_before, const PairGeometry& after, double turn_after) {
  const View view = view_of(pair, a, b);
  const double rolled = view.round.radius * (turn_after - turn_before);
  if (view.side.straight()) return after.along - before.along - rolled;
  const double turn = std::atan2(cross(before.bearing, after.bearing), before.bearing.dot(after.bearing));
  return (view.side.radius + view.round.radius) * turn - rolled;
}

double radius_on_a(const FeaturePair& pair, const Boundary& a, const Boundary&) {
  return pair.vertex_on_b ? a.sides[pair.side].radius : a.rounds[pair.round].radius;
}
double radius_on_b(const FeaturePair& pair, const Boundary&, const Boundary& b) {
  return pair.vertex_on_b ? b.rounds[pair.round].radius : b.sides[pair.side].radius;
}

void add_pairs(const PlacedBoundary& a, const PlacedBoundary& b, const Reach& reach, double depth,
               std::vector<FeaturePair>& pairs) {
  add_pairs_of(true, a, b, reach, depth, pairs);
  add_pairs_of(false, b, a, reach, depth, pairs);
}

}  // namespace pawl::internal::inline geometry
