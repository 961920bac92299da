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

/// Returns the wrench of a circle or spread at the parameter t, scaled to unit length in (fx, fy, tau).
inline Eigen::Vector3d wrench_at(const WrenchDomain& circle, double t) {
  return (std::cos(t) * circle.first + std::sin(t) * circle.second).normalized();
}

/// Returns the angle between the wrenches of a circle at the parameters t and s, in (fx, fy, tau / rho), rad.
inline double angle_between(const WrenchDomain& circle, double rho, double t, double s) {
  Eigen::Vector3d u = wrench_at(circle, t);
  Eigen::Vector3d v = wrench_at(circle, s);
  u.z() /= rho;
  v.z() /= rho;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

class WidestSearch;

/// The boundary of a region of the unit sphere. It consists of arcs of great circles, which have the region on their
/// left, and of points.
class SphereBoundary {
 public:
  /// Adds an arc between two unit vectors, counterclockwise about the unit normal and at most half a turn.
  void add_arc(const Eigen::Vector3d& normal, const Eigen::Vector3d& from, const Eigen::Vector3d& to);
  void add_point(const Eigen::Vector3d& point) { points_.push_back(point); }

  /// Returns the angle, rad, from a unit direction to the nearest boundary point, or pi if the boundary is empty. If
  /// the angle is at most `enough`, the result need not be exact: any value between the angle and `enough` may be
  /// returned.
  double distance(const Eigen::Vector3d& direction, double enough = 0) const;

  struct Widest {
    Eigen::Vector3d direction;
    double margin;
  };
  using Inside = std::function<bool(const Eigen::Vector3d&)>;
  using Triangle = std::array<Eigen::Vector3d, 3>;  ///< three corners, as unit vectors
  /// Known bounds on the position of the region. They only shorten the search.
  struct Hints {
    std::optional<Triangle> within;  ///< triangle that contains the region
    std::function<double(const Eigen::Vector3d&)>
        apart;  ///< lower bound on the angle from a direction to the region, rad
  };
  /// Returns a direction of the region whose distance from the boundary is the largest, with the relative error
  /// kRelativeGap or the absolute error kGap. `inside` defines the region. `starts` contains at least one unit
  /// direction inside the region; the starts only shorten the search. If `stop` ends the search, or after kMostPatches
  /// patches, returns the best direction that was found. In this case a direction with a larger distance may exist.
  ///
  /// The method is branch and bound over the whole sphere, because the distance has many local maxima if the region is
  /// not convex. Between two directions, the signed distance s (negative outside) changes by at most the angle between
  /// them. Therefore no direction of a patch with centre c and radius r is farther from the boundary than s(c) + r. If
  /// this does not exclude a patch, several pieces of the boundary together may exclude it: see WidestSearch. A patch
  /// that cannot be excluded is divided into four. From each centre that is better than all earlier centres, the search
  /// climbs to the local maximum of the distance.
  ///
  /// The search takes about 100 to 1,000 patches. For each patch, it examines the pieces that may be nearest to some
  /// direction of the patch from which it was divided.
  Widest widest(const std::vector<Eigen::Vector3d>& starts, const Inside& inside, const StopToken& stop = {},
                const Hints& hints = {}) const;

  static constexpr double kRelativeGap = 1e-4;
  static constexpr double kGap = 1e-5;  ///< absolute accuracy of the distance, rad
  static constexpr std::size_t kMostPatches = 20000;

 private:
  struct Arc {
    // The arc consists of the points cos(a) from + sin(a) along for 0 <= a <= turn.
    Eigen::Vector3d normal, from, along;
    Eigen::Vector3d to, back;  // end of the arc, and tangent at this end towards the arc's start
    double turn;

    bool faces(const Eigen::Vector3d& direction) const;
    Eigen::Vector3d nearest(const Eigen::Vector3d& direction) const;
  };
  friend class WidestSearch;

  Widest at(const Eigen::Vector3d& direction) const { return {direction, distance(direction)}; }
  Widest better(const Widest& than, const Eigen::Vector3d& direction, const Inside& inside) const;
  /// Climbs from a direction in the region to a local maximum of the distance. At each direction, each piece of the
  /// boundary is replaced by a great circle. This circle has the same distance from the direction, and is not farther
  /// away than the piece from any other direction. The next direction is the centre of the largest cap within the
  /// half-spaces of the pieces that are near enough to have an influence. Each step increases the margin. One step
  /// reaches a corner or a ridge of the distance.
  Widest climbed(Widest from, const Inside& inside, const StopToken& stop) const;
  std::vector<Eigen::Vector3d> half_spaces(const Widest& from, double reach) const;
  Widest opposite(const Widest& from, const Inside& inside) const;

  std::vector<Arc> arcs_;
  std::vector<Eigen::Vector3d> points_;
};

}  // namespace pawl::internal::inline planner
