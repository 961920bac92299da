// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <vector>

#include "draw/sheet.h"
#include "geometry/boundary.h"

namespace pawl::draw {

/// The signed distance of points from an outline, in double precision. It is negative inside the outline. Only pictures
/// use this class, because they need the distance at many points. Code that makes decisions uses
/// pawl/geometry/closest_point.h.
class OutlineDistance {
 public:
  explicit OutlineDistance(const Path& outline, const std::vector<Path>& holes = {});
  double operator()(const Eigen::Vector2d& point) const;

 private:
  void add(const Path& outline);

  struct Side {
    Eigen::Vector2d a{0, 0}, b{0, 0};
    double bulge = 0;
    Eigen::Vector2d center{0, 0};
    double radius = 0;

    bool beyond_chord(const Eigen::Vector2d& p) const;  ///< whether p is on the same side of the chord as the arc
    double distance(const Eigen::Vector2d& p) const;
    /// Returns whether a ray from p crosses this edge an odd number of times. The point p is inside the outline if the
    /// number of such edges is odd.
    bool turns(const Eigen::Vector2d& p) const;
  };
  std::vector<Side> sides_;
};

/// A sampled basin. The samples are the poses of the basin's extent that are free of collisions, whose potential is at
/// most the depth, and that are connected with the goal. They are only for pictures; the proof consists of the boxes of
/// the energy certificate.
class BasinSamples {
 public:
  BasinSamples(const PartFigure& part, const BasinFigure& basin);

  bool holds(const Eigen::Vector3d& displacement) const;

  /// Returns the samples with the smallest and the largest x, y and theta, without duplicates. The picture shows them
  /// as ghosts.
  std::vector<Eigen::Vector3d> farthest() const;

 private:
  bool is_low_and_free(const Eigen::Vector3d& displacement) const;
  bool is_free(const Eigen::Vector3d& displacement) const;
  void add_solids();
  bool overlaps_solid(const Eigen::Vector3d& displacement) const;
  Eigen::Vector3d place(const Eigen::Vector3i& node) const;
  int index(const Eigen::Vector3i& node) const;
  void flood();

  const PartFigure& part_;
  const BasinFigure& basin_;
  std::optional<OutlineDistance> outline_;  ///< outline of the seated part; empty if the task has none
  /// Boundary of the part about its centre of mass. Empty if there is neither a wall nor a diamond pin.
  std::optional<pawl::internal::Boundary> boundary_;
  std::vector<pawl::internal::Boundary> solids_;  ///< boundaries of the walls and the diamond pins
  /// Largest tolerated penetration, in the length unit: a pose is free if all gaps are above -touching_.
  double touching_;
  /// For each node of a grid over the extent: 1 if it is connected with the goal.
  std::vector<char> connected_;
};

/// Returns polygons that approximate a region of a plane. The rectangle from `least` to `most` is divided into `across`
/// times `across` cells. The function `inside` decides whether the centre of a cell lies in the region.
std::vector<std::vector<Eigen::Vector2d>> region_of(const Eigen::Vector2d& least, const Eigen::Vector2d& most,
                                                    int across,
                                                    const std::function<bool(const Eigen::Vector2d&)>& inside);

/// Adds the part with ghosts of the farthest starts in the basin, and charts of the basin: the slice (x, y) at the
/// seat's angle, the slice (x, y) at half the angle of the pass where the basin spills, and the projection (x, theta)
/// over all y. The second slice is left out if the pass is unknown or its angle is about 0. A known pass is marked in
/// every chart.
void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin);

}  // namespace pawl::draw
