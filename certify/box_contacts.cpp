// SPDX-License-Identifier: MIT
#include "box_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kRounding = 0x1p-40;  ///< of the largest length: see BoxContacts

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector left(const Vector& v) { return {-v.y(), v.x()}; }
Vector turned(const Vector& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

/// The inward normal of a side at its nearest point, and where p lies to it.
struct Nearest {
  double distance;
  bool inside;
};

/// p nearest to an end of a side, the inward normal there given: outwards of a corner that points out, inwards of one
/// that points in; at a smooth joint as the normal says.
Nearest at_end(const Vector& p, const Vector& end, const Vector& inward, bool corner) {
  const double distance = (p - end).norm();
  return {distance, !corner && inward.dot(p - end) > -.99 * distance};
}

Nearest nearest(const BoundarySide& side, const Vector& p) {
  if (side.straight()) {
    const double along = side.direction.dot(p - side.start);
    const Vector inward = left(side.direction);
    if (along < 0) return at_end(p, side.start, inward, side.start_corner >= 0);
    if (along > side.length) return at_end(p, side.end, inward, side.end_corner >= 0);
    const double height = inward.dot(p - side.start);
    return {std::fabs(height), height > 0};
  }
  const Vector arm = p - side.center;
  const double sign = side.radius > 0 ? 1 : -1;
  const double angle = std::fabs(std::atan2(cross(side.middle, arm), side.middle.dot(arm)));
  if (angle <= side.half_sweep) {
    const double depth = sign * (std::fabs(side.radius) - arm.norm());
    return {std::fabs(depth), depth > 0};
  }
  const bool at_start = (p - side.start).squaredNorm() < (p - side.end).squaredNorm();
  const Vector end = at_start ? side.start : side.end;
  const int corner = at_start ? side.start_corner : side.end_corner;
  return at_end(p, end, sign * (side.center - end).normalized(), corner >= 0);
}

}  // namespace

double chord(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, std::numbers::pi) / 2); }
double reach(const PoseBox& box, double arm) {
  return std::hypot(box.half.x(), box.half.y()) + chord(arm, box.half.z());
}

BoxContacts::BoxContacts(const Outline& outline, std::vector<EnergyFixel> fixels, double off, double domain,
                         double farthest)
    : fixels_(std::move(fixels)), boundary_(boundary_of(outline)), off_(off) {
  for (const BoundaryRound& round : boundary_.rounds) {
    if (round.corner()) corners_.push_back(round);
  }
  size_ = boundary_.reach + domain + farthest;
  for (const EnergyFixel& fixel : fixels_)
    size_ = std::max(size_, fixel.at.norm() + fixel.radius + boundary_.reach + domain);
  slack_ = kRounding * size_;
}

double BoxContacts::distance_to(int side, const Vector& p) const {
  return nearest(boundary_.sides[static_cast<std::size_t>(side)], p).distance;
}

double BoxContacts::signed_distance(const Vector& p) const {
  Nearest best{std::numeric_limits<double>::infinity(), false};
  for (const BoundarySide& side : boundary_.sides) {
    const Nearest found = nearest(side, p);
    if (found.distance < best.distance) best = found;
  }
  return best.inside ? -best.distance : best.distance;
}

/// A point at a corner touches one of its sides, whose force cones span those between; a pin touches the corner itself,
/// and a straight side only beside its foot.
bool BoxContacts::may_touch(int feature, const Vector& p, double radius, double reach) const {
  if (feature >= sides()) return radius > 0 && (p - corner(feature).center).norm() <= radius + reach;
  const BoundarySide& side = boundary_.sides[static_cast<std::size_t>(feature)];
  if (nearest(side, p).distance > radius + reach) return false;
  if (radius == 0 || !side.straight()) return true;
  const double along = side.direction.dot(p - side.start);
  return along >= -reach && along <= side.length + reach;
}

BoxContacts::Where BoxContacts::look(const PoseBox& box, std::vector<PossibleContact>& possible) const {
  possible.clear();
  for (int number = 0; number < static_cast<int>(fixels_.size()); ++number) {
    const EnergyFixel& fixel = fixels_[static_cast<std::size_t>(number)];
    const Vector arm = fixel.at - box.centre.head<2>();
    const Vector p = turned(arm, -box.centre.z());
    const double away = reach(box, arm.norm()) + off_ + slack_;
    const double distance = signed_distance(p), least = std::fabs(distance);
    if (distance < -away || least < fixel.radius - away) return Where::colliding;
    for (int feature = 0; feature < features() && least <= fixel.radius + away; ++feature) {
      if (may_touch(feature, p, fixel.radius, away)) possible.push_back({number, feature});
    }
  }
  return Where::possible;
}

double BoxContacts::gap(const Eigen::Vector3d& pose) const {
  double least = std::numeric_limits<double>::infinity();
  for (const EnergyFixel& fixel : fixels_) {
    const Vector p = turned(fixel.at - pose.head<2>(), -pose.z());
    least = std::min(least, signed_distance(p) - fixel.radius);
  }
  return least;
}

}  // namespace pawl::internal
