// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_laws.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The linear complementarity problem of contact laws [TPSL97, (32)-(35)]: w = M z + q, w, z >= 0, z'w = 0 with
///
///   z = (c_n of sliding, c_n of rolling, s_k+ of rolling for each tangent k, a_k- of rolling for each k),
///   w = (a_n of sliding, a_n of rolling, a_k+ of rolling,                    s_k- of rolling),
///   c_k = s_k+ - mu c_n,  a_k = a_k+ - a_k-,  s_k- = 2 mu c_n - s_k+.
///
/// Open contacts are left out. Size: sliding + (1 + 2 tangents) rolling. M is copositive when nothing slides. The same
/// for one tangent and two, and for both levels (at the velocity level nothing is sliding beforehand).
struct ContactLcp {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<Eigen::Index> sliding, rolling;  ///< contacts of the laws, in the order of z
};

/// contact_problem(laws).lcp(), and which contact is where in it.
ContactLcp contact_lcp(const ContactLaws& laws);

/// The same problem before friction is turned into complementarity [TPSL97, (21)]: a = H'H c + b over the contacts that
/// are not open, normals first, then each tangent. H is r x n(1 + k) with r independent degrees of freedom: what
/// structured solvers work on.
struct ContactSpace {
  Eigen::MatrixXd half;                ///< H
  Eigen::VectorXd free;                ///< b: what the contacts would do without forces
  std::vector<Eigen::Index> contacts;  ///< of the laws
};

ContactSpace contact_space(const ContactLaws& laws);

}  // namespace pawl
