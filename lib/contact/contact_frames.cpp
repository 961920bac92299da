// SPDX-License-Identifier: MIT
#include "contact/contact_frames.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/constants.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "geometry/plane.h"

namespace pawl::internal::inline contact {
namespace {

using Vector = Eigen::Vector2d;
using Exact = ExactPoint;

}  // namespace

Vector exact_unit(const Vector& v) {
  if (v.x() == 0 && v.y() != 0) return {0, v.y() > 0 ? 1 : -1};
  if (v.y() == 0 && v.x() != 0) return {v.x() > 0 ? 1 : -1, 0};
  return v;
}

Direction direction_of(const Exact& v) {
  const Vector nearest(rounded(v.x), rounded(v.y));
  if (Exact(nearest) == v) return {exact_unit(nearest)};
  const Integer bottom = lcm(Integer(denominator(v.x)), Integer(denominator(v.y)));
  Integer x(numerator(v.x) * (bottom / denominator(v.x)));
  Integer y(numerator(v.y) * (bottom / denominator(v.y)));
  const Integer common = gcd(x, y);
  x /= common;
  y /= common;
  const Integer largest = Integer(1) << 53U;
  if (abs(x) < largest && abs(y) < largest) return {exact_unit({x.convert_to<double>(), y.convert_to<double>()})};
  return {exact_unit(nearest), 4 * kRoundoff};
}

Direction direction_between(const Vector& from, const Vector& to) {
  bool exact = true;
  const Vector difference = written_difference(to, from, &exact);
  return exact ? Direction{exact_unit(difference)} : direction_of(Exact(to) - Exact(from));
}

Vector turned_like(const Vector& along, const Vector& inward) {
  const Vector left = turned_left(along);
  return left.dot(inward) > 0 ? left : Vector(along.y(), -along.x());
}

namespace {

double size_of(const Vector& v) { return v.cwiseAbs().maxCoeff(); }

/// Returns whether a pin with the radius p (argument `pin`) exactly touches a circle with the radius r, that is,
/// whether the distance of the pin's centre from the circle is exactly p. `r2` is r^2, and `d2` is the squared distance
/// between the two centres. The pin's centre must be outside the circle or, for a concave arc (`hollow`), inside it.
/// Tests |r^2 + p^2 - d2| = 2 r p without computing r, the square root of `r2`.
bool touches_exactly(const Rational& r2, const Rational& pin, const Rational& d2, bool hollow) {
  const Rational difference = hollow ? Rational(r2 + pin * pin - d2) : Rational(d2 - r2 - pin * pin);
  return difference >= 0 && difference * difference == 4 * r2 * pin * pin && (!hollow || r2 >= pin * pin);
}

/// Sets the contact point of a circle in the direction given by `inward`, as accurately as doubles permit. Returns
/// whether the distance of the point from the centre, along the normal, is exactly the radius.
bool set_point_on_arc(const ExactCircle& circle, const Exact& inward, bool hollow, Contact& contact) {
  if (const auto factor = exact_root(circle.radius_squared / inward.squared())) {
    const Exact point = circle.center + inward * (hollow ? *factor : Rational(-*factor));
    const Vector nearest(rounded(point.x), rounded(point.y));
    if (Exact(nearest) == point) contact.point = nearest;
  }
  const Exact normal(contact.normal);
  const Rational reach = (circle.center - Exact(contact.point)).dot(normal);
  return reach * reach == circle.radius_squared * normal.squared();
}

/// Returns a bound on the rounding error of a contact point on an arc, m.
double point_rounding(const ClosestPoint& found, const BodyPoint& fixel) {
  if (found.bulge == 0) return 4 * kRoundoff * (size_of(found.center) + std::fabs(found.radius));
  return 16 * kRoundoff * (size_of(fixel.at) + size_of(found.side_start) + size_of(found.side_end));
}

/// Returns whether the line through two points is parallel to an axis, that is, whether the points have equal x or
/// equal y.
bool along_axis(const Vector& from, const Vector& to) { return from.x() == to.x() || from.y() == to.y(); }

}  // namespace

double side_rounding(const ClosestPoint& found) {
  const Vector &from = found.side_start, &to = found.side_end;
  return along_axis(from, to) ? 0 : (written_error(from) + written_error(to)) / (to - from).stableNorm();
}

double center_rounding(const ClosestPoint& found) {
  if (found.bulge == 0) return written_error(found.center);
  // The numbers of an arc are rounded if they are results of computations. Two halves of one arc may then have slightly
  // different centres.
  const bool computed = is_computed(found.bulge) || written_error(found.side_start) + written_error(found.side_end) > 0;
  if (!computed) return 0;
  return 16 * kRoundoff * (size_of(found.side_start) + size_of(found.side_end) + std::fabs(found.radius));
}

void set_on_side(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  const Direction side = direction_between(found.side_start, found.side_end);
  contact.point = found.point;
  contact.normal = exact_unit(turned_like(side.along, found.inward_before));
  contact.normal_through = fixel.at;
  contact.tangent_through = found.side_start;
  contact.error.angle = side.error + side_rounding(found);
  contact.error.along_tangent = fixel.error;
  contact.error.of_numbers = fixel.of_numbers && fixel.error > 0;
  contact.error.along_normal = written_error(found.side_start);
  if (fixel.error > 0) return;
  const Exact from_side = Exact(fixel.at) - Exact(found.side_start);
  const Exact normal(contact.normal);
  const Rational inside = from_side.dot(normal);
  const Rational radius = rational(contact.fixel_radius);
  if (inside <= 0 && inside * inside == radius * radius * normal.squared()) contact.gap = 0;
}

void set_at_corner(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  // The normal points from the fixel's centre to the corner. If the fixel's centre is inside the part (by at most the
  // tolerance), the normal has the opposite direction.
  const bool inside = found.distance < 0;
  const Direction away = inside ? direction_between(found.point, fixel.at) : direction_between(fixel.at, found.point);
  contact.point = found.point;
  contact.normal = away.along;
  const double distance = std::fabs(found.distance);
  const double error = fixel.error + written_error(found.point);
  if (error > 0 || away.error > 0) {
    const bool sure = fixel.exact && distance > error && along_axis(found.point, fixel.at);
    contact.error.angle = sure ? 0 : away.error + (distance > error ? 2 * error / distance : 1);
    return;
  }
  const Rational radius = rational(contact.fixel_radius);
  if (!inside && (Exact(found.point) - Exact(fixel.at)).squared() == radius * radius) contact.gap = 0;
}

void set_on_arc(const ExactCircle& circle, const ClosestPoint& found, const BodyPoint& fixel, Contact& contact) {
  const bool hollow = found.radius < 0;
  const Exact to_center = circle.center - Exact(fixel.at);
  const Exact inward = hollow ? to_center * -1 : to_center;
  const Direction direction = direction_of(inward);
  contact.point = found.point;
  contact.normal = direction.along;
  const bool exact_point = set_point_on_arc(circle, inward, hollow, contact);
  contact.tangent_through = contact.point;
  const auto radius = exact_root(circle.radius_squared);
  contact.part_radius = radius ? std::copysign(rounded(*radius), found.radius) : found.radius;
  const bool exact_radius = radius && rational(std::fabs(contact.part_radius)) == *radius;
  if (!exact_point || !exact_radius) contact.error.along_normal = point_rounding(found, fixel);
  // normal_through, a point of the normal's line, is the arc's centre if doubles can represent the centre. Otherwise it
  // is the fixel's centre.
  const Vector center(rounded(circle.center.x), rounded(circle.center.y));
  const bool through_center = Exact(center) == circle.center;
  contact.normal_through = through_center ? center : fixel.at;
  contact.error.along_tangent = through_center ? 0 : fixel.error;
  const double distance = std::sqrt(to_center.squared().convert_to<double>());
  const double rounding = center_rounding(found);
  contact.error.along_tangent += rounding;
  contact.error.along_normal += rounding;
  // The coordinates of a disc's centre are given numbers. If one of them equals the same coordinate of the fixel, the
  // true coordinates are equal too, and the normal is exact. In contrast, the centre of an arc is computed, so its
  // coordinates may be rounded.
  const bool sure = fixel.exact && found.bulge == 0 && along_axis(found.center, fixel.at);
  if (!sure) contact.error.angle = direction.error + (2 * fixel.error + rounding) / distance;
  if (fixel.error > 0) return;
  if (touches_exactly(circle.radius_squared, rational(contact.fixel_radius), to_center.squared(), hollow)) {
    contact.gap = 0;
  }
}

void share_centers(std::span<const std::optional<ArcCenter>> centers, std::span<Contact> contacts) {
  std::map<std::pair<double, double>, std::vector<std::size_t>> by_center;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (centers[i]) by_center[{rounded(centers[i]->exact.x), rounded(centers[i]->exact.y)}].push_back(i);
  }
  for (const auto& [center, members] : by_center) {
    const Exact& exact = centers[members.front()]->exact;
    const Vector nearest(center.first, center.second);
    const bool differ = std::any_of(members.begin(), members.end(), [&](auto i) { return centers[i]->exact != exact; });
    const bool sure = std::none_of(members.begin(), members.end(), [&](auto i) { return contacts[i].error.any(); });
    if (members.size() < 2 || differ || sure || Exact(nearest) == exact) continue;
    const Exact off = exact - Exact(nearest);
    double rounding = 0;
    for (const std::size_t i : members) rounding = std::max(rounding, centers[i]->rounding);
    for (const std::size_t i : members) {
      contacts[i].normal_through = nearest;
      contacts[i].error.along_tangent = rounding;
      contacts[i].error.shift = Vector(rounded(off.x), rounded(off.y));
    }
  }
}

bool along_radius(const ExactCircle& circle, const Vector& point, const Vector& direction) {
  return (circle.center - Exact(point)).cross(Exact(direction)) == 0;
}

void set_with_normal(const ClosestPoint& found, const BodyPoint& fixel, const Vector& normal, double normal_error,
                     Contact& contact) {
  const bool on_side = std::isinf(found.radius);
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

}  // namespace pawl::internal::inline contact
