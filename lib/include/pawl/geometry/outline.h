// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <pawl/base/fault.h>
#include <string>
#include <variant>
#include <vector>

namespace pawl {

/// A simple polygon of either turn, convex or not; vertices in m, the last joined to the first.
struct Polygon {
  std::vector<Eigen::Vector2d> vertices;
};

struct Disc {
  Eigen::Vector2d center{0, 0};  ///< m
  double radius = 1;             ///< m, > 0
};

using Outline = std::variant<Polygon, Disc>;

/// What is wrong with an outline: fewer than three vertices, a vertex repeated, edges that cross, touch or fold back,
/// a radius that is not positive, numbers that are not finite. Decided exactly for the doubles given. Empty when valid.
std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer = "");

struct AreaProperties {
  double area = 0;               ///< m^2, > 0
  Eigen::Vector2d centroid{0, 0};  ///< m
  double gyration_squared = 0;   ///< polar second moment about the centroid over the area, m^2
};

/// `outline` must be valid.
AreaProperties area_properties(const Outline& outline);

/// The outline's point closest to a fixel, and the direction there.
struct ClosestPoint {
  Eigen::Vector2d point{0, 0};   ///< m
  Eigen::Vector2d normal{0, 0};  ///< from the fixel into the part; not unit length: an edge's own difference of vertices,
                                 ///< turned, so that parallel edges have exactly parallel normals
  double distance = 0;           ///< m, negative inside the part
  double corner_distance = 0;    ///< from the fixel to the nearest vertex, m; infinite for a disc
  bool at_corner = false;        ///< the closest point is a vertex
  bool unique = true;            ///< false when another point is equally close (tolerance::kEqualDistance)
};

/// `outline` must be valid. At a disc's centre every point is closest: not unique.
ClosestPoint closest_point(const Outline& outline, const Eigen::Vector2d& from);

}  // namespace pawl
