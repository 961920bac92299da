// SPDX-License-Identifier: MIT
#include "energy/box_proof.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "cones/cone.h"
#include "geometry/plane.h"

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kRounding = 0x1p-40;  ///< rounding bound, relative to the largest length; see BoxContacts

using internal::cross;
using internal::rotated;
using internal::turned_left;

/// The distance of a point from an edge, and whether the point is on the inner side of the edge.
struct Nearest {
  double distance;
  bool inside;
};

/// Returns the result for a point p whose nearest point of an edge is the edge's end, given the inward normal there. p
/// is outside at a convex corner and inside at a concave one; at a smooth joint the normal decides.
Nearest at_end(const Vector& p, const Vector& end, const Vector& inward, bool corner) {
  const double distance = (p - end).norm();
  return {distance, !corner && inward.dot(p - end) > -.99 * distance};
}

Nearest nearest(const BoundaryEdge& side, const Vector& p) {
  if (side.straight()) {
    const double along = side.direction.dot(p - side.start);
    const Vector inward = turned_left(side.direction);
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

BoxContacts::BoxContacts(const Loops& loops, std::vector<EnergyFixel> fixels, double off, double domain,
                         double farthest)
    : fixels_(std::move(fixels)), boundary_(boundary_of(loops)), off_(off) {
  for (const BoundaryVertex& round : boundary_.rounds) {
    if (round.corner()) corners_.push_back(round);
  }
  size_ = boundary_.reach + domain + farthest;
  for (const EnergyFixel& fixel : fixels_)
    size_ = std::max(size_, fixel.at.norm() + fixel.radius + boundary_.reach + domain);
  slack_ = kRounding * size_;
  for (const BoundaryEdge& side : boundary_.sides) {
    // Among the points of an arc, the ends are farthest from its middle.
    const Vector middle = side.straight() ? Vector((side.start + side.end) / 2)
                                          : Vector(side.center + std::fabs(side.radius) * side.middle);
    const double radius = side.straight() ? side.length / 2 : chord(std::fabs(side.radius), side.half_sweep);
    covers_.push_back({middle, (1 + kRounding) * radius + slack_});
  }
}

double BoxContacts::distance_to(int side, const Vector& p) const { return nearest(boundary_.sides[side], p).distance; }

double BoxContacts::signed_distance(const Vector& p) const {
  const auto by_middle = [&](const Cover& a, const Cover& b) {
    return (p - a.center).squaredNorm() < (p - b.center).squaredNorm();
  };
  const auto likely = std::min_element(covers_.begin(), covers_.end(), by_middle) - covers_.begin();
  double least = distance_to(static_cast<int>(likely), p);
  Nearest best{std::numeric_limits<double>::infinity(), false};
  for (std::size_t k = 0; k < covers_.size(); ++k) {
    if (covers_[k].beyond(p, least)) continue;
    const Nearest found = nearest(boundary_.sides[k], p);
    if (!(found.distance < best.distance)) continue;
    best = found;
    least = std::min(least, found.distance);
  }
  return best.inside ? -best.distance : best.distance;
}

/// Returns whether a feature may touch. A point fixel at a corner counts as touching one of the corner's edges, because
/// the force cones of both edges span those in between. A pin touches the corner itself, and a straight edge only at
/// the foot of the perpendicular.
bool BoxContacts::may_touch(int feature, const Vector& p, double radius, double reach) const {
  if (feature >= sides()) return radius > 0 && (p - corner(feature).center).norm() <= radius + reach;
  if (covers_[static_cast<std::size_t>(feature)].beyond(p, radius + reach)) return false;
  const BoundaryEdge& side = boundary_.sides[feature];
  if (nearest(side, p).distance > radius + reach) return false;
  if (radius == 0 || !side.straight()) return true;
  const double along = side.direction.dot(p - side.start);
  return along >= -reach && along <= side.length + reach;
}

BoxContacts::Where BoxContacts::look(const PoseBox& box, std::vector<PossibleContact>& possible) const {
  possible.clear();
  for (int number = 0; number < static_cast<int>(fixels_.size()); ++number) {
    const EnergyFixel& fixel = fixels_[number];
    const Vector arm = fixel.at - box.centre.head<2>();
    const Vector p = rotated(arm, -box.centre.z());
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
    const Vector p = rotated(fixel.at - pose.head<2>(), -pose.z());
    least = std::min(least, signed_distance(p) - fixel.radius);
  }
  return least;
}

namespace {

constexpr double kMargin =
    0x1p-32;  ///< margin with which proofs must hold for a unit twist, because the checker rounds differently
constexpr double kRight = std::numbers::pi / 2;

}  // namespace

BoxJudge::BoxJudge(const EnergyProblem& problem, double domain)
    : problem_(problem),
      contacts_(problem.loops(), problem.fixels, problem.fixel_tolerance + problem.outline_tolerance, domain,
                problem.load.anchor ? problem.load.anchor->norm() : 0),
      size_(contacts_.size()),
      slack_(contacts_.slack()) {
  mean_arm_ = 0;
  for (const EnergyFixel& fixel : problem.fixels)
    mean_arm_ += fixel.at.norm() / static_cast<double>(problem.fixels.size());
  find_goal_features();
  find_near_goal();
}

BoxJudge::Normals BoxJudge::normals(const PoseBox& box, const PossibleContact& contact) const {
  const double turn = box.half.z();
  const auto round = [&](const Vector& center, const Vector& outward, double half_sweep, double sign) {
    const Normals by_side{rotated(-sign * outward, box.centre.z()), half_sweep + turn};
    const Vector seen = box.centre.head<2>() + rotated(center, box.centre.z()) - contacts_.fixel(contact.fixel).at;
    const double moves = reach(box, center.norm()) + contacts_.off() + slack_;
    if (moves >= seen.norm()) return by_side;
    const Normals by_sight{sign * seen.normalized(), std::asin(moves / seen.norm())};
    return by_sight.spread < by_side.spread ? by_sight : by_side;
  };
  if (contact.feature >= contacts_.sides()) {
    const BoundaryVertex& corner = contacts_.corner(contact.feature);
    return round(corner.center, corner.middle, corner.half_sweep, 1);
  }
  const BoundaryEdge& side = contacts_.boundary().sides[contact.feature];
  if (!side.straight()) return round(side.center, side.middle, side.half_sweep, side.radius > 0 ? 1 : -1);
  const double skew = std::asin(std::min(1., 2 * problem_.outline_tolerance / side.length));
  return {rotated(turned_left(side.direction), box.centre.z()), turn + skew};
}

Vector BoxJudge::force_at(const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  if (!load.anchor) return load.force;
  const Vector at = box.centre.head<2>() + rotated(load.at, box.centre.z());
  return load.force.norm() * (*load.anchor - at).stableNormalized();
}

/// Returns whether the load's power over a twist is positive over the whole box.
bool BoxJudge::pushes(const Eigen::Vector3d& xi, const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  const double omega = xi.z();
  const Vector force = force_at(box), arm = rotated(load.at, box.centre.z());
  const Vector u = xi.head<2>() + omega * turned_left(arm);
  const double moves = std::fabs(omega) * chord(load.at.norm(), box.half.z());
  double power = force.dot(u);
  if (load.anchor) {
    const double distance = (*load.anchor - box.centre.head<2>() - arm).norm();
    const double away = reach(box, load.at.norm()) + load.anchor_tolerance + slack_;
    if (away >= distance) return false;
    const double sine = away / distance;
    power = power * std::sqrt(1 - sine * sine) - std::fabs(cross(force, u)) * sine;
    if (force.dot(u) < 0) return false;
  }
  const double scale = 1 + size_ / problem_.gyration_radius;
  return power + omega * load.torque - force.norm() * moves > kMargin * scale;
}

bool BoxJudge::holds_for(const Eigen::Vector3d& xi, const PoseBox& box, const PossibleContact& contact) const {
  const EnergyFixel& fixel = contacts_.fixel(contact.fixel);
  const Normals range = normals(box, contact);
  if (range.spread >= kRight) return false;
  const double omega = xi.z();
  const Vector u = xi.head<2>() + omega * turned_left(fixel.at - box.centre.head<2>());
  const double moves = std::fabs(omega) * (std::hypot(box.half.x(), box.half.y()) + problem_.fixel_tolerance + slack_);
  const double length = std::hypot(1, fixel.friction);
  const double scale = 1 + size_ / problem_.gyration_radius;
  for (const double s : {1., -1.}) {
    const Vector edge = (range.normal + s * fixel.friction * turned_left(range.normal)) / length;
    const double along = u.dot(edge);
    if (along < 0) return false;
    const double least = along * std::cos(range.spread) - std::fabs(cross(u, edge)) * std::sin(range.spread) - moves;
    const double by_radius = s * omega * fixel.friction / length * fixel.radius;
    if (!(least + by_radius > kMargin * scale)) return false;
  }
  return true;
}

bool BoxJudge::proves(const Eigen::Vector3d& xi, const PoseBox& box,
                      const std::vector<PossibleContact>& contacts) const {
  if (!pushes(xi, box)) return false;
  return std::all_of(contacts.begin(), contacts.end(),
                     [&](const PossibleContact& contact) { return holds_for(xi, box, contact); });
}

namespace {

/// Puts many rows into a fixed random order. Rows in the order of the outline are the worst case of largest_cap(): a
/// coarse box around an outline of 132 edges then takes a million times as long as one with few contacts.
void shuffle_if_many(std::vector<Eigen::Vector3d>& rows) {
  constexpr std::size_t kMany = 32;
  if (rows.size() <= kMany) return;
  std::uint32_t state = 1;
  for (std::size_t left = rows.size(); left > 1; --left) {
    state = state * 1664525 + 1013904223;  // the linear congruential generator of Numerical Recipes
    const auto chosen = static_cast<std::size_t>((std::uint64_t{state} * left) >> 32);
    std::swap(rows[left - 1], rows[chosen]);
  }
}

}  // namespace

/// Finds the twist with the largest margin in all half-spaces of the load and of the contacts' extreme forces.
std::optional<Eigen::Vector3d> BoxJudge::find_proof(const PoseBox& box,
                                                    const std::vector<PossibleContact>& contacts) const {
  const double rho = problem_.gyration_radius;
  std::vector<Eigen::Vector3d> rows;
  const auto add = [&](const Vector& at, const Vector& force, double torque) {
    rows.push_back(Eigen::Vector3d(force.x(), force.y(), (cross(at, force) + torque) / rho).normalized());
  };
  add(rotated(problem_.load.at, box.centre.z()), force_at(box), problem_.load.torque);
  for (const PossibleContact& contact : contacts) {
    const EnergyFixel& fixel = contacts_.fixel(contact.fixel);
    const Normals range = normals(box, contact);
    const double half = std::atan(fixel.friction) + range.spread;
    if (half >= kRight) return std::nullopt;
    const double by_radius = std::sin(std::atan(fixel.friction)) * fixel.radius;
    for (const double s : {1., -1.})
      add(fixel.at - box.centre.head<2>(), rotated(range.normal, s * half), s * by_radius);
  }
  shuffle_if_many(rows);
  const std::optional<Eigen::Vector3d> best = largest_positive_cap(rows);
  if (!best) return std::nullopt;
  const Eigen::Vector3d xi(best->x(), best->y(), best->z() / rho);
  return xi.allFinite() && proves(xi, box, contacts) ? std::optional(xi) : std::nullopt;
}

bool BoxJudge::is_near_goal(const PoseBox& box) const {
  return ((box.centre.cwiseAbs() + box.half).array() <= near_goal_.array()).all();
}

std::vector<PossibleContact> BoxJudge::without(const std::vector<PossibleContact>& contacts, std::size_t goal) const {
  std::vector<PossibleContact> others = contacts;
  std::erase_if(others, [&](const PossibleContact& contact) {
    return contact.fixel == goal_[goal].fixel && contact.feature == goal_[goal].feature;
  });
  return others;
}

std::optional<std::array<Eigen::Vector3d, 3>> BoxJudge::find_near_proof(
    const PoseBox& box, const std::vector<PossibleContact>& contacts) const {
  if (!is_near_goal(box)) return std::nullopt;
  std::array<Eigen::Vector3d, 3> twists;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto found = find_proof(box, without(contacts, i));
    if (!found) return std::nullopt;
    twists[i] = *found;
  }
  return twists;
}

bool BoxJudge::proves_near(const std::array<Eigen::Vector3d, 3>& twists, const PoseBox& box,
                           const std::vector<PossibleContact>& contacts) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!proves(twists[i], box, without(contacts, i))) return false;
  }
  return is_near_goal(box);
}

/// Finds the feature that each fixel of the goal touches at the seat.
void BoxJudge::find_goal_features() {
  for (const int number : problem_.goal) {
    const EnergyFixel& fixel = contacts_.fixel(number);
    PossibleContact best{number, 0};
    double least = std::numeric_limits<double>::infinity();
    for (int feature = 0; feature < (fixel.radius > 0 ? contacts_.features() : contacts_.sides()); ++feature) {
      const bool side = feature < contacts_.sides();
      const double distance =
          side ? contacts_.distance_to(feature, fixel.at)
               : (contacts_.corner(feature).center - fixel.at).norm() - slack_;  // the corner itself, not its edges
      if (std::fabs(distance - fixel.radius) < least) {
        least = std::fabs(distance - fixel.radius);
        best = {number, feature};
      }
    }
    goal_.push_back(best);
  }
}

bool BoxJudge::regular(const Eigen::Vector3d& half) const {
  const PoseBox seat{{0, 0, 0}, {0, 0, 0}}, box{{0, 0, 0}, half};
  const double rho = problem_.gyration_radius;
  Eigen::Matrix3d rows;
  double off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector& at = contacts_.fixel(goal_[i].fixel).at;
    const Normals here = normals(seat, goal_[i]), range = normals(box, goal_[i]);
    if (range.spread >= kRight) return false;
    const Vector& n = here.normal;
    rows.row(static_cast<Eigen::Index>(i)) << n.x(), n.y(), cross(at, n) / rho;
    const double turn = chord(1, range.spread + std::fabs(std::atan2(cross(n, range.normal), n.dot(range.normal))));
    const double arm = std::hypot(half.x(), half.y()) + problem_.fixel_tolerance;
    off += turn * turn + std::pow((at.norm() * turn + arm) / rho, 2);
  }
  const Eigen::Matrix3d inverse = rows.inverse();
  return inverse.allFinite() && std::sqrt(off) * inverse.norm() < .999;
}

void BoxJudge::find_near_goal() {
  const double rho = problem_.gyration_radius;
  for (double size = 1; size > 1e-6; size /= 1.25) {
    const Eigen::Vector3d half(size * rho, size * rho, size);
    if (!regular(half)) continue;
    near_goal_ = half;
    return;
  }
}

double BoxJudge::potential(const Eigen::Vector3d& pose) const {
  const EnergyLoad& load = problem_.load;
  const Vector at = pose.head<2>() + rotated(load.at, pose.z());
  if (load.anchor) return load.force.norm() * ((*load.anchor - at).norm() - (*load.anchor - load.at).norm());
  return -load.force.dot(at - load.at) - load.torque * pose.z();
}

/// Returns a lower bound on the potential in the box: the potential at the centre minus spread(). This bound also holds
/// for a pull towards an anchor. Its potential is a convex function of the position of the load's point, so the tangent
/// plane at the centre is a lower bound. If the anchor is displaced within its tolerance, the potential changes by at
/// most the displacement times the change of the pull's direction between the seat and the pose.
double BoxJudge::least_potential(const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  const double size = load.force.norm();
  double least = potential(box.centre) - spread(box);
  if (load.anchor && load.anchor_tolerance > 0) {
    const Vector at = box.centre.head<2>() + rotated(load.at, box.centre.z());
    const double moved = (at - load.at).norm() + reach(box, load.at.norm());
    const double distance = (*load.anchor - load.at).norm() - load.anchor_tolerance;
    least -= size * load.anchor_tolerance * std::min(2., distance > 0 ? 2 * moved / distance : 2.);
  }
  return least - slack_ * (size + std::fabs(load.torque) / problem_.gyration_radius);
}

double BoxJudge::spread(const PoseBox& box) const {
  const Vector force = force_at(box), arm = rotated(problem_.load.at, box.centre.z());
  const double turn = std::min(box.half.z(), kRight);
  const double by_turn = std::fabs(problem_.load.torque) * box.half.z() +
                         std::fabs(cross(arm, force)) * std::sin(turn) +
                         std::fabs(force.dot(arm)) * (1 - std::cos(turn));
  const double far = box.half.z() > kRight ? 2 * force.norm() * arm.norm() : 0;
  return std::fabs(force.x()) * box.half.x() + std::fabs(force.y()) * box.half.y() + by_turn + far;
}

/// Also returns true for poses that may be free only because of the tolerances.
bool BoxJudge::is_free(const Eigen::Vector3d& pose) const { return contacts_.gap(pose) >= -contacts_.off(); }

}  // namespace pawl::internal::inline planner
