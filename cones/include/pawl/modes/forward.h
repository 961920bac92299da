// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace pawl {

/// The set of solutions of the forward problem in one mode: a polyhedron of accelerations and forces. This struct
/// stores one solution, the dimensions of the set, and the polyhedron of the accelerations.
struct ForwardSolution {
  Mode mode;
  Eigen::Vector3d acceleration{0, 0, 0};  ///< (vx', vy', omega'): the mean of acceleration_corners
  /// Dimension of the polyhedron of the mode's accelerations that solve the problem, in [0, 3].
  int acceleration_rank_deficiency = 0;
  /// Corners of the polyhedron of the mode's accelerations, at least one.
  std::vector<Eigen::Vector3d> acceleration_corners;
  /// Directions in which the polyhedron of accelerations is unbounded. The list is empty for a part at rest. The
  /// polyhedron may be unbounded if a part slides while it is wedged between fixels: the wedging forces, and therefore
  /// the friction, may then be arbitrarily large.
  std::vector<Eigen::Vector3d> acceleration_directions;
  /// Contact forces for `acceleration`, N: n values along the unit normals, then n values along the unit tangents. If
  /// the forces are not unique, the values are one possible choice.
  Eigen::VectorXd forces;
  int force_rank_deficiency = 0;  ///< dimension of the set of contact forces over all accelerations of the mode
  /// Residual of M v' = J c + g divided by the largest of three numbers: the largest entry of M v', of g, and of the
  /// contact forces c, each in absolute value. Torques are divided by the radius of gyration.
  double residual = 0;
};

enum class SolutionCount { none, one, many };  ///< The number of accelerations that solve the problem.

struct [[nodiscard]] ForwardSolutions {
  SolutionCount count = SolutionCount::none;
  std::vector<ForwardSolution> solutions;  ///< one entry per mode that has solutions, sorted by mode
  /// False if a decision used a rounded number. This happens only for moving parts, in two cases. First, if the length
  /// of a contact's normal is irrational and enters together with a curvature. Second, if a contact has a nonzero speed
  /// of at most kRestingVelocity, which counts as 0.
  bool exact = true;
  bool stopped = false;  ///< true if `stop` ended the search before the last mode; more solutions may then exist
};

/// Finds every solution (v', c) of M v' = J c + g with Coulomb friction, for one part against fixels [MODEL sections 1,
/// 2, 5; TPSL97, eq. 19-35]. The part is at rest or moves with `twist` (in the frame of the contact set).
///
/// The touching contacts of a moving part are classified by their velocity (tolerance kRestingVelocity). Separating
/// contacts have the letter `s` and no force. Sliding contacts have friction against their velocity; their letter is
/// `l` or `r` if the contact is kept, and `s` if it is lost (a_n > 0). Resting contacts may have any letter of MODEL
/// section 2. The accelerations of a contact are the second derivative of the gap and the derivative of the sliding
/// velocity. They include the terms that are quadratic in the velocity: omega^2, and the motion of the contact along
/// part and fixel with their radii of curvature. (At a corner on a point fixel, the fixel's normal does not turn.) For
/// a fixel across a gap, the sign of the gap's velocity determines the letter, `a` or `s`. If that velocity is zero,
/// the sign of the gap's acceleration determines the letter.
///
/// The modes that have solutions are decided exactly for the doubles of the set (ContactSet), including the terms that
/// are quadratic in the velocity, unless `exact` is false. Therefore the counts `none`, `one` and `many` are exact for
/// these numbers. Only the accelerations and forces are rounded. At rest, a solution always exists [TPSL97, theorem
/// 1a]; in motion there may be none or several (Painleve).
///
/// With friction intervals, returns all solutions that exist for some friction coefficients within the intervals.
/// Throws InputError for a set that is not valid, for entries of wrench or twist beyond ten times kLargestWrench or
/// kLargestTwist (pawl/base/bounds.h), and for a touching contact that approaches (an impact).
ForwardSolutions forward(const ContactSet& set, const Eigen::Vector3d& wrench,
                         const Eigen::Vector3d& twist = Eigen::Vector3d::Zero(), const StopToken& stop = {});

/// Solves the forward problem for many wrenches and twists of one contact set. Reuses its memory between calls.
class ForwardSolver {
 public:
  ForwardSolver();
  ~ForwardSolver();
  ForwardSolver(ForwardSolver&&) noexcept;
  ForwardSolver& operator=(ForwardSolver&&) noexcept;

  /// Sets the contacts. `set` must outlive the use of the solver. Throws InputError if `set` is not valid.
  void set(const ContactSet& set);
  /// Computes the results of forward(). Throws the same InputErrors as forward(), and std::logic_error if set() was not
  /// called before.
  ForwardSolutions solve(const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist = Eigen::Vector3d::Zero(),
                         const StopToken& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
