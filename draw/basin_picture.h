// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <vector>

#include "draw/sheet.h"

namespace pawl::draw {

/// How far points are from an outline, negative inside: in doubles, for many points, to be looked at. What is decided
/// is decided by pawl/geometry/closest_point.h.
class OutlineDistance {
 public:
  explicit OutlineDistance(const Path& outline);
  double operator()(const Eigen::Vector2d& point) const;

 private:
  struct Side {
    Eigen::Vector2d a{0, 0}, b{0, 0};
    double bulge = 0;
    Eigen::Vector2d center{0, 0};
    double radius = 0;

    bool beyond_chord(const Eigen::Vector2d& p) const;  ///< on the side of the chord that the arc is on
    double distance(const Eigen::Vector2d& p) const;
    bool turns(const Eigen::Vector2d& p) const;  ///< from inside to outside, or back
  };
  std::vector<Side> sides_;
};

/// The poses of a basin, sampled: free, no higher than its depth, within its extent, and connected with the goal. For
/// pictures: the proof is the certificate's boxes.
class BasinSamples {
 public:
  BasinSamples(const PartFigure& part, const BasinFigure& basin);

  bool holds(const Eigen::Vector3d& displacement) const;

  /// The samples farthest out: least and most x, y and theta, each once, for ghosts.
  std::vector<Eigen::Vector3d> farthest() const;

 private:
  bool is_low_and_free(const Eigen::Vector3d& displacement) const;
  bool is_free(const Eigen::Vector3d& displacement) const;
  Eigen::Vector3d place(const Eigen::Vector3i& node) const;
  int index(const Eigen::Vector3i& node) const;
  void flood();

  const PartFigure& part_;
  const BasinFigure& basin_;
  std::optional<OutlineDistance> outline_;  ///< of the seated part
  double touching_;                         ///< a gap so much below 0 is taken for a touch
  std::vector<char> connected_;             ///< nodes of a grid over the extent
};

/// A region of a plane as polygons, by rows of samples: `inside` is asked at the middles of `across` by `across` cells
/// between two corners.
std::vector<std::vector<Eigen::Vector2d>> region_of(const Eigen::Vector2d& least, const Eigen::Vector2d& most,
                                                    int across,
                                                    const std::function<bool(const Eigen::Vector2d&)>& inside);

/// Slices of a basin: (x, y) at the seat's angle, (x, y) at that of the pass where it spills, (x, theta) at the seat's
/// y, the pass marked; and the part with ghosts of the farthest starts within.
void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin);

}  // namespace pawl::draw
