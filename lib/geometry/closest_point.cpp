// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/geometry/closest_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/plane.h"
#include "geometry/segment.h"

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

/// Returns whether a vertex of a polygon is a corner. A vertex in the middle of a straight edge is not a corner.
bool is_corner(std::span<const Vector> vertices, std::size_t i) {
  const std::size_t count = vertices.size();
  return orientation(vertices[(i + count - 1) % count], vertices[i], vertices[(i + 1) % count]) != 0;
}

/// Returns the corners of a polygon. Vertices in the middle of a straight side are left out, so that the direction of
/// the whole side is the difference of two corners.
std::vector<std::size_t> corners_of(const std::vector<Vector>& vertices) {
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (is_corner(vertices, i)) corners.push_back(i);
  }
  return corners;
}

/// A straight side between two corners, and its point that is closest to a query point. `Where` states whether this
/// point is an end of the side.
struct Side {
  enum Where { start, inside, end };
  Where where;
  Vector point;
  Vector inward;
  double distance;
};

Side side_from(const Vector& a, const Vector& b, int turn, const Vector& from) {
  const Vector d = b - a;
  const Vector inward = turn > 0 ? Vector(-d.y(), d.x()) : Vector(d.y(), -d.x());
  // Scales d by a power of two, which is exact, so that squares neither underflow nor overflow.
  const int exponent = -std::ilogb(std::max(std::fabs(d.x()), std::fabs(d.y())));
  const Vector u(std::ldexp(d.x(), exponent), std::ldexp(d.y(), exponent));
  const double along = (from - a).dot(u);
  if (along <= 0) return {Side::start, a, inward, length(a - from)};
  if ((from - b).dot(u) >= 0) return {Side::end, b, inward, length(b - from)};
  if (d.x() == 0) return {Side::inside, {a.x(), from.y()}, inward, std::fabs(from.x() - a.x())};
  if (d.y() == 0) return {Side::inside, {from.x(), a.y()}, inward, std::fabs(from.y() - a.y())};
  return {Side::inside, a + along / u.squaredNorm() * u, inward, std::fabs(cross(u, from - a)) / u.norm()};
}

class PolygonView {
 public:
  PolygonView(const std::vector<Vector>& vertices, const Vector& from)
      : vertices_(vertices),
        from_(from),
        corners_(corners_of(vertices)),
        inside_(exact::strictly_inside(vertices, from)) {
    const int turn = exact::turn_of(vertices);
    for (std::size_t k = 0; k < corners_.size(); ++k) sides_.push_back(side_from(corner(k), corner(k + 1), turn, from));
  }

  std::vector<ClosestPoint> minima() const {
    std::vector<ClosestPoint> found;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const Side& before = sides_[(k + sides_.size() - 1) % sides_.size()];
      const Side& side = sides_[k];
      if (before.where == Side::end && side.where == Side::start) {
        found.push_back(at_corner(corners_[k], before, side));
      }
      if (side.where == Side::inside) {
        found.push_back({side.point, side.inward, signed_distance(side), false, edge_at(k), side.inward, side.inward,
                         corner(k), corner(k + 1)});
      }
    }
    return found;
  }

 private:
  const Vector& corner(std::size_t k) const { return vertices_[corners_[k % corners_.size()]]; }

  /// Returns the edge of the polygon that contains the closest point of side k. (A side consists of several edges if
  /// vertices lie in its middle.)
  std::size_t edge_at(std::size_t k) const {
    const std::size_t count = vertices_.size();
    const std::size_t last = corners_[(k + 1) % corners_.size()];
    const Vector d = corner(k + 1) - corner(k);
    std::size_t edge = corners_[k];
    while ((edge + 1) % count != last && (vertices_[(edge + 1) % count] - from_).dot(d) < 0) edge = (edge + 1) % count;
    return edge;
  }

  double signed_distance(const Side& side) const { return inside_ ? -side.distance : side.distance; }

  ClosestPoint at_corner(std::size_t vertex, const Side& before, const Side& after) const {
    const Vector away = inside_ ? from_ - after.point : after.point - from_;
    ClosestPoint found{after.point, away,       signed_distance(after), true, vertex, before.inward, after.inward,
                       after.point, after.point};
    found.radius = 0;
    found.center = after.point;
    return found;
  }

  const std::vector<Vector>& vertices_;
  Vector from_;
  std::vector<std::size_t> corners_;
  std::vector<Side> sides_;
  bool inside_;
};

ClosestPoint closest_on(const Disc& disc, const Vector& from) {
  const Vector inward = disc.center - from;
  const double away = length(inward);
  ClosestPoint result;
  result.point = away > 0 ? Vector(disc.center - disc.radius * (inward / away)) : disc.center;
  result.side_start = result.side_end = result.point;
  result.normal = result.inward_before = result.inward_after = inward;
  result.distance = away - disc.radius;
  result.radius = disc.radius;
  result.center = disc.center;
  return result;
}

/// Sorts the points, nearest first. At a nearly straight corner, rounding may give each of the two sides a closest
/// point just beside the corner; two such points count as one.
std::vector<ClosestPoint> nearest_first(std::vector<ClosestPoint> found, const Vector& from) {
  std::stable_sort(found.begin(), found.end(), [](const ClosestPoint& a, const ClosestPoint& b) {
    return std::fabs(a.distance) < std::fabs(b.distance);
  });
  const Vector nearest = found.front().point;
  const double rounding =
      tolerance::kLengthRounding * std::max(from.cwiseAbs().maxCoeff(), nearest.cwiseAbs().maxCoeff());
  const auto copy = [&](const ClosestPoint& point) { return length(point.point - nearest) <= rounding; };
  found.erase(std::remove_if(found.begin() + 1, found.end(), copy), found.end());
  return found;
}

}  // namespace

std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Vector& from) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return {closest_on(*disc, from)};
  if (const auto* path = std::get_if<Path>(&outline)) return nearest_first(closest_points_on(*path, from), from);
  return nearest_first(PolygonView(std::get<Polygon>(outline).vertices, from).minima(), from);
}

namespace {

/// Converts a closest point on a hole's outline. It was computed as if the hole were a body; the result is for the
/// material outside the hole.
ClosestPoint seen_from_inside(ClosestPoint found, std::size_t loop) {
  found.loop = loop;
  found.distance = 0 - found.distance;  // changes the value -0 to 0
  if (std::isfinite(found.radius)) found.radius = 0 - found.radius;
  for (Vector* direction : {&found.normal, &found.inward_before, &found.inward_after}) *direction = -*direction;
  return found;
}

}  // namespace

std::vector<ClosestPoint> unchecked_closest_points(const Loops& loops, const Vector& from) {
  std::vector<ClosestPoint> found = unchecked_closest_points(loops.outer, from);
  if (loops.holes.empty() || found.front().distance > 0) return found;
  for (std::size_t k = 1; k < loops.size(); ++k) {
    std::vector<ClosestPoint> points = unchecked_closest_points(loops[k], from);
    const bool in_hole = points.front().distance < 0;
    if (in_hole) found.clear();
    for (ClosestPoint& point : points) found.push_back(seen_from_inside(point, k));
    if (in_hole) return found;
  }
  return nearest_first(std::move(found), from);
}

NearestCorner unchecked_nearest_corner(const Loops& loops, const Vector& from) {
  NearestCorner nearest = unchecked_nearest_corner(loops.outer, from);
  for (std::size_t k = 1; k < loops.size(); ++k) {
    const NearestCorner corner = unchecked_nearest_corner(loops[k], from);
    if (corner.distance < nearest.distance) nearest = {corner.distance, corner.vertex, k};
  }
  return nearest;
}

NearestCorner unchecked_nearest_corner(const Outline& outline, const Vector& from) {
  NearestCorner nearest{std::numeric_limits<double>::infinity(), 0};
  const std::span<const Vector> vertices = vertices_of(outline);
  const auto* path = std::get_if<Path>(&outline);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double distance = length(vertices[i] - from);
    if (distance >= nearest.distance) continue;
    if (path != nullptr ? is_corner(*path, i) : is_corner(vertices, i)) nearest = {distance, i};
  }
  return nearest;
}

}  // namespace pawl::internal::inline geometry

namespace pawl {
namespace {

void require_pointer(const Eigen::Vector2d& from) {
  const char* wrong = internal::wrong_with_point(from);
  if (wrong != nullptr) throw InputError("/from", fmt::format("[{},{}]", from.x(), from.y()), wrong);
}

}  // namespace

std::vector<ClosestPoint> closest_points(const Outline& outline, const Eigen::Vector2d& from) {
  validate(outline);
  require_pointer(from);
  return internal::unchecked_closest_points(outline, from);
}

std::vector<ClosestPoint> closest_points(const Loops& loops, const Eigen::Vector2d& from) {
  validate(loops);
  require_pointer(from);
  return internal::unchecked_closest_points(loops, from);
}

NearestCorner nearest_corner(const Outline& outline, const Eigen::Vector2d& from) {
  validate(outline);
  require_pointer(from);
  return internal::unchecked_nearest_corner(outline, from);
}

}  // namespace pawl

namespace pawl::internal::inline geometry {
namespace {

int sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// Returns the side of the chord on which a point is after an infinitesimal displacement to the right and an even
/// smaller one upwards. `side` is the point's side before. Never returns 0.
int stepped_side(int side, const Vector& chord) {
  if (side != 0) return side;
  return chord.y() != 0 ? -sign(chord.y()) : sign(chord.x());
}

/// How a segment affects the parity test whether a point is inside: not at all, by changing the parity, or because it
/// contains the point.
enum class Crossing { none, odd, on_outline };

Crossing crossing_of(const Segment& s, const Vector& p) {
  const int side = orientation(s.from, s.to, p);
  if (s.bulge == 0 && side == 0 && within_segment(s.from, s.to, p)) return Crossing::on_outline;
  const int stepped = stepped_side(side, s.to - s.from);
  bool odd = false;
  if ((s.from.y() > p.y()) != (s.to.y() > p.y())) odd = (stepped > 0) == (s.to.y() > s.from.y());
  if (s.bulge != 0 && !box_of(s).apart({p, p})) {
    const int turn = sign(s.bulge);
    const int inside_circle = side_of(s, p) * turn;
    if (inside_circle == 0 && side * turn <= 0) return Crossing::on_outline;
    if (inside_circle > 0 && stepped * turn < 0) odd = !odd;
  }
  return odd ? Crossing::odd : Crossing::none;
}

enum class Place { outside, outline, inside };

Place place_of(const Path& path, const Vector& p) {
  bool inside = false;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Crossing crossing = crossing_of(segment_of(path, i), p);
    if (crossing == Crossing::on_outline) return Place::outline;
    if (crossing == Crossing::odd) inside = !inside;
  }
  return inside ? Place::inside : Place::outside;
}

/// Considers a point p on the line of the normal at one end of an arc. Returns 1 if p and that end are on the same side
/// of the arc's centre, -1 if they are on opposite sides, and 0 if p is the centre.
int on_near_side(const Segment& arc, const Vector& end, const Vector& p) {
  const ExactPoint center = ExactSegment(arc).circle().center;
  return (ExactPoint(p) - center).dot(ExactPoint(end) - center).sign();
}

/// The features of a segment at which the distance from a query point has a local minimum: its start, its interior, its
/// end.
struct Minima {
  bool at_start, inside, at_end;
  bool at_center = false;  ///< whether the query point is the centre of the arc
};

Minima minima_of(const Segment& s, const Vector& p) {
  const int start = ahead_of_start(s, p);
  const int end = ahead_of_end(s, p);
  if (s.bulge == 0) return {start <= 0, start > 0 && end < 0, end >= 0};
  const int near_start = start == 0 ? on_near_side(s, s.from, p) : 1;
  const int near_end = end == 0 ? on_near_side(s, s.to, p) : 1;
  if (near_start == 0 || near_end == 0) return {false, false, false, true};
  const bool between = std::fabs(s.bulge) <= 1 ? start > 0 && end < 0 : start > 0 || end < 0;
  return {start < 0 || (start == 0 && near_start > 0), between, end > 0 || (end == 0 && near_end > 0)};
}

class PathView {
 public:
  PathView(const Path& path, const Vector& from)
      : path_(path), from_(from), turn_(turn_of(path)), inside_(place_of(path, from) == Place::inside) {}

  std::vector<ClosestPoint> minima() const {
    std::vector<ClosestPoint> found;
    const std::size_t count = path_.vertices.size();
    Segment before = segment_of(path_, count - 1);
    Minima arriving = minima_of(before, from_);
    for (std::size_t i = 0; i < count; ++i) {
      const Segment segment = segment_of(path_, i);
      const Minima minima = minima_of(segment, from_);
      if (arriving.at_end && minima.at_start) {
        found.push_back(internal::is_corner(before, segment) ? at_corner(i, before, segment) : at_joint(i, segment));
      }
      if (minima.inside) found.push_back(on_segment(i, segment));
      if (minima.at_center) found.push_back(around_center(i, segment));
      before = segment;
      arriving = minima;
    }
    return found;
  }

 private:
  Vector inward(const Vector& direction) const { return turn_ * turned_left(direction); }

  ClosestPoint at_corner(std::size_t i, const Segment& before, const Segment& after) const {
    const Vector& vertex = after.from;
    ClosestPoint found;
    found.point = found.side_start = found.side_end = found.center = vertex;
    found.normal = inside_ ? Vector(from_ - vertex) : Vector(vertex - from_);
    found.distance = signed_distance(length(found.normal));
    found.at_vertex = true;
    found.feature = i;
    found.inward_before = inward(end_direction(before));
    found.inward_after = inward(start_direction(after));
    found.radius = 0;
    return found;
  }

  /// Returns the start of segment i as the closest point. The outline must continue in the same direction there.
  ClosestPoint at_joint(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    found.point = s.from;
    const Vector away = s.from - from_;
    found.distance = signed_distance(length(away));
    return found;
  }

  ClosestPoint on_segment(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    const Vector d = s.to - s.from;
    const Vector a = from_ - s.from;
    const Vector b = from_ - s.to;
    const Vector up = gradient(s);
    if (up == Vector(0, 0)) return around_center(i, s);  // rounding errors alone can make this vector 0
    const double bent = s.bulge * s.bulge;
    const double f = (1 - s.bulge) * (1 + s.bulge) * cross(d, a) - 2 * s.bulge * a.dot(b);
    const double height = f / (length(d) * (1 + bent) / 2 + length(up) / 2);
    found.point = from_ - height / length(up) * up;
    if (s.bulge == 0 && d.x() == 0) found.point.x() = s.from.x();
    if (s.bulge == 0 && d.y() == 0) found.point.y() = s.from.y();
    found.distance = signed_distance(std::fabs(height));
    return found;
  }

  ClosestPoint around_center(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    found.point = middle(s);
    found.distance = signed_distance(std::fabs(found.radius));
    found.normal = found.inward_before = found.inward_after = Vector(0, 0);
    return found;
  }

  /// Returns a ClosestPoint with the members that describe segment i. Does not set the point and the distance.
  ClosestPoint described(std::size_t i, const Segment& s) const {
    ClosestPoint found;
    found.feature = i;
    found.side_start = s.from;
    found.side_end = s.to;
    found.bulge = s.bulge;
    found.normal = found.inward_before = found.inward_after = turn_ * gradient(s);
    if (s.bulge == 0) return found;
    found.radius = s.bulge * turn_ > 0 ? radius_of(s) : -radius_of(s);
    found.center = center_of(s);
    return found;
  }

  /// Returns the gradient at `from` of the function F of side_of() (segment.h). The gradient points to the left of the
  /// segment.
  Vector gradient(const Segment& s) const {
    return (1 - s.bulge) * (1 + s.bulge) * turned_left(s.to - s.from) -
           2 * s.bulge * ((from_ - s.from) + (from_ - s.to));
  }

  double signed_distance(double distance) const { return inside_ ? -distance : distance; }

  const Path& path_;
  Vector from_;
  int turn_;
  bool inside_;
};

}  // namespace

bool strictly_inside(const Path& path, const Vector& p) { return place_of(path, p) == Place::inside; }

bool is_corner(const Path& path, std::size_t vertex) {
  return is_corner(segment_of(path, segment_before(path, vertex)), segment_of(path, vertex));
}

std::vector<ClosestPoint> closest_points_on(const Path& path, const Vector& from) {
  return PathView(path, from).minima();
}

}  // namespace pawl::internal::inline geometry
