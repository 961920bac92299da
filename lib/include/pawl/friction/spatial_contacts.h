// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <variant>
#include <vector>

namespace pawl {

/// A rigid body at rest in space, and the points at which it is touched [TPSL97, section 2]. Wrenches and accelerations
/// have six entries: a force and a torque about the centre of mass, or the acceleration of the centre of mass and the
/// angular acceleration, all along the axes of the world.
struct SpatialContacts {
  std::vector<Eigen::Vector3d> points;   ///< contact points, m, world
  std::vector<Eigen::Vector3d> normals;  ///< normals into the body, one per point, of any positive length
  std::vector<double> friction;          ///< Coulomb coefficients, >= 0, one per point
  double mass = 1;                       ///< mass, kg, > 0
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();  ///< inertia about the centre of mass along the axes of the
                                                          ///< world, kg m^2, symmetric positive definite
  Eigen::Vector3d center_of_mass{0, 0, 0};                ///< centre of mass, m, world

  /// Throws InputError, which lists all faults, unless sizes agree and all values are finite and within their bounds.
  void validate() const;
};

/// Coulomb's circular cone |c_t| <= mu c_n.
struct QuadraticCone {};

/// A pyramid inside Coulomb's cone. Its edges n + mu (cos(a) t + sin(a) o) have the angles a = 2 pi j / sides for j = 0
/// to sides - 1. In contrast, the pyramid of four sides in [TPSL97, (15)-(16)], |c_t| and |c_o| at most mu c_n,
/// encloses the cone.
struct FrictionPyramid {
  int sides = 4;  ///< number of sides, 3 to 64
};

using SpatialFriction = std::variant<QuadraticCone, FrictionPyramid>;

/// Returns the matrices of one body [TPSL97, (2)-(4)]: the wrench matrices W_n, W_t and W_o, 6 x n each, its mass
/// matrix, and `wrench` as the force. The tangent t is the axis of the world that is most nearly perpendicular to n
/// (the first one if several are equally near), made perpendicular to n; o = n x t. Contacts with the same normal thus
/// have the same tangents.
WrenchMatrices wrench_matrices(const SpatialContacts& contacts,
                               const Eigen::VectorXd& wrench = Eigen::VectorXd::Zero(6));

/// The contact forces that balance a wrench best.
struct [[nodiscard]] SpatialBalance {
  enum class Status {
    balanced,    ///< the forces balance the wrench, up to 1e-8 of it
    unbalanced,  ///< `acceleration` proves that no forces balance the wrench: the wrench does positive work along it,
                 ///< and no contact force inside its cone does negative work along it, up to 1e-8
    undecided    ///< the solver did not reach the accuracy of 1e-8, or the wrench is on the boundary
  };
  Status status = Status::undecided;
  Eigen::MatrixXd forces;        ///< forces of each contact along n, t and o, N, n x 3
  Eigen::VectorXd acceleration;  ///< remaining acceleration M^-1 (wrench + contact wrenches), 6 entries
};

/// Decides whether contact forces inside their friction cones can balance a wrench. For the decision, finds the forces
/// c that minimise the energy norm of the remaining acceleration, with the wrench g, the contact wrenches W c and the
/// mass matrix M,
///
///   min (g + W c)' M^-1 (g + W c)   over c_i in the cone of contact i.
///
/// This is a second-order cone program for the quadratic cone (solved by ConeNewton, [NS18]), and a linear
/// complementarity problem for a pyramid. If the minimum is not 0, the remaining acceleration x proves that no forces
/// balance the wrench: x'g > 0 and x'W c >= 0 for all c in the cones. Throws InputError for invalid contacts, and for a
/// wrench that is not six finite numbers.
SpatialBalance balance(const SpatialContacts& contacts, const Eigen::VectorXd& wrench,
                       const SpatialFriction& friction = QuadraticCone());

/// The acceleration with which a body at rest starts to move under a wrench, and the contact forces.
struct [[nodiscard]] SpatialMotion {
  bool solved = false;           ///< for the quadratic cone, whether `residual` is at most 1e-8; for a pyramid, whether
                                 ///< the complementarity problem was solved
  Eigen::MatrixXd forces;        ///< forces of each contact along n, t and o, N, n x 3
  Eigen::VectorXd acceleration;  ///< acceleration of the body, m/s^2 and rad/s^2, 6 entries
  double residual = 0;           ///< for the quadratic cone, the error of Coulomb's law, relative to the largest
                                 ///< acceleration of a contact without contact forces; 0 for a pyramid
};

/// Finds an acceleration that obeys Coulomb's law at the acceleration level: 0 <= c_n, a_n with c_n a_n = 0, and forces
/// inside the cone. At a contact that starts to slide, the friction force is the one that dissipates most energy, among
/// all forces of the cone with the same c_n.
///
/// For a pyramid this is the complementarity problem of Stewart and Trinkle with `sides` directions, which always has a
/// solution at rest. For the quadratic cone, the problem is a cone program if the sliding accelerations |a_t| in a_n +
/// mu |a_t| are known [De Saxce, Feng 1998]. An iteration finds them. If it does not converge, `solved` is false. If
/// several motions exist, one of them is returned. Throws InputError as balance() does.
SpatialMotion motion(const SpatialContacts& contacts, const Eigen::VectorXd& wrench,
                     const SpatialFriction& friction = QuadraticCone());

}  // namespace pawl
