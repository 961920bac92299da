// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// Bilateral constraints `rows` u' = `acceleration`, with the unknown generalised forces rows' lambda (rows' is the
/// transpose).
struct Bilateral {
  Eigen::MatrixXd rows;  ///< matrix B of e constraints on d coordinates, e x d
  /// Right-hand side, e entries: for a joint, minus its velocity products (accelerations that are quadratic in the
  /// velocity); for a drive, its known acceleration.
  Eigen::VectorXd acceleration;
  /// Position errors, e entries, m or rad. Errors of joints are corrected at the velocity level; entries of drives are
  /// 0.
  Eigen::VectorXd gap;
  /// Kinds, e entries: true for a drive, whose known motion may change the velocity; false for a constraint that keeps
  /// the velocity B u at 0.
  std::vector<bool> driven;

  Eigen::Index size() const { return rows.rows(); }
};

/// The contact dynamics of planar or spatial rigid bodies in minimal coordinates (joint positions) or maximal
/// coordinates (poses of all bodies) [TPSL97, (2)-(4)]:
///
///   M u' = f + N' c_n + sum_k T_k' c_k + B' lambda,   a_n = N u' + b_n,   a_k = T_k u' + b_k
///
/// Here d is the number of degrees of freedom and n the number of contacts. There is one tangent in the plane, and
/// there are two or more orthogonal tangents in space. With two tangents, the friction law is the pyramid |c_k| <= mu
/// c_n for each k [TPSL97, (15)-(16)].
struct ContactEquations {
  Eigen::MatrixXd mass;                       ///< mass matrix M, d x d, symmetric positive definite
  Eigen::VectorXd force;  ///< forces f, d entries: external forces and known efforts, minus the inertial forces that
                          ///< are quadratic in the velocity
  Eigen::VectorXd velocity;                   ///< generalised velocity u, d entries
  Eigen::MatrixXd normals;                    ///< normal rows N, n x d; N u is the separation velocity, m/s
  std::vector<Eigen::MatrixXd> tangents;      ///< tangent rows T_k, n x d each
  Eigen::VectorXd normal_bias;                ///< normal velocity products b_n, n entries, m/s^2
  std::vector<Eigen::VectorXd> tangent_bias;  ///< tangential velocity products b_k, n each, m/s^2
  Eigen::VectorXd friction;                   ///< Coulomb coefficients mu, n entries, >= 0
  Eigen::VectorXd gap;                        ///< gaps, n entries, m; a contact with gap 0 touches
  Bilateral bilateral;                        ///< constraints of joints and drives; may have no rows
  /// Index of the body or arm that each degree of freedom moves, d entries. If empty, coordinates are grouped by the
  /// equations: coordinates that are coupled by the mass matrix form one group, and groups are merged if one contact
  /// acts on more than two of them.
  std::vector<int> links = {};

  Eigen::Index degrees() const { return mass.rows(); }
  Eigen::Index contacts() const { return normals.rows(); }

  /// Throws InputError, which lists all faults, unless sizes agree, numbers are finite, friction >= 0, and M is
  /// symmetric positive definite. Each pivot must exceed tolerance::kMassless times its diagonal entry, so systems that
  /// can move without moving any mass are refused.
  void validate() const;
};

/// The matrices of [TPSL97, (2)-(4)]; spatial systems are included. Objects have the generalised velocity q' (6 or 3
/// entries each), manipulators the joint velocities theta'. There are p entries of q', r joints and n contacts. Lists
/// hold the normal first, then one or two tangents.
struct WrenchMatrices {
  Eigen::MatrixXd object_mass;        ///< mass matrix of the objects, M_obj, p x p
  Eigen::MatrixXd manipulator_mass;   ///< mass matrix of the manipulators, M_man, r x r; 0 x 0 without them
  std::vector<Eigen::MatrixXd> W;     ///< wrench matrices W_n, W_t, W_o, p x n each
  std::vector<Eigen::MatrixXd> J;     ///< Jacobians J_n, J_t, J_o, n x r each; velocities are W' q' - J theta'
  Eigen::VectorXd object_force;       ///< forces on the objects, g_obj + h_obj, p entries
  Eigen::VectorXd manipulator_force;  ///< forces on the manipulators, tau - g_man - h_man, r entries (signs as
                                      ///< in (3))
  Eigen::VectorXd object_velocity;    ///< generalised velocity of the objects, q', p entries
  Eigen::VectorXd joint_velocity;     ///< joint velocities theta', r entries
  std::vector<Eigen::VectorXd> velocity_products;  ///< velocity products (d/dt W') q' - (d/dt J) theta', n entries
                                                   ///< each
  Eigen::VectorXd friction;                        ///< Coulomb coefficients mu, n entries
  std::vector<int> links =
      {};  ///< index of a body or arm per coordinate, p + r entries or empty, as in ContactEquations
};

/// Returns the contact equations given by published matrices, with all gaps 0. Validates the result.
ContactEquations equations_of(const WrenchMatrices& matrices);

}  // namespace pawl
