// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

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

}  // namespace pawl::draw
