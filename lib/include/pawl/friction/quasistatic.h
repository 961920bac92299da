// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The quasistatic variant [TPSL97, §2.5]: no inertia; forces balance, and velocities v are what contacts allow,
///
///   0 = f + N'c_n + sum T_k'c_k + B'lambda,   B v = B u (drives: their present velocity) or 0 (pins),
///   0 <= c_n, N v,  c_n (N v) = 0,  |c_k| <= mu c_n,  mu c_n (T_k v) + c_k |T_k v| = 0
///
/// for the contacts that touch (gap at most the tolerance; their present velocity is of no account, and f should hold
/// no velocity products worth mention). As an LCP, with v = p + Z (y+ - y-) all velocities that keep B v,
///
///   z = (c_n, s_k+, v_k-, y+, y-),  w = (N v, v_k+, s_k-, -Z'(forces), Z'(forces)),  s_k and v_k as in ContactLcp.
///
/// Size: (1 + 2 tangents) contacts + 2 degrees of freedom. Without friction M is skew. A solution exists only when some
/// forces balance; what slides does so at an undetermined speed, so one solution is seldom the only one.
struct QuasistaticLcp {
  ContactEquations equations;
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<Eigen::Index> contacts;  ///< those that touch, in the order of z
  Eigen::MatrixXd basis;               ///< Z, d x r
  Eigen::VectorXd particular;          ///< p, d
};

/// Throws InputError for equations that are not valid, a tolerance that is NaN or negative, or drives and pins that
/// contradict each other.
QuasistaticLcp quasistatic_lcp(ContactEquations equations, double contact_tolerance = tolerance::kContact);

/// Velocities, forces and contact velocities that z stands for. This and verify throw InputError for equations that are
/// not valid, contacts that are not there, and sizes that do not agree.
SystemMotion quasistatic_motion(const QuasistaticLcp& lcp, const Eigen::VectorXd& z);

/// As for MotionProblem, with newton_euler the balance of forces, forces as parts of the largest at hand (contact
/// forces, and what f puts on a degree of freedom over its largest lever), and velocities of the largest, or of
/// tolerance::kRestingVelocity where all are smaller; 0 / 0 is 0.
MotionResiduals verify(const QuasistaticLcp& lcp, const SystemMotion& motion);

}  // namespace pawl
