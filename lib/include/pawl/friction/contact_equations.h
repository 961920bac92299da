// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// Bilateral constraints `rows` u' = `acceleration`, with the unknown generalised forces rows' lambda (rows' is the
/// transpose).
struct Bilateral {
  Eigen::MatrixXd rows;          ///< e x d
  Eigen::VectorXd acceleration;  ///< e; minus the velocity products of a joint, or the known acceleration of a drive
  Eigen::VectorXd gap;  ///< e; position error of the joint, m or rad, corrected at the velocity level; 0 for drives
  std::vector<bool> driven;  ///< e; true for a drive (a known motion that changes the velocity), false for a constraint
                             ///< that keeps it at 0

  Eigen::Index size() const { return rows.rows(); }
};

/// The contact dynamics of any rigid bodies in minimal or maximal coordinates [TPSL97, (2)-(4)], planar or spatial:
///
///   M u' = f + N' c_n + sum_k T_k' c_k + B' lambda,   a_n = N u' + b_n,   a_k = T_k u' + b_k
///
/// d degrees of freedom, n contacts, one tangent in the plane and two (or more, orthogonal) in space: with two
/// tangents, the friction law is the pyramid |c_k| <= mu c_n for each k [TPSL97, (15)-(16)].
struct ContactEquations {
  Eigen::MatrixXd mass;                       ///< M, d x d, symmetric positive definite
  Eigen::VectorXd force;                      ///< f, d: external forces and known efforts, minus velocity products
  Eigen::VectorXd velocity;                   ///< u, d
  Eigen::MatrixXd normals;                    ///< N, n x d; N u is the separation velocity, m/s
  std::vector<Eigen::MatrixXd> tangents;      ///< T_k, n x d each
  Eigen::VectorXd normal_bias;                ///< b_n, n: velocity products, m/s^2
  std::vector<Eigen::VectorXd> tangent_bias;  ///< b_k, n each
  Eigen::VectorXd friction;                   ///< Coulomb coefficients mu, n, >= 0
  Eigen::VectorXd gap;                        ///< gaps, n, m; 0 touches
  Bilateral bilateral;                        ///< B; may have no rows
  /// Index of the body or arm that each degree of freedom moves, d entries. If empty, coordinates are grouped by the
  /// equations: coordinates that share inertia form one group, and so do those that a contact acts on together with two
  /// others.
  std::vector<int> movers = {};

  Eigen::Index degrees() const { return mass.rows(); }
  Eigen::Index contacts() const { return normals.rows(); }

  /// Throws InputError, with every fault, unless sizes agree, numbers are finite, friction >= 0, and M is symmetric
  /// positive definite. Each pivot must exceed tolerance::kMassless times its diagonal entry, so massless motions are
  /// refused.
  void validate() const;
};

/// The matrices of [TPSL97, (2)-(4)]; spatial systems are included. Objects have the generalised velocity q' (6 or 3
/// entries each), manipulators the joint velocities theta'. Lists hold the normal first, then one or two tangents.
struct WrenchMatrices {
  Eigen::MatrixXd object_mass;                     ///< M_obj, p x p
  Eigen::MatrixXd manipulator_mass;                ///< M_man, r x r; 0 x 0 without manipulators
  std::vector<Eigen::MatrixXd> W;                  ///< W_n, W_t, W_o: p x n each
  std::vector<Eigen::MatrixXd> J;                  ///< J_n, J_t, J_o: n x r each; velocities are W' q' - J theta'
  Eigen::VectorXd object_force;                    ///< g_obj + h_obj, p
  Eigen::VectorXd manipulator_force;               ///< tau - g_man - h_man, r (signs as in (3))
  Eigen::VectorXd object_velocity;                 ///< q', p
  Eigen::VectorXd joint_velocity;                  ///< theta', r
  std::vector<Eigen::VectorXd> velocity_products;  ///< W'^. q' - J^. theta', n each
  Eigen::VectorXd friction;                        ///< Coulomb coefficients mu, n
  std::vector<int> movers = {};                    ///< p + r entries or empty, as in ContactEquations
};

/// Returns the contact equations given by published matrices, with all gaps 0. Validates the result.
ContactEquations equations_of(const WrenchMatrices& matrices);

}  // namespace pawl
