// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "peer_world.h"

namespace pawl::peer {

/// A rectangle or a disc, together with its pose.
struct Placed {
  Placed(const PeerBody& body, const Eigen::Vector3d& pose)
      : radius(body.radius), half(body.half_size), at(pose.head<2>()), x(std::cos(pose[2]), std::sin(pose[2])) {}

  Eigen::Vector2d local(const Eigen::Vector2d& point) const {
    const Eigen::Vector2d way = point - at;
    return {x.dot(way), x.x() * way.y() - x.y() * way.x()};
  }
  Eigen::Vector2d corner(int k) const {
    const Eigen::Vector2d y(-x.y(), x.x());
    return at + (k % 2 == 0 ? -1 : 1) * half.x() * x + (k < 2 ? -1 : 1) * half.y() * y;
  }

  double radius;
  Eigen::Vector2d half, at, x;
};

}  // namespace pawl::peer
