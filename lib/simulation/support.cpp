// SPDX-License-Identifier: MIT
#include <pawl/simulation/support.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>

#include "base/validator.h"
#include "geometry/boundary.h"

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }

void check(const Outline& outline, const Vector& point) {
  internal::Validator validator;
  validator.finite("/point/0", point.x());
  validator.finite("/point/1", point.y());
  validator.finish();
  validate(outline);
}

/// Of |x| (x cross dx) along a straight side from a to b, by x = foot + s direction.
double along_straight(const Vector& a, const Vector& b) {
  const Vector direction = (b - a).normalized();
  const double height = cross(a, direction);
  const auto up_to = [&](double s) {
    const double bent = height == 0 ? 0 : height * height * std::asinh(s / std::fabs(height));
    return (s * std::hypot(s, height) + bent) / 2;
  };
  return height * (up_to(direction.dot(b)) - up_to(direction.dot(a)));
}

/// Along an arc from the angle `from`, by angles.
double along_arc(const Vector& center, double radius, double from, double sweep) {
  constexpr unsigned kDepth = 15;
  const auto value = [&](double angle) {
    const Vector arm = radius * Vector(std::cos(angle), std::sin(angle));
    const Vector x = center + arm;
    return x.norm() * x.dot(arm);
  };
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(value, from, from + sweep, kDepth, 1e-13);
}

double along_edges(const Polygon& polygon, const Vector& point) {
  double sum = 0;
  for (std::size_t i = 0, count = polygon.vertices.size(); i < count; ++i) {
    sum += along_straight(polygon.vertices[i] - point, polygon.vertices[(i + 1) % count] - point);
  }
  return sum;
}

double along_edges(const Disc& disc, const Vector& point) {
  return along_arc(disc.center - point, disc.radius, 0, 2 * std::numbers::pi);
}

double along_edges(const Path& path, const Vector& point) {
  double sum = 0;
  for (std::size_t i = 0, count = path.vertices.size(); i < count; ++i) {
    const Vector a = path.vertices[i] - point, b = path.vertices[(i + 1) % count] - point;
    const double bulge = path.bulges[i];
    if (std::fabs(bulge) < 1e-6) {  // the area between is less than rounding leaves of the sum
      sum += along_straight(a, b);
      continue;
    }
    const Vector chord = b - a;
    const Vector center = (a + b) / 2 + Vector(-chord.y(), chord.x()) * ((1 - bulge * bulge) / (4 * bulge));
    const Vector arm = a - center;
    sum += along_arc(center, arm.norm(), std::atan2(arm.y(), arm.x()), 4 * std::atan(bulge));
  }
  return sum;
}

}  // namespace

double mean_distance(const Outline& outline, const Vector& point) {
  check(outline, point);
  // In polar coordinates the area's integral of r is that of r^3/3 over the angle: of r (x cross dx)/3 along the edge.
  const double sum = std::visit([&](const auto& one) { return along_edges(one, point); }, outline);
  return std::fabs(sum) / 3 / area_properties(outline).area;
}

double root_mean_square_distance(const Outline& outline, const Vector& point) {
  check(outline, point);
  const AreaProperties area = area_properties(outline);
  return std::sqrt(area.gyration_squared + (area.centroid - point).squaredNorm());
}

}  // namespace pawl
