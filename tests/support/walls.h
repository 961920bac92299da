// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/wall.h>

#include <Eigen/Core>
#include <utility>

namespace pawl::oracle {

/// Returns the rectangle with the opposite corners (x0, y0) and (x1, y1).
inline Outline box(double x0, double y0, double x1, double y1) {
  return Polygon{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}};
}

/// Returns a wall without holes. Its friction is that of the task.
inline Wall wall_of(Outline outline, const Eigen::Vector3d& pose = {0, 0, 0}) {
  Wall wall;
  wall.outline = std::move(outline);
  wall.pose = pose;
  return wall;
}

}  // namespace pawl::oracle
