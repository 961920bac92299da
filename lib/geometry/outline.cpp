// SPDX-License-Identifier: MIT
#include "geometry/outline.h"

#include <pawl/base/assert.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>
#include <vector>

#include "exact/numbers.h"
#include "geometry/convex_hull.h"
#include "geometry/plane.h"
#include "geometry/segment.h"

namespace pawl::internal::inline geometry {

/// Returns the area A, the centroid c, and the polar second moment about c divided by A, of a valid polygon. All are
/// computed in rationals and rounded once.
///
/// Each of these quantities follows from an integral over the polygon. By Green's theorem, this integral is a sum over
/// the edges from a to b: the sum of the integrals over the triangles 0, a, b, with the sign of the triangle. Let t = a
/// x b be twice the signed area of the triangle:
///
///     A = sum t / 2,   A c = sum t (a + b) / 6,   integral of |p|^2 = sum t (a.a + a.b + b.b) / 12.
///
/// The moment about the centroid is smaller by A |c|^2 (Steiner). O(n) rational operations. Doubles would not be
/// accurate enough for the centroid of a small polygon far from the origin.
AreaProperties exact_area_properties(const Polygon& polygon);

namespace {

using Vector = Eigen::Vector2d;
constexpr unsigned kDigits = 120;
using Wide = WideFloat<kDigits>;

struct WideVector {
  Wide x, y;
  explicit WideVector(const ExactPoint& p) : x(p.x), y(p.y) {}
  WideVector(Wide x_in, Wide y_in) : x(std::move(x_in)), y(std::move(y_in)) {}
  WideVector operator+(const WideVector& v) const { return {x + v.x, y + v.y}; }
  WideVector operator*(const Wide& factor) const { return {x * factor, y * factor}; }
  Wide dot(const WideVector& v) const { return x * v.x + y * v.y; }
  Wide cross(const WideVector& v) const { return x * v.y - y * v.x; }
};

/// Area, first moments and polar second moment of a region about the origin.
struct Moments {
  Wide area = 0;
  WideVector first{0, 0};
  Wide polar = 0;

  void add(const Wide& more_area, const WideVector& more_first, const Wide& more_polar) {
    area += more_area;
    first = first + more_first;
    polar += more_polar;
  }
};

void add_triangle(const WideVector& a, const WideVector& b, Moments& sum) {
  const Wide twice = a.cross(b);
  sum.add(twice / 2, (a + b) * (twice / 6), twice * (a.dot(a) + a.dot(b) + b.dot(b)) / 12);
}

/// Adds the moments of the region between the chord from a to b and its arc.
void add_piece(const WideVector& a, const WideVector& b, const Wide& bulge, Moments& sum) {
  const WideVector d = b + a * -1;
  const WideVector n(-d.y, d.x);
  const Wide q = d.dot(d);
  const Wide square = bulge * bulge;
  const Wide half_sweep = 2 * atan(bulge);
  const Wide sine = 2 * bulge / (1 + square);
  const Wide cosine = (1 - square) / (1 + square);
  const Wide sine_of_sweep = 2 * sine * cosine;
  const Wide cosine_of_sweep = cosine * cosine - sine * sine;
  const Wide r2 = q * (1 + square) * (1 + square) / (16 * square);
  const WideVector center = (a + b) * Wide(.5) + n * ((1 - square) / (4 * bulge));
  const Wide area = r2 * (half_sweep - sine * cosine);
  const WideVector first = n * (-q / 12);
  const Wide polar = r2 * r2 * (half_sweep / 2 - sine_of_sweep * (2 + cosine_of_sweep) / 12);
  sum.add(area, first + center * area, polar + 2 * center.dot(first) + area * center.dot(center));
}

Moments moments_of(const Path& path, const ExactPoint& origin) {
  Moments sum;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const ExactSegment s(segment_of(path, i));
    const WideVector a(s.from - origin);
    const WideVector b(s.to - origin);
    add_triangle(a, b, sum);
    if (s.bulge != 0) add_piece(a, b, Wide(s.bulge), sum);
  }
  return sum;
}

/// Returns the double nearest to a value. (GMP's own conversion truncates.) If the value is at most 1e-50 of `size`,
/// the size of the numbers from which it was computed, it is only a rounding error, and the result is 0. Therefore a
/// centroid on an axis stays on the axis.
double nearest(const Wide& value, const Wide& size) {
  static const Wide kNothing("1e-50");
  if (abs(value) <= kNothing * size) return 0;
  const double low = value.convert_to<double>();
  const double high = std::nextafter(low, value.sign() * std::numeric_limits<double>::infinity());
  return abs(Wide(high) - value) < abs(value - Wide(low)) ? high : low;
}

/// Returns the area between an arc of bulge b and its chord, divided by the squared length of the chord, with a
/// relative error below 1e-9. The result has the sign of b.
double piece_in_doubles(double b) {
  const double square = b * b;
  if (std::fabs(b) < 1e-3) return b / 3 + b * square / 15;
  return ((1 + square) * (1 + square) * std::atan(b) - b * (1 - square)) / (8 * square);
}

/// Returns the moments of an outline about `origin`. The outline may run in either direction; its area counts as
/// positive.
Moments moments_of(const Outline& outline, const ExactPoint& origin) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const ExactPoint place = ExactPoint(disc->center) - origin;
    const WideVector center(place);
    const Wide square(rational(disc->radius) * rational(disc->radius));
    const Wide area = 4 * atan(Wide(1)) * square;
    Moments sum;
    sum.add(area, center * area, area * (square / 2 + center.dot(center)));
    return sum;
  }
  const auto* path = std::get_if<Path>(&outline);
  const auto* polygon = std::get_if<Polygon>(&outline);
  Moments sum = path != nullptr
                    ? moments_of(*path, origin)
                    : moments_of(Path{polygon->vertices, std::vector<double>(polygon->vertices.size(), 0)}, origin);
  if (sum.area < 0) sum = {-sum.area, sum.first * -1, -sum.polar};
  return sum;
}

AreaProperties properties_of(const Moments& sum, const ExactPoint& origin) {
  PAWL_ASSERT(sum.area != 0);
  const WideVector from_origin = sum.first * (1 / sum.area);
  const Wide gyration_squared = sum.polar / sum.area - from_origin.dot(from_origin);
  const Wide size = sqrt(sum.polar / sum.area);
  const auto coordinate = [&](const Wide& start, const Wide& offset) {
    return nearest(start + offset, abs(start) + size);
  };
  const WideVector start(origin);
  return {nearest(abs(sum.area), 0),
          {coordinate(start.x, from_origin.x), coordinate(start.y, from_origin.y)},
          nearest(gyration_squared, 0)};
}

AreaProperties properties_of(const Disc& disc) {
  return {std::numbers::pi * disc.radius * disc.radius, disc.center, disc.radius * disc.radius / 2};
}

}  // namespace

std::span<const Eigen::Vector2d> vertices_of(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return polygon->vertices;
  if (const auto* path = std::get_if<Path>(&outline)) return path->vertices;
  return {};
}

AreaProperties path_area_properties(const Path& path) {
  const ExactPoint origin(path.vertices[0]);
  return properties_of(moments_of(path, origin), origin);
}

AreaProperties unchecked_area_properties(const Loops& loops) {
  if (loops.holes.empty()) return unchecked_area_properties(loops.outer);
  const auto* disc = std::get_if<Disc>(&loops.outer);
  const ExactPoint origin(disc != nullptr ? disc->center : vertices_of(loops.outer)[0]);
  Moments sum = moments_of(loops.outer, origin);
  for (const Outline& hole : loops.holes) {
    const Moments less = moments_of(hole, origin);
    sum.add(-less.area, less.first * -1, -less.polar);
  }
  return properties_of(sum, origin);
}

AreaProperties unchecked_area_properties(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return exact_area_properties(*polygon);
  if (const auto* disc = std::get_if<Disc>(&outline)) return properties_of(*disc);
  return path_area_properties(std::get<Path>(outline));
}

bool are_equal(const Outline& a, const Outline& b) {
  if (a.index() != b.index()) return false;
  if (const auto* disc = std::get_if<Disc>(&a)) {
    const Disc& other = std::get<Disc>(b);
    return disc->center == other.center && disc->radius == other.radius;
  }
  const auto *path = std::get_if<Path>(&a), *other = std::get_if<Path>(&b);
  if (path != nullptr && (path->bulges != other->bulges || path->curves != other->curves)) return false;
  const auto vertices = vertices_of(a), others = vertices_of(b);
  return std::equal(vertices.begin(), vertices.end(), others.begin(), others.end());
}

int turn_of(const Path& path) {
  constexpr double kSure = 1e-7;  // smallest result whose sign is certain, relative to the sum of the magnitudes of its
                                  // terms; rounding errors are below 1e-8 of this sum
  double area = 0;
  double size = 0;
  const Vector origin = path.vertices[0];
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Segment s = segment_of(path, i);
    const Vector a = s.from - origin;
    const Vector b = s.to - origin;
    const double piece = piece_in_doubles(s.bulge) * (b - a).squaredNorm();
    area += cross(a, b) / 2 + piece;
    // The last term stands for the rounding errors of the coordinates of a and b.
    size += a.norm() * b.norm() + std::fabs(piece) + 1e-8 * (origin.norm() + a.norm()) * (a.norm() + b.norm());
  }
  if (std::fabs(area) > kSure * size) return area > 0 ? 1 : -1;
  return moments_of(path, ExactPoint(origin)).area > 0 ? 1 : -1;
}

}  // namespace pawl::internal::inline geometry

namespace pawl {

AreaProperties area_properties(const Outline& outline) {
  validate(outline);
  return internal::unchecked_area_properties(outline);
}

AreaProperties area_properties(const Loops& loops) {
  validate(loops);
  return internal::unchecked_area_properties(loops);
}

std::vector<std::size_t> edge_numbers(const Outline& outline) {
  if (std::holds_alternative<Disc>(outline)) return {1};
  std::vector<std::size_t> numbers(internal::vertices_of(outline).size(), 1);
  const auto* path = std::get_if<Path>(&outline);
  const std::vector<int> none(numbers.size(), 0);
  const std::vector<int>& curves = path != nullptr && !path->curves.empty() ? path->curves : none;
  const std::size_t size = numbers.size();
  const auto begins = [&](std::size_t i) { return curves[i] == 0 || curves[i] != curves[(i + size - 1) % size]; };
  for (std::size_t i = 1; i < size; ++i) numbers[i] = numbers[i - 1] + (begins(i) ? 1 : 0);
  if (!begins(0)) {  // true if one of the last segments is the first segment of segment 0's curve
    for (std::size_t i = size; i-- > 0 && curves[i] == curves[0];) numbers[i] = 1;
  }
  return numbers;
}

}  // namespace pawl

namespace pawl::internal::inline geometry {
namespace {

/// A point, in a unit of length in which all coordinates of the polygon are whole numbers.
using Point = std::array<Integer, 2>;

std::vector<Point> whole_points(const Polygon& polygon, const WrittenScale& scale) {
  std::vector<Point> points;
  points.reserve(polygon.vertices.size());
  for (const Eigen::Vector2d& v : polygon.vertices) points.push_back({scale(v.x()), scale(v.y())});
  return points;
}

/// Sums over the triangles that the origin forms with each edge, in powers of the unit of Point. The sums are whole
/// numbers, so no common denominators are needed. They are negative for a clockwise polygon.
struct WholeMoments {
  Integer area = 0;      // twice the area A
  Integer x = 0, y = 0;  // 6 times the area A times the centroid c
  Integer polar = 0;     // 12 times the second moment about the origin
};

WholeMoments moments_of(const std::vector<Point>& points) {
  WholeMoments sum;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [ax, ay] = points[i];
    const auto& [bx, by] = points[i + 1 < points.size() ? i + 1 : 0];
    const Integer twice = ax * by - ay * bx;
    sum.area += twice;
    sum.x += twice * (ax + bx);
    sum.y += twice * (ay + by);
    sum.polar += twice * (ax * (ax + bx) + bx * bx + ay * (ay + by) + by * by);
  }
  return sum;
}

/// Returns a quotient of integers. The denominator may be negative, which the constructor of Boost's rational type
/// would reject.
Rational ratio(const Integer& top, const Integer& bottom) { return Rational(top) / Rational(bottom); }

}  // namespace

AreaProperties exact_area_properties(const Polygon& polygon) {
  WrittenScale scale;
  for (const Eigen::Vector2d& v : polygon.vertices) scale.cover(v);
  const WholeMoments sum = moments_of(whole_points(polygon, scale));
  const Integer unit = scale.factor(), squared = unit * unit;
  const Integer centre = 3 * sum.area * unit;
  // The result is polar / (6 area) minus (x^2 + y^2) / (3 area)^2.
  const Integer polar = 3 * sum.polar * sum.area - 2 * (sum.x * sum.x + sum.y * sum.y);
  return {rounded(ratio(abs(sum.area), 2 * squared)),
          {rounded(ratio(sum.x, centre)), rounded(ratio(sum.y, centre))},
          rounded(ratio(polar, 18 * sum.area * sum.area * squared))};
}

namespace {

/// Appends points in the interior of an arc, so that neighbouring points are at most a sixteenth of a turn apart.
/// Appends nothing if the arc spans less than a sixteenth of a turn.
void append_points(const Segment& s, std::vector<Vector>& points) {
  const double sweep = 4 * std::atan(s.bulge);
  const int pieces = static_cast<int>(std::ceil(8 * std::fabs(sweep) / std::numbers::pi));
  if (pieces < 2) return;
  const Vector center = center_of(s);
  const Vector arm = s.from - center;
  for (int k = 1; k < pieces; ++k) {
    const double turn = sweep * k / pieces;
    points.push_back(center + std::cos(turn) * arm + std::sin(turn) * turned_left(arm));
  }
}

}  // namespace

std::vector<Vector> convex_hull(std::vector<Vector> points) {
  const auto before = [](const Vector& a, const Vector& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  std::sort(points.begin(), points.end(), before);
  std::vector<Vector> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vector& p : points) {
      const auto turns_right = [&] {
        const Vector a = hull[hull.size() - 1] - hull[hull.size() - 2];
        const Vector b = p - hull[hull.size() - 1];
        return cross(a, b) <= 0;
      };
      while (hull.size() >= first + 2 && turns_right()) hull.pop_back();
      hull.push_back(p);
    }
    if (hull.size() > 1) hull.pop_back();  // the last point is also the first point of the other chain
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

std::vector<Vector> extent_points(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return {disc->center};
  const auto vertices = vertices_of(outline);
  std::vector<Vector> points(vertices.begin(), vertices.end());
  if (const auto* path = std::get_if<Path>(&outline)) {
    for (std::size_t i = 0; i < vertices.size(); ++i) append_points(segment_of(*path, i), points);
  }
  return points;
}

double diameter(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return 2 * disc->radius;
  const std::vector<Vector> points = convex_hull(extent_points(outline));
  double largest = 0;
  for (const Vector& a : points) {
    for (const Vector& b : points) largest = std::max(largest, (a - b).squaredNorm());
  }
  return std::sqrt(largest);
}

namespace {

/// Returns whether a point of an arc's circle belongs to the arc. The chord divides the circle into two arcs.
bool on_arc(const Segment& arc, const Vector& p) {
  const Vector chord = arc.to - arc.from, arm = p - arc.from;
  const double side = cross(chord, arm);
  return arc.bulge > 0 ? side < 0 : side > 0;  // an arc with a positive bulge lies to the right of its chord
}

Vector across(const Vector& center, double radius, const Vector& from) {
  const Vector away = center - from;
  return center + radius * (away.isZero(0) ? Vector(1, 0) : Vector(away.stableNormalized()));
}

}  // namespace

Vector furthest_point(const Outline& outline, const Vector& from) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return across(disc->center, disc->radius, from);
  Vector best = vertices_of(outline)[0];
  const auto offer = [&](const Vector& point) {
    if ((point - from).squaredNorm() > (best - from).squaredNorm()) best = point;
  };
  for (const Vector& vertex : vertices_of(outline)) offer(vertex);
  const auto* path = std::get_if<Path>(&outline);
  for (std::size_t i = 0; path && i < path->vertices.size(); ++i) {
    const Segment segment = segment_of(*path, i);
    if (segment.bulge == 0) continue;
    const Vector point = across(center_of(segment), radius_of(segment), from);
    if (on_arc(segment, point)) offer(point);
  }
  return best;
}

}  // namespace pawl::internal::inline geometry
