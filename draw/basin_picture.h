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

/// The signed distance of points from an outline, negative inside, in double precision. Only for pictures, which need
/// it at many points. Code that makes decisions uses pawl/geometry/closest_point.h.
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
    bool turns(const Eigen::Vector2d& p) const;  ///< returns whether this edge changes the parity of the crossings of a
                                                 ///< ray from p; the parity over all edges decides whether p is inside
  };
  std::vector<Side> sides_;
};

/// A sampled basin: the collision-free poses within its extent whose potential is at most its depth and that are
/// connected with the goal. The samples are only for pictures; the proof consists of the boxes of the energy
/// certificate.
class BasinSamples {
 public:
  BasinSamples(const PartFigure& part, const BasinFigure& basin);

  bool holds(const Eigen::Vector3d& displacement) const;

  /// Returns the samples with the minimum and maximum x, y and theta, without duplicates. They are drawn as ghosts.
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
  std::optional<OutlineDistance> outline_;  ///< outline of the seated part
  std::optional<pawl::internal::Boundary> boundary_;   ///< boundary of the part about its centre of mass, if there are solids
  std::vector<pawl::internal::Boundary> solids_;  ///< boundaries of the walls and the diamond pins
  double touching_;                         ///< tolerated overlap: a gap above -touching_ counts as free
  std::vector<char> connected_;             ///< for each node of a grid over the extent, whether it is connected with
                                            ///< the goal
};

/// Returns polygons that approximate a region of a plane. The rectangle from `least` to `most` is divided into `across`
/// by `across` cells, and `inside` decides whether the centre of a cell is in the region.
std::vector<std::vector<Eigen::Vector2d>> region_of(const Eigen::Vector2d& least, const Eigen::Vector2d& most,
                                                    int across,
                                                    const std::function<bool(const Eigen::Vector2d&)>& inside);

/// Adds slices of a basin: (x, y) at the seat's angle, (x, y) at the angle of the pass where it spills, and (x, theta)
/// at the seat's y. The pass is marked. Also adds the part with ghosts of the most distant starts in the basin.
void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin);

}  // namespace pawl::draw
