// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace pawl {

/// All solutions of the forward problem in one mode: a polytope of accelerations and forces, by a member and its ranks.
struct ForwardSolution {
  Mode mode;
  Eigen::Vector3d acceleration{0, 0, 0};  ///< (vx', vy', omega'), the mean of the corners of what the mode allows
  int acceleration_rank_deficiency = 0;   ///< dimension of the accelerations that the mode allows, 0..3
  std::vector<Eigen::Vector3d> acceleration_corners;  ///< corners of the polytope of these accelerations, at least one
  /// Directions in which they go on without end, none at rest: a part that slides while it is wedged between fixels,
  /// whose forces on each other, and so its friction, may be of any size.
  std::vector<Eigen::Vector3d> acceleration_directions;
  /// Contact forces for `acceleration`, 2n: along the unit normals, then along the unit tangents, N; one member of
  /// their set where that is more than a point.
  Eigen::VectorXd forces;
  int force_rank_deficiency = 0;  ///< dimension of the forces that the mode allows, for all its accelerations
  double residual = 0;  ///< of M v' = J c + g, as part of its largest term (torques by the radius of gyration)
};

enum class SolutionCount { none, one, many };  ///< of accelerations

struct [[nodiscard]] ForwardSolutions {
  SolutionCount count = SolutionCount::none;
  std::vector<ForwardSolution> solutions;  ///< one a mode, sorted by mode
  /// False for a moving part where a number was rounded before the decision: the length of a slanting normal beside a
  /// curvature, or a speed at a contact that is not 0 but within kRestingVelocity.
  bool exact = true;
  bool stopped = false;  ///< before the last mode: there may be more solutions
};

/// Every solution (v', c) of M v' = J c + g with Coulomb friction, for one part against fixels [MODEL sections 1, 2, 5;
/// TPSL97, eq. 19-35]: at rest, or moving along `twist`, frame of the contact set.
///
/// The touching contacts of a moving part are sorted by their velocity (tolerance kRestingVelocity): those that part
/// have mode letter `s` and no force; those that slide have friction against their velocity, and letter `l` or `r`
/// where the contact is kept, `s` where it is lost (a_n > 0); those that rest have any letter of MODEL section 2.
/// Accelerations are those of the gap and of the sliding velocity, velocity products included: omega^2 and the
/// contact's wandering along part and fixel by their radii of curvature (of a corner on a point fixel, the fixel's
/// normal does not turn). A fixel across a gap is `a` or `s` by the sign of its gap's velocity, and where that rests,
/// of its acceleration.
///
/// Which modes have solutions is decided exactly for what the numbers mean (ContactSet), velocity products included but
/// for what `exact` tells, so `none`, `one` and `many` are facts about these numbers; only the members and ranges are
/// rounded. At rest there is always a
/// solution [TPSL97, theorem 1a]; in motion there may be none, or several (Painleve).
///
/// Friction intervals: solutions for some friction within. Throws InputError for a set that is not valid, entries
/// beyond ten times kLargestWrench and kLargestTwist (pawl/base/bounds.h), and a touching contact that approaches (an
/// impact).
ForwardSolutions forward(const ContactSet& set, const Eigen::Vector3d& wrench,
                         const Eigen::Vector3d& twist = Eigen::Vector3d::Zero(), const StopToken& stop = {});

/// The same for many wrenches and twists of one contact set; keeps its memory.
class ForwardSolver {
 public:
  ForwardSolver();
  ~ForwardSolver();
  ForwardSolver(ForwardSolver&&) noexcept;
  ForwardSolver& operator=(ForwardSolver&&) noexcept;

  /// `set` must outlive the use of the solver. Throws InputError for one that is not valid.
  void set(const ContactSet& set);
  /// Throws as forward does, and std::logic_error before the first set().
  ForwardSolutions solve(const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist = Eigen::Vector3d::Zero(),
                         const StopToken& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
