// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace pawl::internal::inline planner {

/// The wrench of a circle (or spread) at its parameter t, unit length in (fx, fy, tau).
inline Eigen::Vector3d wrench_at(const WrenchDomain& circle, double t) {
  return (std::cos(t) * circle.first + std::sin(t) * circle.second).normalized();
}

/// The angle between two of its wrenches in (fx, fy, tau / rho), rad.
inline double angle_between(const WrenchDomain& circle, double rho, double t, double s) {
  Eigen::Vector3d u = wrench_at(circle, t);
  Eigen::Vector3d v = wrench_at(circle, s);
  u.z() /= rho;
  v.z() /= rho;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

class WidestSearch;

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
  using Triangle = std::array<Eigen::Vector3d, 3>;  ///< corners, unit vectors
  /// What is known of where the region is; it only shortens the search.
  struct Hints {
    std::optional<Triangle> within;  ///< holds the region
    std::function<double(const Eigen::Vector3d&)>
        apart;  ///< no more than the angle from a direction to the region, rad
  };
  /// A direction of the region whose distance to the boundary is the greatest: to kRelativeGap of it, or kGap.
  /// `starts`: unit directions inside, at least one; they only shorten the search. `inside` tells the region. What
  /// there is when `stop` asks to stop, or after kMostPatches patches: then a wider place may exist.
  ///
  /// Branch and bound over the whole sphere, as the distance has many local maxima where the region is not convex. The
  /// signed distance (negative outside) changes by no more than the angle between two directions, so that no direction
  /// of a patch with the centre c and the radius r is further from the boundary than s(c) + r. Where that does not
  /// exclude a patch, several pieces of the boundary together may: see WidestSearch. A patch that may hold a wider
  /// place is cut into four. From each centre that is wider than all before, the distance is climbed to its local
  /// maximum.
  ///
  /// Cost: some 100 to 1,000 patches; each looks at the pieces that may be nearest to some direction of its parent.
  Widest widest(const std::vector<Eigen::Vector3d>& starts, const Inside& inside, const StopToken& stop = {},
                const Hints& hints = {}) const;

  static constexpr double kRelativeGap = 1e-4;
  static constexpr double kGap = 1e-5;  ///< rad
  static constexpr std::size_t kMostPatches = 20000;

 private:
  struct Arc {
    Eigen::Vector3d normal, from, along;  // the arc is cos(a) from + sin(a) along, 0 <= a <= turn
    Eigen::Vector3d to, back;             // back: from its end along it towards its start
    double turn;

    bool faces(const Eigen::Vector3d& direction) const;
    Eigen::Vector3d nearest(const Eigen::Vector3d& direction) const;
  };
  friend class WidestSearch;

  Widest at(const Eigen::Vector3d& direction) const { return {direction, distance(direction)}; }
  Widest better(const Widest& than, const Eigen::Vector3d& direction, const Inside& inside) const;
  /// Climbs from a direction inside to a local maximum of the distance. Round a direction every piece of the boundary
  /// has a great circle that is nowhere further than the piece and as far at the direction itself; the largest cap
  /// within the half-spaces of those pieces that are near enough to matter is the next direction. Each such step widens
  /// the margin, and finds a corner or a ridge of the distance at once.
  Widest climbed(Widest from, const Inside& inside, const StopToken& stop) const;
  std::vector<Eigen::Vector3d> half_spaces(const Widest& from, double reach) const;
  Widest opposite(const Widest& from, const Inside& inside) const;

  std::vector<Arc> arcs_;
  std::vector<Eigen::Vector3d> points_;
};

}  // namespace pawl::internal::inline planner
