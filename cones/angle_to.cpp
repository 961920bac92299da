// SPDX-License-Identifier: MIT
#include <pawl/cones/cone.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scaled_rows.h"

namespace pawl {
namespace internal {
namespace {

/// The smallest angle from a unit direction to points of a cone's faces, in the scaled coordinates. The nearest point
/// lies on a ray, on a line, or is the foot on a plane: of a facet, or of a cone that is flat.
class NearestAngle {
 public:
  NearestAngle(const Cone& cone, const Eigen::Vector3d& direction, double rho)
      : direction_(direction), faces_(scaled_normals(cone.faces(), rho)) {
    for (const Eigen::Vector3d& ray : scaled_spans(cone.rays(), rho)) try_point(ray);
    for (const Eigen::Vector3d& line : scaled_spans(cone.lines(), rho)) {
      try_point(line);
      try_point(-line);
    }
    if (cone.dimension() == 3) {
      for (const Eigen::Vector3d& face : faces_) try_foot(face);
    } else if (cone.dimension() == 2) {
      try_foot(scaled_normals(cone.equalities(), rho)[0]);
    }
  }

  double angle() const { return angle_; }

 private:
  void try_point(const Eigen::Vector3d& point) {
    angle_ = std::min(angle_, std::atan2(direction_.cross(point).norm(), direction_.dot(point)));
  }
  void try_foot(const Eigen::Vector3d& normal) {
    const Eigen::Vector3d foot = direction_ - normal.dot(direction_) * normal;
    const auto outside = [&](const Eigen::Vector3d& face) { return face.dot(foot) > 1e-14; };
    // A foot too near the apex has no direction to rounding; it is then a right angle away, as the rays show.
    if (foot.norm() > 1e-12 && std::none_of(faces_.begin(), faces_.end(), outside)) try_point(foot);
  }

  Eigen::Vector3d direction_;
  std::vector<Eigen::Vector3d> faces_;
  double angle_ = std::numbers::pi;
};

}  // namespace
}  // namespace internal

double angle_to(const Cone& cone, const Eigen::Vector3d& g, double rho) {
  internal::require_length(rho);
  const Eigen::Vector3d direction = internal::scaled_direction(g, rho);
  if (direction.isZero(0)) return std::numbers::pi;
  if (cone.contains(g)) return 0;
  return internal::NearestAngle(cone, direction, rho).angle();
}

}  // namespace pawl
