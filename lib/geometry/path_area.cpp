// SPDX-License-Identifier: MIT
#include "geometry/path_area.h"

#include <pawl/base/assert.h>

#include <cmath>
#include <limits>

#include "geometry/exact_arc.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
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

/// About the origin.
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

/// Between the chord from a to b and its arc.
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

/// The nearest double: GMP's own conversion cuts off. What is this small beside the numbers that it comes from is 0
/// but for the rounding of the last digits; a centroid on an axis must not be beside it.
double nearest(const Wide& value, const Wide& size) {
  static const Wide kNothing("1e-50");
  if (abs(value) <= kNothing * size) return 0;
  const double low = value.convert_to<double>();
  const double high = std::nextafter(low, value.sign() * std::numeric_limits<double>::infinity());
  return abs(Wide(high) - value) < abs(value - Wide(low)) ? high : low;
}

/// The piece between chord and arc over |d|^2, within 1e-9 of itself.
double piece_in_doubles(double b) {
  const double square = b * b;
  if (std::fabs(b) < 1e-3) return b / 3 + b * square / 15;
  return ((1 + square) * (1 + square) * std::atan(b) - b * (1 - square)) / (8 * square);
}

/// Of whatever turn, as positive area; about `origin`.
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

}  // namespace

AreaProperties path_area_properties(const Path& path) {
  const ExactPoint origin(path.vertices[0]);
  return properties_of(moments_of(path, origin), origin);
}

AreaProperties area_properties_with_holes(const Outline& outline, const std::vector<Outline>& holes) {
  const auto* disc = std::get_if<Disc>(&outline);
  const ExactPoint origin(disc != nullptr ? disc->center : vertices_of(outline)[0]);
  Moments sum = moments_of(outline, origin);
  for (const Outline& hole : holes) {
    const Moments less = moments_of(hole, origin);
    sum.add(-less.area, less.first * -1, -less.polar);
  }
  return properties_of(sum, origin);
}

int turn_of(const Path& path) {
  constexpr double kSure = 1e-7;  // of the sum of the sizes; rounding is below 1e-8 of it
  double area = 0;
  double size = 0;
  const Vector origin = path.vertices[0];
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Segment s = segment_of(path, i);
    const Vector a = s.from - origin;
    const Vector b = s.to - origin;
    const double piece = piece_in_doubles(s.bulge) * (b - a).squaredNorm();
    area += (a.x() * b.y() - a.y() * b.x()) / 2 + piece;
    // The rounding of the coordinates themselves counts with the size of what they are multiplied by.
    size += a.norm() * b.norm() + std::fabs(piece) + 1e-8 * (origin.norm() + a.norm()) * (a.norm() + b.norm());
  }
  if (std::fabs(area) > kSure * size) return area > 0 ? 1 : -1;
  return moments_of(path, ExactPoint(origin)).area > 0 ? 1 : -1;
}

}  // namespace pawl::internal
