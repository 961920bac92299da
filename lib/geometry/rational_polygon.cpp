// SPDX-License-Identifier: MIT
#include "geometry/rational_polygon.h"

#include <boost/geometry.hpp>

#include "exact/rational.h"

namespace pawl::internal {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<Rational>;
using Ring = bg::model::polygon<Point>;

/// Closed and clockwise, as Boost.Geometry wants it.
Ring ring_of(const Polygon& polygon) {
  Ring ring;
  for (const Eigen::Vector2d& v : polygon.vertices) bg::append(ring.outer(), Point(rational(v.x()), rational(v.y())));
  bg::correct(ring);
  return ring;
}

/// Sums over the triangles from the origin to each edge of a clockwise ring. (Boost.Geometry 1.74 gives the first
/// vertex as the centroid of a ring of rationals, and has no second moments.)
struct Moments {
  Rational area = 0;
  Rational x = 0;  // first moments
  Rational y = 0;
  Rational polar = 0;  // second moment about the origin
};

Moments moments_of(const Ring& ring) {
  Moments sum;
  for (std::size_t i = 0; i + 1 < ring.outer().size(); ++i) {
    const Point& a = ring.outer()[i];
    const Point& b = ring.outer()[i + 1];
    const Rational twice = b.x() * a.y() - a.x() * b.y();
    sum.area += twice / 2;
    sum.x += twice * (a.x() + b.x()) / 6;
    sum.y += twice * (a.y() + b.y()) / 6;
    sum.polar +=
        twice * (a.x() * a.x() + a.x() * b.x() + b.x() * b.x() + a.y() * a.y() + a.y() * b.y() + b.y() * b.y()) / 12;
  }
  return sum;
}

}  // namespace

AreaProperties exact_area_properties(const Polygon& polygon) {
  const Moments sum = moments_of(ring_of(polygon));
  const Rational x = sum.x / sum.area;
  const Rational y = sum.y / sum.area;
  return {rounded(sum.area), {rounded(x), rounded(y)}, rounded(sum.polar / sum.area - x * x - y * y)};
}

}  // namespace pawl::internal
