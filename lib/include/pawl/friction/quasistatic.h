// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The quasistatic variant of the contact problem, as an LCP [TPSL97, §2.5]. Inertia is neglected: forces balance, and
/// contacts constrain the velocities v,
///
///   0 = f + N'c_n + sum T_k'c_k + B'lambda,   B v = B u (drives: their present velocity) or 0 (pins),
///   0 <= c_n, N v,  c_n (N v) = 0,  |c_k| <= mu c_n,  mu c_n (T_k v) + c_k |T_k v| = 0
///
/// for the contacts that touch (gap at most the tolerance). The present velocity of the contacts is ignored, and f
/// should not contain significant forces that are quadratic in the velocity. The velocities with the required B v are v
/// = p + Z (y+ - y-), with a particular velocity p and a basis Z of the null space of B. The LCP is
///
///   z = (c_n, s_k+, v_k-, y+, y-),  w = (N v, v_k+, s_k-, -Z'(forces), Z'(forces)),  s_k and v_k as in ContactLcp.
///
/// The size is (1 + 2 k) n + 2 r for n contacts, k tangents and r degrees of freedom. Without friction M is
/// skew-symmetric. A solution exists only if some contact forces balance f. It is rarely unique, because the speed of
/// sliding contacts is undetermined.
struct QuasistaticLcp {
  ContactEquations equations;
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<Eigen::Index> contacts;  ///< indices of the contacts that touch, in the order of z
  Eigen::MatrixXd basis;               ///< basis Z of the velocities with B v = 0, d x r
  Eigen::VectorXd particular;          ///< the particular velocity p, d entries
};

/// Returns the quasistatic LCP. Throws InputError for invalid equations, a tolerance that is NaN or negative, and
/// drives and pins that contradict each other.
QuasistaticLcp quasistatic_lcp(ContactEquations equations, double contact_tolerance = tolerance::kContact);

/// Returns the velocities, forces and contact velocities for a solution z. Like verify(), throws InputError for invalid
/// equations, contacts that do not exist, and sizes that do not agree.
SystemMotion quasistatic_motion(const QuasistaticLcp& lcp, const Eigen::VectorXd& z);

/// Returns the residuals in the same form as verify() of a MotionProblem; newton_euler is the residual of the balance
/// of forces. Forces are relative to the largest contact force or entry of f. (An entry of f may be a torque; it is
/// divided by the largest lever of its degree of freedom.) Velocities are relative to the largest velocity, but at
/// least to tolerance::kRestingVelocity. 0 / 0 is 0.
MotionResiduals verify(const QuasistaticLcp& lcp, const SystemMotion& motion);

}  // namespace pawl
