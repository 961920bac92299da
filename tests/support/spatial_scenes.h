// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "support/random_systems.h"

namespace pawl::oracle {

/// A random pile in a bin in space, given by the matrices of [TPSL97]. Each ball touches three other objects, which are
/// walls or balls. Boxes stand on the floor with four corners. Arms of three revolute joints press their round
/// fingertips on balls and boxes. There are exactly `contacts` contacts. No objects overlap, except links.
class SpatialPile {
 public:
  SpatialPile(RandomSystems& random, int contacts);

  int contacts() const { return static_cast<int>(contacts_.size()); }

  /// Returns the matrices with all velocity products. Every contact has the friction coefficient `mu`. `velocity`
  /// contains the velocities of the bodies, followed by those of the joints.
  WrenchMatrices matrices(const Eigen::VectorXd& velocity, double mu) const;
  Eigen::VectorXd rest() const;

  /// Returns a velocity at which no contact separates. Exactly `rolling` contacts roll, and all others slide. Returns
  /// nothing if no such velocity was found.
  std::optional<Eigen::VectorXd> sliding(RandomSystems& random, int rolling) const;

 private:
  using Vector = Eigen::Vector3d;
  struct Object {
    Vector center;
    double radius;  ///< radius of a ball; 0 for a box
    double mass;
    Eigen::Matrix3d inertia, turn;
    Vector half;  ///< half extents of a box
    Vector force, torque;
  };
  struct Arm {
    Vector axes[3], origins[3], tip;
    double radius, mass[3], inertia[3], effort[3];
  };
  /// A contact of the object `onto` with another object, with an arm, or with a wall. If it is a wall, `object` and
  /// `arm` are both -1.
  struct Touch {
    int object = -1, arm = -1, onto = 0;
    Vector point{0, 0, 0}, normal{0, 0, 1};
    Vector tangents[2] = {{1, 0, 0}, {0, 1, 0}};
    double radius_from = 0, radius_onto = 0;  ///< radii of curvature at the contact: infinite for a wall or a face, and
                                              ///< 0 for a corner
  };
  struct PointMotion {
    Vector velocity, bias, spin, spin_bias;
  };

  void add_ball(RandomSystems& random);
  void add_box(RandomSystems& random);
  void add_arm(RandomSystems& random);
  void add_touch(RandomSystems& random, Touch touch);
  void add_load(RandomSystems& random, Object& object);
  double distance(int feature, const Vector& x, Vector& gradient) const;
  bool ball_fits(const Vector& center, double radius, const std::vector<int>& touching) const;
  Vector arm_column(const Arm& arm, int joint, const Vector& point) const;
  PointMotion object_motion(int object, const Vector& point, const Eigen::VectorXd& velocity) const;
  PointMotion arm_motion(int arm, int link, const Vector& point, const Eigen::VectorXd& velocity) const;
  Vector velocity_products(const Touch& touch, const Eigen::VectorXd& velocity) const;
  Eigen::Index joint_at(int arm) const { return 3 * arm; }

  double width_;
  Vector gravity_;
  std::vector<Object> objects_;
  std::vector<Arm> arms_;
  std::vector<Touch> contacts_;
};

}  // namespace pawl::oracle
