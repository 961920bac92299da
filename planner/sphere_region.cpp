// SPDX-License-Identifier: MIT
#include "sphere_region.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "largest_cap.h"

namespace pawl::internal {
namespace {

/// Below a right angle, rad: a margin this near to it may be one that can still grow past it.
constexpr double kNearlyRight = 1e-3;

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// How far round from 0 the direction (x, y) points, in [0, 2 pi).
double turn_of(double y, double x) {
  const double turn = std::atan2(y, x);
  return turn < 0 ? turn + 2 * std::numbers::pi : turn;
}

/// The unit vector `turn` along the great circle from a to b, or b where that is nearer.
Eigen::Vector3d towards(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double turn) {
  if (angle_between(a, b) <= turn) return b;
  const Eigen::Vector3d side = (b - b.dot(a) * a).normalized();
  return (std::cos(turn) * a + std::sin(turn) * side).normalized();
}

}  // namespace

void SphereBoundary::add_arc(const Eigen::Vector3d& normal, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d along = normal.cross(from).normalized();
  double turn = turn_of(to.dot(along), to.dot(from));
  if (turn > 1.5 * std::numbers::pi) turn = 0;  // rounding of a tiny arc
  const Eigen::Vector3d back = turn == 0 ? Eigen::Vector3d(-along) : to.cross(normal);
  arcs_.push_back({normal, from, along, to, back, turn});
}

/// Whether the arc's point nearest to a direction is none of its ends.
bool SphereBoundary::Arc::faces(const Eigen::Vector3d& direction) const {
  return turn_of(direction.dot(along), direction.dot(from)) <= turn;
}

/// The nearer of the arc's ends.
Eigen::Vector3d SphereBoundary::Arc::nearest(const Eigen::Vector3d& direction) const {
  return direction.dot(from) > direction.dot(to) ? from : to;
}

double SphereBoundary::distance(const Eigen::Vector3d& direction, double enough) const {
  double least = std::numbers::pi;
  double reach = 2;  // an arc whose great circle is higher than this is further away
  const auto found = [&](double angle) {
    if (angle >= least) return;
    least = angle;
    if (least < std::numbers::pi / 2) reach = std::sin(least);
  };
  for (const Arc& arc : arcs_) {
    const double height = std::fabs(arc.normal.dot(direction));
    if (height >= reach) continue;
    if (arc.faces(direction)) {
      found(std::asin(std::min(height, 1.)));
    } else {
      found(angle_between(direction, arc.nearest(direction)));
    }
    if (least <= enough) return least;
  }
  for (const Eigen::Vector3d& point : points_) found(angle_between(direction, point));
  return least;
}

/// The new direction where it lies in the region with more room than the old one by more than rounding.
SphereBoundary::Widest SphereBoundary::better(const Widest& than, const Eigen::Vector3d& direction,
                                              const Inside& inside) const {
  const double enough = than.margin * (1 + 1e-9);
  const double margin = distance(direction, enough);
  return margin > enough && inside(direction) ? Widest{direction, margin} : than;
}

/// Normals towards a direction of great circles no further than what of the boundary matters within `reach` of it, the
/// nearest first. Of an arc its own; of a point the one at right angles to the direction.
std::vector<Eigen::Vector3d> SphereBoundary::half_spaces(const Widest& from, double reach) const {
  const Eigen::Vector3d& at = from.direction;
  const double furthest = from.margin + 2 * reach;
  const double highest = furthest < std::numbers::pi / 2 ? std::sin(furthest) : 2;
  std::vector<std::pair<double, Eigen::Vector3d>> near;
  const auto add = [&](double angle, const Eigen::Vector3d& normal) {
    if (angle <= furthest) near.emplace_back(angle, normal);
  };
  const auto add_point = [&](const Eigen::Vector3d& point) {
    add(angle_between(at, point), (at - at.dot(point) * point).normalized());
  };
  for (const Arc& arc : arcs_) {
    const double height = arc.normal.dot(at);
    if (std::fabs(height) > highest) continue;
    if (arc.faces(at)) {
      add(std::asin(std::min(std::fabs(height), 1.)), height < 0 ? Eigen::Vector3d(-arc.normal) : arc.normal);
    } else {
      add_point(arc.nearest(at));
    }
  }
  for (const Eigen::Vector3d& point : points_) add_point(point);
  std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Eigen::Vector3d> normals;
  for (const auto& [angle, normal] : near) normals.push_back(normal);
  return normals;
}

/// Steps while they help; as far as `reach`, which shrinks where what is further off is in the way.
SphereBoundary::Widest SphereBoundary::climbed(Widest from, const Inside& inside, const StopToken& stop) const {
  constexpr int kMostSteps = 200;
  constexpr double kLittle = 1e-3;
  double reach = std::numbers::pi / 2;
  for (int step = 0; step < kMostSteps && reach > 1e-9 && !stop.stop_requested(); ++step) {
    const std::vector<Eigen::Vector3d> normals = half_spaces(from, reach);
    if (normals.empty()) break;
    const Widest next = better(from, towards(from.direction, largest_cap(normals), reach), inside);
    if (next.margin < from.margin * (1 + kLittle)) reach /= 2;
    from = next;
  }
  return opposite(from, inside);
}

/// Where the boundary is further than a right angle: the middle of the cap that it leaves, where that is better.
SphereBoundary::Widest SphereBoundary::opposite(const Widest& from, const Inside& inside) const {
  if (from.margin < std::numbers::pi / 2 - kNearlyRight) return from;
  std::vector<Eigen::Vector3d> away;
  for (const Arc& arc : arcs_) away.insert(away.end(), {-arc.from, -arc.to});
  for (const Eigen::Vector3d& point : points_) away.push_back(-point);
  return away.empty() ? from : better(from, largest_cap(away), inside);
}

}  // namespace pawl::internal
