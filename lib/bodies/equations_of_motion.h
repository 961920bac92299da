// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <vector>

#include "geometry/plane.h"

namespace pawl::internal::inline bodies {

/// The motion of a solid: the position and rotation of its frame, their velocities, and the velocity products of the
/// frame's origin. The velocity products are the acceleration that the origin would have if the accelerations u' of all
/// bodies and joints were 0. The angular acceleration would then be 0 too, because in the plane it is a sum of entries
/// of u'.
struct SolidMotion {
  Eigen::Vector2d origin{0, 0};    ///< position of the frame's origin, m, world
  double angle = 0;                ///< rotation of the frame, rad
  Eigen::Vector2d velocity{0, 0};  ///< velocity of the origin, m/s
  double spin = 0;                 ///< angular velocity, rad/s
  Eigen::Vector2d bias{0, 0};      ///< acceleration of the origin if u' = 0, m/s^2

  /// world() transforms a point from the solid's frame to the world frame, and direction() transforms a direction.
  Eigen::Vector2d world(const Eigen::Vector2d& local) const;
  Eigen::Vector2d direction(const Eigen::Vector2d& local) const;
  /// velocity_at() returns the velocity of the material point of the solid that is now at the position `place` in the
  /// world. bias_at() returns the acceleration of this point for u' = 0.
  Eigen::Vector2d velocity_at(const Eigen::Vector2d& place) const;
  Eigen::Vector2d bias_at(const Eigen::Vector2d& place) const;
};

/// The forward kinematics: the motion of every solid of a system in one state, and the Jacobian rows of their points.
///
/// Problem: joints define motions relative to their parents. Masses, contacts and pins, however, need velocities and
/// accelerations in the world, v = J u and v' = J u' + bias. (For a body and a link, J gives the W' and -J of [TPSL97,
/// (4)].)
///
/// Method: the links are processed from the ground outwards. Let R(a) be the rotation by the angle a, x^ the vector x
/// turned left by 90 degrees, and e = R(theta) (1, 0) the link's axis. Let s = 1 for a prismatic joint and s = 0 for a
/// revolute joint. The index p denotes the parent link. A link at joint position q with joint velocity u has the angle
/// theta, the angular velocity omega, the origin o and its velocity v:
///
///   theta = theta_p + angle + (1 - s) q             omega = omega_p + (1 - s) u
///   o     = o_p + R(theta_p) anchor + s q e         v     = v_p + omega_p (o - o_p)^ + s u e
///
/// The derivative of v for u' = 0, with e' = omega_p e^ and (o - o_p)' = omega_p (o - o_p)^ + s u e, is
///
///   bias  = bias_p - omega_p^2 (o - o_p) + 2 s u omega_p e^      (centripetal and Coriolis acceleration).
///
/// A point x of a link has the velocity sum_j c_j u_j. The sum is over the joint of the link and all joints between
/// this joint and the ground. c_j is e_j if joint j is prismatic, and (x - o_j)^ if it is revolute.
///
/// Cost: one pass over bodies and joints. A row takes a time proportional to the depth of its link in the tree of
/// joints. The system must be valid and outlive this object; the state is not needed after construction.
class Kinematics {
 public:
  Kinematics(const System& system, const State& state);

  const System& system() const { return system_; }
  const SolidMotion& motion(Solid solid) const;
  /// Returns the centre of mass of a link, world, m.
  Eigen::Vector2d center_of_mass(std::size_t link) const;

  /// Adds `scale` times dv/du to a row vector, where v is the component along `direction` of the velocity of the
  /// solid's material point at `place`, world.
  template <typename Row>
  void add_point_row(Solid solid, const Eigen::Vector2d& place, const Eigen::Vector2d& direction, double scale,
                     Row&& row) const {
    if (solid.kind == Solid::Kind::body) {
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(solid.index);
      const Eigen::Vector2d arm = place - motions_[solid.index].origin;
      row[at] += scale * direction.x();
      row[at + 1] += scale * direction.y();
      row[at + 2] += scale * cross(arm, direction);
    } else if (solid.kind == Solid::Kind::link) {
      for (int j = static_cast<int>(solid.index); j >= 0; j = parent(j)) {
        row[column(j)] += scale * direction.dot(point_column(j, place));
      }
    }
  }

  /// Returns c_j of a point of a link: its velocity per unit velocity of `joint`. `joint` must be the link's joint or a
  /// joint between it and the ground.
  Eigen::Vector2d point_column(int joint, const Eigen::Vector2d& place) const;
  /// Returns the angular velocity of a link per unit velocity of `joint`: 1 for a revolute joint, 0 for a prismatic
  /// one.
  double spin_column(int joint) const;

  int parent(int joint) const { return system_.joints[joint].parent; }
  /// Returns the index of a joint's velocity in u.
  Eigen::Index column(int joint) const { return 3 * static_cast<Eigen::Index>(system_.bodies.size()) + joint; }

 private:
  SolidMotion link_motion(const Joint& joint, double position, double velocity) const;

  const System& system_;
  SolidMotion ground_;
  std::vector<SolidMotion> motions_;  // motions of all bodies, followed by those of all links
};

// The terms of M u' = f + N' c_n + T' c_t + B' lambda [TPSL97, (2)-(4)] for bodies and jointed arms, computed from the
// kinematics of one state. By the principle of virtual work, a force on a point is multiplied by the transpose of the
// row that gives the point's velocity.

/// Returns M: the masses and inertias of bodies on the diagonal, plus the sum over links of m J_c' J_c + I J_w' J_w.
/// Here m is the mass and I the inertia of the link, J_c u the velocity of its centre of mass, and J_w u its angular
/// velocity. Cost: the squared depth of each link, plus clearing degrees()^2 entries.
Eigen::MatrixXd mass_matrix(const Kinematics& kinematics);

/// Returns f, the sum of three terms: the wrenches and weights of bodies; the sum of J_c' (F + m g - m bias) + J_w' tau
/// over all links; and the known efforts. Here (F, tau) is the wrench on the link, g the acceleration of gravity, and
/// bias the acceleration of the link's centre of mass for u' = 0. The other symbols are as for mass_matrix(). Cost: the
/// depth of each link.
Eigen::VectorXd applied_force(const Kinematics& kinematics, const Loads& loads);

/// Sets N, T, the velocity products b_n and b_t (<pawl/bodies/equations_of_motion.h> has the equations), friction and
/// gaps. Cost: the depths of both solids of each contact, plus clearing contacts x degrees() entries.
void set_contact_rows(const Kinematics& kinematics, const std::vector<BodyContact>& contacts, ContactEquations& e);

/// Returns the bilateral constraints. Each drive has one equation, which sets u_j' to the known acceleration. Then each
/// pin has two equations, which keep the vector between the pin's two points constant: (J_b - J_a) u' = bias_a - bias_b
/// in x and y. Cost: the depths of both solids of each pin, plus clearing the rows.
Bilateral bilateral_rows(const Kinematics& kinematics, const Loads& loads);

}  // namespace pawl::internal::inline bodies
