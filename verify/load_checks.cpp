// SPDX-License-Identifier: MIT
#include "verify/load_checks.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal::inline verify {
namespace {

const double kStraight = std::acos(-1.);
const double kRight = std::acos(0.);

double low_angle(const CertificateBox& box) { return box.centre[2] - box.half[2]; }
double high_angle(const CertificateBox& box) { return box.centre[2] + box.half[2]; }

/// The potential of a load that consists of forces at points of the part and a torque. It is 0 at the pose (0, 0, 0).
/// At the pose (x, y, theta) it is
///
///    -force . (x, y) - Re(lever (e^(i theta) - 1)) - torque theta.
///
/// A force F at the point a of the part adds conj(F) a to `lever`, where F and a are complex numbers.
struct Field {
  Point force, lever;
  double torque;

  double at_angle(double theta) const { return -(lever * (std::polar(1., theta) - 1.)).real() - torque * theta; }
  Extremes over(const CertificateBox& box) const;
};

/// As a function of the angle, the potential is extreme at the ends of the box's range of angles, or where |lever|
/// sin(theta + arg(lever)) = torque.
Extremes Field::over(const CertificateBox& box) const {
  const double from = low_angle(box), to = high_angle(box), ends[2] = {at_angle(from), at_angle(to)};
  Extremes turned{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
  const double size = std::abs(lever);
  if (size > 0 && std::fabs(torque) <= size) {
    const double balanced = std::asin(torque / size);
    for (const double angle : {balanced, kStraight - balanced}) {
      double theta = angle - std::arg(lever);
      theta += 2 * kStraight * std::ceil((from - theta) / (2 * kStraight));
      for (; theta <= to; theta += 2 * kStraight) {
        turned.low = std::min(turned.low, at_angle(theta));
        turned.up = std::max(turned.up, at_angle(theta));
      }
    }
  }
  const double shifted = -dot(force, {box.centre[0], box.centre[1]});
  const double wide = std::fabs(force.real()) * box.half[0] + std::fabs(force.imag()) * box.half[1];
  return {shifted - wide + turned.low, shifted + wide + turned.up};
}

Field field_of(const CertificateLoad& load) { return {load.force, std::conj(load.force) * load.at, load.torque}; }

Point position(const double (&pose)[3], Point arm) { return Point(pose[0], pose[1]) + std::polar(1., pose[2]) * arm; }

}  // namespace

/// The distance is a convex function of (x, y), so it is largest at a corner of the box in x and y. For each of these
/// corners, it is largest at an end of the range of angles, or where the arm points away from the fixed point.
double farthest(const CertificateBox& box, Point fixed, Point arm) {
  const Point from = std::polar(1., low_angle(box)) * arm, to = std::polar(1., high_angle(box)) * arm;
  const Point middle = std::polar(1., box.centre[2]) * arm;
  double most = 0;
  for (const double sx : {-1., 1.}) {
    for (const double sy : {-1., 1.}) {
      const Point line = fixed - Point(box.centre[0] + sx * box.half[0], box.centre[1] + sy * box.half[1]);
      most = std::max({most, std::abs(line - from), std::abs(line - to)});
      if (std::fabs(std::arg(-middle * std::conj(line))) <= box.half[2])
        most = std::max(most, std::abs(line) + std::abs(arm));
    }
  }
  return most;
}

double LoadChecks::unit(const CertificateTwist& xi) const {
  return kCertificateRounding * (std::abs(xi.v) + std::fabs(xi.omega) * far_);
}

bool LoadChecks::pushes(const CertificateTwist& xi, const Region& box) const {
  const Point arm = box.turn * load_.at, u = xi.v + xi.omega * kLeft * arm;
  const double size = std::abs(load_.force);
  const double moves = std::fabs(xi.omega) * (std::abs(load_.at) * box.swing + load_.at_off);
  const double turns = xi.omega * load_.torque;
  double least = size * unit(xi) + kCertificateRounding * std::fabs(turns);
  if (load_.support > 0) {
    least +=
        load_.support *
        std::hypot(std::abs(xi.v) + std::fabs(xi.omega) * load_.at_off, load_.support_radius * std::fabs(xi.omega)) *
        (1 + kCertificateRounding);
  }
  if (!load_.has_anchor) {
    const double along = dot(load_.force, u), across = std::fabs(cross(load_.force, u));
    const double c = std::cos(load_.direction_off), s = std::sin(load_.direction_off);
    const bool may_oppose = along < 0 && across * c + along * s <= 0;
    const double power = load_.direction_off == 0 ? along : may_oppose ? -size * std::abs(u) : along * c - across * s;
    return power - size * moves + turns > least;
  }
  const Point line = load_.anchor - box.at - arm, along = line / std::abs(line);
  const double sine = (box.reach(std::abs(load_.at)) + load_.anchor_off + slack_) / std::abs(line);
  if (!(sine < 1) || !(dot(along, u) > 0)) return false;
  const double power = dot(along, u) * std::sqrt(1 - sine * sine) - std::fabs(cross(along, u)) * sine - moves;
  return size * power + turns > least;
}

bool LoadChecks::bears(const CertificateTwist& xi, const ContactForce& force) const {
  const Normals& range = force.normals;
  if (!(range.spread < kRight)) return false;
  const Point u = xi.v + xi.omega * kLeft * force.arm;
  const double moves = std::fabs(xi.omega) * force.off;
  const double length = std::hypot(1, force.friction), c = std::cos(range.spread), s = std::sin(range.spread);
  for (const double mu : {force.friction / length, -force.friction / length}) {
    const Point edge = range.normal * Point(1 / length, mu);
    // If a friction cone edge is turned by an angle, its power for the velocity u is (u . edge) cos(angle) + (edge x u)
    // sin(angle). The angle is between -spread and spread.
    const double along = dot(u, edge), least = (along < 0 ? along : along * c) - std::fabs(cross(u, edge)) * s;
    if (!(least - moves + xi.omega * mu * force.radius > unit(xi))) return false;
  }
  return true;
}

/// The distance from the anchor is a convex function of the position of the load's point, so the tangent plane of a
/// pull's potential at the centre of the box is a lower bound.
Extremes LoadChecks::nominal(const CertificateBox& box) const {
  if (!load_.has_anchor) return field_of(load_).over(box);
  const Region region(box);
  const double size = std::abs(load_.force), seat = std::abs(load_.anchor - load_.at);
  const double twist = std::fabs(load_.torque) * box.half[2], turned = -load_.torque * box.centre[2];
  const Point arm = region.turn * load_.at, line = load_.anchor - region.at - arm;
  double nearest = std::max(0., std::abs(line) - region.reach(std::abs(load_.at)));
  if (std::abs(line) > 0) {
    const Point along = line / std::abs(line);
    const double bend = std::min(box.half[2], kStraight), most_sine = std::sin(std::min(bend, kRight));
    const double nearer = std::fabs(along.real()) * box.half[0] + std::fabs(along.imag()) * box.half[1] +
                          std::fabs(cross(arm, along)) * most_sine + std::fabs(dot(arm, along)) * (1 - std::cos(bend));
    nearest = std::max(nearest, std::abs(line) - nearer);
  }
  return {size * (nearest - seat) + turned - twist,
          size * (farthest(box, load_.anchor, load_.at) - seat) + turned + twist};
}

double LoadChecks::blur(const CertificateBox& box) const {
  const double size = std::abs(load_.force);
  double blur = slack_ * size + kCertificateRounding * 16 * std::fabs(load_.torque);
  if (load_.has_anchor) {
    const double away = std::abs(load_.anchor - load_.at) - load_.anchor_off;
    if (load_.anchor_off == 0) return blur;
    const double moved = farthest(box, load_.at, load_.at) + slack_;
    return blur + size * load_.anchor_off * (away > 0 ? std::min(2., 2 * moved / away) : 2);
  }
  if (load_.direction_off > 0) {
    const double moved = farthest(box, position(load_.reference, load_.at), load_.at) + slack_;
    blur += size * chord_of(1, load_.direction_off) * moved;
  }
  if (load_.at_off > 0) {
    const double turned =
        std::max(std::fabs(low_angle(box) - load_.reference[2]), std::fabs(high_angle(box) - load_.reference[2]));
    blur += size * load_.at_off * (chord_of(1, turned) + 16 * kCertificateRounding);
  }
  return blur;
}

Extremes LoadChecks::potential(const CertificateBox& box) const {
  const Extremes bounds = nominal(box);
  const double wide = blur(box);
  return {bounds.low - wide, bounds.up + wide};
}

double LoadChecks::largest_rise(const LoadChecks& next, const CertificateBox& box) const {
  const double wide = blur(box) + next.blur(box), apart = next.nominal(box).up - nominal(box).low;
  if (load_.has_anchor || next.load_.has_anchor) return apart + wide;
  const Field one = field_of(load_), other = field_of(next.load_);
  const Field rise{other.force - one.force, other.lever - one.lever, other.torque - one.torque};
  return std::min(apart, rise.over(box).up) + wide;
}

bool excludes_rest(const CertificateContacts& contacts, const LoadChecks& load, const CertificateTwist& xi,
                   const Region& box, const CertifiedContact* left_out) {
  return load.pushes(xi, box) && contacts.each_contact(box, [&](const CertifiedContact& contact) {
    return (left_out != nullptr && contact == *left_out) || load.bears(xi, contacts.force(box, contact));
  });
}

}  // namespace pawl::internal::inline verify
