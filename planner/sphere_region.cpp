// SPDX-License-Identifier: MIT
#include "sphere_region.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "largest_cap.h"

namespace pawl {
namespace {

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// How far round from 0 the direction (x, y) points, in [0, 2 pi).
double turn_of(double y, double x) {
  const double turn = std::atan2(y, x);
  return turn < 0 ? turn + 2 * std::numbers::pi : turn;
}

}  // namespace

void SphereBoundary::add_arc(const Eigen::Vector3d& normal, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d along = normal.cross(from).normalized();
  double turn = turn_of(to.dot(along), to.dot(from));
  if (turn > 1.5 * std::numbers::pi) turn = 0;  // rounding of a tiny arc
  arcs_.push_back({normal, from, along, to, turn});
}

double SphereBoundary::distance(const Eigen::Vector3d& direction, double enough) const {
  double least = std::numbers::pi;
  double reach = 1;  // an arc whose great circle is higher than this is further away
  const auto found = [&](double angle) {
    if (angle >= least) return;
    least = angle;
    reach = least < std::numbers::pi / 2 ? std::sin(least) : 1;
  };
  for (const Arc& arc : arcs_) {
    const double height = std::fabs(arc.normal.dot(direction));
    if (height >= reach) continue;
    if (turn_of(direction.dot(arc.along), direction.dot(arc.from)) <= arc.turn) {
      found(std::asin(height));
    } else {
      found(angle_between(direction, arc.from));
      found(angle_between(direction, arc.to));
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

/// The centre of the largest cap within the half-spaces of the arcs that face `from`, where that is better.
SphereBoundary::Widest SphereBoundary::capped(Widest from, const Inside& inside) const {
  for (int round = 0; round < 8; ++round) {
    std::vector<Eigen::Vector3d> normals;
    for (const Arc& arc : arcs_) {
      if (arc.normal.dot(from.direction) > 0) normals.push_back(arc.normal);
    }
    if (normals.empty()) return from;
    const Widest next = better(from, largest_cap(normals), inside);
    if (next.margin == from.margin) return from;
    from = next;
  }
  return from;
}

/// Steps to the side, ever shorter, while they help.
SphereBoundary::Widest SphereBoundary::climbed(Widest from, const Inside& inside) const {
  for (double step = std::max(from.margin, 1e-3); step > 1e-6; step /= 2) {
    for (bool moved = true; moved;) {
      moved = false;
      const Eigen::Vector3d u = from.direction.unitOrthogonal();
      const Eigen::Vector3d v = from.direction.cross(u);
      for (int k = 0; k < 8; ++k) {
        const double angle = k * std::numbers::pi / 4;
        const Eigen::Vector3d side = std::cos(angle) * u + std::sin(angle) * v;
        const Widest next = better(from, (from.direction + std::tan(std::min(step, 1.)) * side).normalized(), inside);
        moved = moved || next.margin > from.margin;
        from = next;
      }
    }
  }
  return from;
}

SphereBoundary::Widest SphereBoundary::widest(const std::vector<Eigen::Vector3d>& starts, const Inside& inside) const {
  constexpr std::size_t kMostTried = 400;
  std::vector<Widest> tried;
  for (std::size_t k = 0; k < std::min(starts.size(), kMostTried); ++k) {
    tried.push_back(at(starts[k * starts.size() / std::min(starts.size(), kMostTried)]));
  }
  std::stable_sort(tried.begin(), tried.end(), [](const Widest& a, const Widest& b) { return a.margin > b.margin; });
  Widest best = tried.front();
  for (std::size_t k = 0; k < std::min<std::size_t>(tried.size(), 3); ++k) {
    const Widest found = climbed(capped(tried[k], inside), inside);
    if (found.margin > best.margin) best = found;
  }
  return best;
}

}  // namespace pawl
