// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace pawl::internal {

/// The boundary of a region of the unit sphere: arcs of great circles with the region on their left, and points.
class SphereBoundary {
 public:
  /// From one unit vector to another, counterclockwise about the unit normal, at most half a turn.
  void add_arc(const Eigen::Vector3d& normal, const Eigen::Vector3d& from, const Eigen::Vector3d& to);
  void add_point(const Eigen::Vector3d& point) { points_.push_back(point); }

  /// The angle from a unit direction to the nearest boundary point, rad; pi without any. Where it is at most `enough`,
  /// any angle from it up to that.
  double distance(const Eigen::Vector3d& direction, double enough = 0) const;

  struct Widest {
    Eigen::Vector3d direction;
    double margin;
  };
  using Inside = std::function<bool(const Eigen::Vector3d&)>;
  /// A direction of the region whose distance is locally greatest, from the best of `starts` (unit directions inside,
  /// at least one). `inside` tells the region. What there is when `stop` asks to stop.
  ///
  /// Round a direction every piece of the boundary has a great circle that is nowhere further than the piece and as
  /// far at the direction itself; the largest cap within the half-spaces of those pieces that are near enough to matter
  /// is the next direction. Each such step widens the margin, and finds a corner or a ridge of the distance at once.
  Widest widest(const std::vector<Eigen::Vector3d>& starts, const Inside& inside, const StopToken& stop = {}) const;

 private:
  struct Arc {
    Eigen::Vector3d normal, from, along;  // the arc is cos(a) from + sin(a) along, 0 <= a <= turn
    Eigen::Vector3d to;
    double turn;

    bool faces(const Eigen::Vector3d& direction) const;
    Eigen::Vector3d nearest(const Eigen::Vector3d& direction) const;
  };
  Widest at(const Eigen::Vector3d& direction) const { return {direction, distance(direction)}; }
  Widest better(const Widest& than, const Eigen::Vector3d& direction, const Inside& inside) const;
  std::vector<Eigen::Vector3d> half_spaces(const Widest& from, double reach) const;
  Widest climbed(Widest from, const Inside& inside, const StopToken& stop) const;
  Widest opposite(const Widest& from, const Inside& inside) const;

  std::vector<Arc> arcs_;
  std::vector<Eigen::Vector3d> points_;
};

}  // namespace pawl::internal
