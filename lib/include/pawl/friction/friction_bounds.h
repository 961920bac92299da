// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <optional>

namespace pawl {

/// Bounds on friction coefficients. Below its bound, a problem at the acceleration level surely has a solution
/// (existence), or exactly one solution (uniqueness) [TPSL97, theorems 1b, 1c, 2, 3]. The theorems state that such
/// bounds exist; the bounds here come from the conditions that their proofs use.
///
/// Let A = J M^-1 J' be the matrix of the contacts that are not open. J has the rows of all normals, and of the
/// tangents of rolling contacts. A must be positive definite. (The theorems require more: independent columns of the
/// whole Jacobian.) At a sliding contact j with the sliding velocity v, the friction is c_t = -mu_j c_n v/|v|. A~ is
/// the matrix A with the effect of this friction added to the column of the contact's normal force.
///
///   existence:   A~ is positive definite [1b, with any friction at rolling contacts].
///   uniqueness:  for every choice of signs e_j = 1 or -1 at the rolling tangents j, and all d other than 0,
///                d' A~ d > sum over j of e_j mu_j d_nj (A~ d)_tj.
///
/// The difference d of two solutions satisfies d_t (A~ d)_t <= mu |d_n| |(A~ d)_t| at each rolling contact, which
/// contradicts the second condition. The second condition therefore excludes a second solution, and it implies the
/// first condition. It also makes the LCP's matrix copositive in the sense of theorems 2 and 3, so that Lemke's method
/// and the interior point method find the solution. If there are several tangents, the friction law is the pyramid.
///
/// Both conditions are linear in each coefficient. Each therefore holds for all coefficients from 0 to given bounds if
/// it holds at the corners of this box of coefficients. Bisection finds the largest common bound.
struct FrictionBounds {
  /// Largest coefficient for existence, common to all sliding contacts; infinite if no contact slides, or if the
  /// condition still holds at 2^19.
  double existence = 0;
  double uniqueness = 0;    ///< largest coefficient for uniqueness, common to all contacts; at most `existence`;
                            ///< infinite in the same sense
  bool exists = false;      ///< whether the condition for existence holds for the coefficients of the problem
  bool unique = false;      ///< whether the condition for uniqueness holds for the coefficients of the problem
  /// True if the bounds are the largest for which the conditions hold, to a relative accuracy of 1e-6. False if the
  /// number of sliding contacts plus the number of tangents of rolling contacts exceeds twelve. The box of coefficients
  /// then has too many corners to test, and bounds by matrix norms, which are smaller, take their place.
  bool largest = true;
};

/// Computes the bounds in doubles. Returns nothing if A is not positive definite (its smallest eigenvalue is at most 1e-12
/// of its largest), because the theorems then do not apply: for example, if two contacts of one body both roll. Throws
/// InputError for an invalid problem.
std::optional<FrictionBounds> friction_bounds(const MotionProblem& problem);

}  // namespace pawl
