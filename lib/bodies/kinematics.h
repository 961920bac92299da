// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/multi_body.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// How a solid moves: frame origin, turn, velocity, and the origin's acceleration at zero generalised acceleration.
/// (The angular acceleration is then zero: in the plane angular velocities add up.)
struct SolidMotion {
  Eigen::Vector2d origin{0, 0};
  double angle = 0;
  Eigen::Vector2d velocity{0, 0};
  double spin = 0;
  Eigen::Vector2d bias{0, 0};

  Eigen::Vector2d world(const Eigen::Vector2d& local) const;
  Eigen::Vector2d direction(const Eigen::Vector2d& local) const;
  Eigen::Vector2d velocity_at(const Eigen::Vector2d& place) const;
  Eigen::Vector2d bias_at(const Eigen::Vector2d& place) const;
};

/// The vector turned by +90 degrees.
inline Eigen::Vector2d turned_left(const Eigen::Vector2d& v) { return {-v.y(), v.x()}; }

/// Forward kinematics of a system, once for all of its solids. The system must be valid and outlive this.
class Kinematics {
 public:
  explicit Kinematics(const MultiBody& system);

  const SolidMotion& motion(Solid solid) const;
  Eigen::Vector2d center_of_mass(std::size_t link) const;

  /// Adds scale * d(velocity along `direction` of the solid's material point at `place`)/du to a row vector.
  template <typename Row>
  void add_point_row(Solid solid, const Eigen::Vector2d& place, const Eigen::Vector2d& direction, double scale,
                     Row&& row) const {
    if (solid.kind == Solid::Kind::body) {
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(solid.index);
      const Eigen::Vector2d arm = place - motions_[solid.index].origin;
      row[at] += scale * direction.x();
      row[at + 1] += scale * direction.y();
      row[at + 2] += scale * (arm.x() * direction.y() - arm.y() * direction.x());
    } else if (solid.kind == Solid::Kind::link) {
      for (int j = static_cast<int>(solid.index); j >= 0; j = parent(j)) {
        row[column(j)] += scale * direction.dot(point_column(j, place));
      }
    }
  }

  /// Velocity of a link's point per unit velocity of the joint or its ancestor `joint`.
  Eigen::Vector2d point_column(int joint, const Eigen::Vector2d& place) const;
  /// 1 where the joint turns its link, 0 where it shifts it.
  double spin_column(int joint) const;

  int parent(int joint) const { return system_.joints[static_cast<std::size_t>(joint)].parent; }
  Eigen::Index column(int joint) const { return 3 * static_cast<Eigen::Index>(system_.bodies.size()) + joint; }

 private:
  SolidMotion link_motion(const Joint& joint) const;

  const MultiBody& system_;
  SolidMotion ground_;
  std::vector<SolidMotion> motions_;  // bodies, then links
};

}  // namespace pawl
