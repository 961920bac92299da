// SPDX-License-Identifier: MIT
#include "contact/contact_lines.h"

#include <algorithm>
#include <cmath>

#include "exact/rational.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kRoundoff = 0x1p-53;

/// Unit length where that takes no rounding: along the axes. Other directions stay as they are.
Vector exact_unit(const Vector& v) {
  if (v.x() == 0 && v.y() != 0) return {0, v.y() > 0 ? 1 : -1};
  if (v.y() == 0 && v.x() != 0) return {v.x() > 0 ? 1 : -1, 0};
  return v;
}

/// A direction from one point to another, exact in meaning wherever doubles can hold it, and its error else, rad.
struct Direction {
  Vector along;
  double error = 0;
};

Direction direction_between(const Vector& from, const Vector& to) {
  bool exact = true;
  const Vector difference = written_difference(to, from, &exact);
  if (exact) return {exact_unit(difference)};
  WrittenScale scale;
  scale.cover(from);
  scale.cover(to);
  const Integer x = scale(to.x()) - scale(from.x());
  const Integer y = scale(to.y()) - scale(from.y());
  const Integer largest = Integer(1) << 53U;
  if (abs(x) < largest && abs(y) < largest) return {exact_unit({x.convert_to<double>(), y.convert_to<double>()})};
  return {exact_unit(difference), 4 * kRoundoff};
}

Vector turned_like(const Vector& along, const Vector& inward) {
  const Vector left(-along.y(), along.x());
  return left.dot(inward) > 0 ? left : Vector(along.y(), -along.x());
}

struct Exact {
  explicit Exact(const Vector& v) : x(rational(v.x())), y(rational(v.y())) {}
  Exact(Rational x_in, Rational y_in) : x(std::move(x_in)), y(std::move(y_in)) {}
  Exact operator-(const Exact& other) const { return {x - other.x, y - other.y}; }
  Rational dot(const Exact& other) const { return x * other.x + y * other.y; }
  Rational squared() const { return dot(*this); }
  Rational x, y;
};

double size_of(const Vector& v) { return v.cwiseAbs().maxCoeff(); }

}  // namespace

void set_on_side(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  const Direction side = direction_between(found.side_start, found.side_end);
  contact.point = found.point;
  contact.normal = exact_unit(turned_like(side.along, found.inward_before));
  contact.normal_through = fixel.at;
  contact.tangent_through = found.side_start;
  contact.error.angle = side.error;
  contact.error.along_tangent = fixel.error;
  if (fixel.error > 0) return;
  const Exact from_side = Exact(fixel.at) - Exact(found.side_start);
  const Exact normal(contact.normal);
  const Rational inside = from_side.dot(normal);
  const Rational radius = rational(contact.fixel_radius);
  if (inside <= 0 && inside * inside == radius * radius * normal.squared()) contact.gap = 0;
}

void set_at_corner(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  // A place inside the part (within the tolerance) has the corner behind it.
  const bool inside = found.distance < 0;
  const Direction away = inside ? direction_between(found.point, fixel.at) : direction_between(fixel.at, found.point);
  contact.point = found.point;
  contact.normal = away.along;
  const double distance = std::fabs(found.distance);
  if (fixel.error > 0 || away.error > 0) {
    contact.error.angle = away.error + (distance > fixel.error ? 2 * fixel.error / distance : 1);
    return;
  }
  const Rational radius = rational(contact.fixel_radius);
  if (!inside && (Exact(found.point) - Exact(fixel.at)).squared() == radius * radius) contact.gap = 0;
}

void set_on_disc(const Disc& disc, const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  const Direction inward = direction_between(fixel.at, disc.center);
  const double distance = found.distance + disc.radius;
  contact.point = found.point;
  contact.normal = inward.along;
  contact.normal_through = disc.center;
  contact.tangent_through = found.point;
  contact.error.angle = inward.error + (fixel.error > 0 ? 2 * fixel.error / distance : 0);
  // The point is exact where it is as far from the centre along the normal as it should be.
  const Exact normal(contact.normal);
  const Rational radius = rational(disc.radius);
  const Rational inside = (Exact(disc.center) - Exact(found.point)).dot(normal);
  if (inside * inside != radius * radius * normal.squared()) {
    contact.error.along_normal = 4 * kRoundoff * (size_of(disc.center) + disc.radius);
  }
  if (fixel.error > 0) return;
  const Rational reach = radius + rational(contact.fixel_radius);
  if ((Exact(disc.center) - Exact(fixel.at)).squared() == reach * reach) contact.gap = 0;
}

bool parallel_to_line(const Vector& from, const Vector& to, const Vector& direction) {
  const Exact line = Exact(to) - Exact(from);
  const Exact along(direction);
  return line.x * along.y == line.y * along.x;
}

void set_with_normal(const ClosestPoint& found, const BodyPoint& fixel, const Vector& normal, double normal_error,
                     Contact& contact) {
  const bool on_side = !(found.side_start == found.side_end);
  if (on_side && normal_error == 0) {
    const Exact side = Exact(found.side_end) - Exact(found.side_start);
    if (side.dot(Exact(normal)) == 0) {
      set_on_side(found, fixel, contact);
      contact.normal = exact_unit(normal);
      return;
    }
  }
  contact.point = found.point;
  contact.normal = exact_unit(normal);
  contact.error.angle = normal_error;
  if (found.at_vertex) return;
  const double rounding = 4 * kRoundoff * (size_of(fixel.at) + size_of(found.side_start) + size_of(found.side_end));
  contact.error.along_tangent = contact.error.along_normal = fixel.error + rounding;
  if (!on_side) return;
  Contact plain = contact;
  set_on_side(found, fixel, plain);
  contact.gap = plain.gap;
}

}  // namespace pawl::internal
