// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The linear complementarity problem of a motion problem [TPSL97, (32)-(35)]: w = M z + q, w, z >= 0, z'w = 0 with
///
///   z = (c_n of sliding, c_n of rolling, s_k+ of rolling for each tangent k, a_k- of rolling for each k),
///   w = (a_n of sliding, a_n of rolling, a_k+ of rolling,                    s_k- of rolling),
///   c_k = s_k+ - mu c_n,  a_k = a_k+ - a_k-,  s_k- = 2 mu c_n - s_k+.
///
/// Here "sliding" and "rolling" mean the sliding and rolling contacts; open contacts are left out. The size is s + (1 +
/// 2 k) r for s sliding contacts, r rolling contacts and k tangents. M is copositive if no contact slides. The form is
/// the same for one and for two tangents, and for the acceleration level and the velocity level. (At the velocity level
/// all contacts are rolling.)
struct ContactLcp {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<Eigen::Index> sliding, rolling;  ///< indices in the motion problem of the sliding contacts, and of the
                                               ///< rolling contacts, in the order of z
};

/// Returns contact_problem(problem).lcp(), and the contact of each variable.
ContactLcp contact_lcp(const MotionProblem& problem);

/// The contact problem before friction is written as complementarity conditions [TPSL97, (21)]: a = H'H c + b. The
/// vectors a and c have the normal entries of the n contacts that are not open, then their entries for each of the k
/// tangents. H is r x n(1 + k) for r independent degrees of freedom. Solvers that use the structure of the problem
/// start from this form.
struct ContactSpace {
  Eigen::MatrixXd half;                ///< the matrix H
  Eigen::VectorXd free;                ///< the vector b: motion of the contacts if all contact forces are 0
  std::vector<Eigen::Index> contacts;  ///< indices in the motion problem of the contacts that are not open
};

ContactSpace contact_space(const MotionProblem& problem);

}  // namespace pawl
