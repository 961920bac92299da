// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>

namespace pawl {

/// The matrices of [BTG02, §4-5] for one mode. They state the equations C y = B g with y = [a; c], and K z = P g with z
/// >= 0. Here a are the contact accelerations, c the contact forces and g the external wrench.
///
/// The matrices K = E C N R S V and P = E B are in unit contact frames. They are formed in exact rationals and rounded
/// here. Wrenches and twists are in the world frame, as ContactSet::to_world returns them: J, B and P are rotated by
/// the set's `angle`; the other matrices are the same in every frame.
///
/// Differences from the paper: S is corrected as in MODEL section 2 (c_t = -mu c_n for `l`, +mu c_n for `r`). For a
/// contact that rolls without friction, c_t is set to zero. Under a friction interval, R substitutes the variables of
/// sliding contacts in the same way as those of rolling contacts. With two variables per contact, c_t can then take
/// every value that the interval permits. Contact frames have unit normals, whatever the length of the given normals.
struct ContactMatrices {
  Eigen::MatrixXd J;  ///< contact Jacobian (wrench matrix), 3 x 2n, normals first
  Eigen::MatrixXd A;  ///< effect of contact forces on accelerations, J^T M^-1 J, 2n x 2n
  Eigen::MatrixXd B;  ///< effect of external wrenches on accelerations, J^T M^-1, 2n x 3
  Eigen::MatrixXd C;  ///< the matrix [I -A], 2n x 4n
  Eigen::MatrixXd E;  ///< selects rows: drops the equations of unconstrained accelerations
  Eigen::MatrixXd N;  ///< changes the signs of the variables that are negative in the mode, 4n x 4n
  Eigen::MatrixXd R;  ///< substitutes two nonnegative variables for c_n and c_t at rolling contacts, 4n x 4n
  Eigen::MatrixXd S;  ///< substitutes a multiple of c_n for c_t at sliding contacts, 4n x 4n
  Eigen::MatrixXd V;  ///< selects columns: drops the variables that are zero, substituted or unconstrained
  Eigen::MatrixXd K;
  Eigen::MatrixXd P;
  /// The faces of the cone that the columns of K span. KF has a row k for each inequality k x <= 0, and the two rows k
  /// and -k for each equation k x = 0. If every x is in the cone, KF has no rows. If `faces` was `omitted`, KF is 0 x
  /// 0.
  Eigen::MatrixXd KF;
  /// K^F P, in the world frame: the wrench cone of a feasible mode is {g : F g <= 0}. The rows do not have unit length,
  /// and some may be redundant.
  Eigen::MatrixXd F;
};

/// Whether contact_matrices() computes KF and F. Their computation needs cddlib (has_route_enrsv()). It uses the double
/// description method in up to 2n dimensions, which may take a long time for many contacts.
enum class SpanFaces { omitted, computed };

/// Computes the matrices. Throws InputError for a set that is not valid, for a mode that does not fit the set, or if
/// faces are requested in a build without cddlib.
ContactMatrices contact_matrices(const ContactSet& set, const Mode& mode, SpanFaces faces = SpanFaces::omitted);

}  // namespace pawl
