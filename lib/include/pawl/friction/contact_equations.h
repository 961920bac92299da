// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// Bilateral constraints B u' = a of pins and drives, with the unknown generalised forces B' lambda (B' is the
/// transpose of B).
struct Bilateral {
  Eigen::MatrixXd rows;  ///< matrix B of e constraints on d coordinates, e x d
  /// Right-hand side a, e entries: for a pin, minus its velocity products (accelerations that are quadratic in the
  /// velocity); for a drive, its known acceleration.
  Eigen::VectorXd acceleration;
  /// Position errors of the constraints, e entries, m or rad. At the velocity level, the errors of pins are corrected.
  /// Entries of drives are 0.
  Eigen::VectorXd gap;
  /// Kinds, e entries: true for a drive, whose known motion may change its entry of B u; false for a pin, which keeps
  /// its entry of B u at 0.
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
  Eigen::VectorXd velocity;                   ///< generalised velocity u before the step or at the given instant, d
                                              ///< entries
  Eigen::MatrixXd normals;                    ///< normal rows N, n x d; N u is the separation velocity, m/s
  std::vector<Eigen::MatrixXd> tangents;      ///< for each tangent k, the rows T_k, n x d; T_k u is the sliding
                                              ///< velocity, m/s
  Eigen::VectorXd normal_bias;                ///< velocity products b_n along the normals, n entries, m/s^2
  std::vector<Eigen::VectorXd> tangent_bias;  ///< for each tangent k, the velocity products b_k, n entries, m/s^2
  Eigen::VectorXd friction;                   ///< Coulomb coefficients mu, n entries, >= 0
  Eigen::VectorXd gap;                        ///< gaps, n entries, m; a contact with gap 0 touches
  Bilateral bilateral;                        ///< constraints of pins and drives; may be empty
  /// Index of the body or arm that each degree of freedom moves, d entries. If the list is empty, the equations
  /// determine the groups: coordinates that the mass matrix couples form one group, and groups are merged if one
  /// contact acts on more than two of them.
  std::vector<int> links = {};

  Eigen::Index degrees() const { return mass.rows(); }
  Eigen::Index contacts() const { return normals.rows(); }

  /// Throws InputError, which lists all faults, unless sizes agree, numbers are finite, friction >= 0, and M is
  /// symmetric positive definite. Each pivot of M must exceed tolerance::kMassless times its diagonal entry. A system
  /// that can move without moving any mass is therefore refused.
  void validate() const;
};

/// The matrices of [TPSL97, (2)-(4)], for planar and spatial systems. Objects have the generalised velocity q' (3 or 6
/// entries per object), manipulators the joint velocities theta'. There are p entries of q', r joints and n contacts.
/// Each list has the entry for the normal first, then those for one or two tangents.
struct WrenchMatrices {
  Eigen::MatrixXd object_mass;        ///< mass matrix of the objects, M_obj, p x p
  Eigen::MatrixXd manipulator_mass;   ///< mass matrix of the manipulators, M_man, r x r; 0 x 0 if there are none
  std::vector<Eigen::MatrixXd> W;     ///< wrench matrices W_n, W_t, W_o, each p x n
  std::vector<Eigen::MatrixXd> J;     ///< Jacobians J_n, J_t, J_o, each n x r; contact velocities are W' q' - J theta'
  Eigen::VectorXd object_force;       ///< forces on the objects, g_obj + h_obj, p entries
  Eigen::VectorXd manipulator_force;  ///< forces on the manipulators, tau - g_man - h_man, r entries (signs as in
                                      ///< equation (3) of the paper)
  Eigen::VectorXd object_velocity;    ///< generalised velocity of the objects, q', p entries
  Eigen::VectorXd joint_velocity;     ///< joint velocities theta', r entries
  std::vector<Eigen::VectorXd> velocity_products;  ///< velocity products (d/dt W') q' - (d/dt J) theta' of each
                                                   ///< direction, n entries
  Eigen::VectorXd friction;                        ///< Coulomb coefficients mu, n entries
  std::vector<int> links =
      {};  ///< for each coordinate, the index of its body or arm, p + r entries; or empty, as in ContactEquations
};

/// Converts the matrices of the paper to contact equations, with all gaps 0. Validates the result.
ContactEquations equations_of(const WrenchMatrices& matrices);

}  // namespace pawl
