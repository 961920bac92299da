// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/forward.h>

#include <optional>

#include "modes/affine_modes.h"
#include "modes/wrench_hull.h"

namespace pawl::internal {

/// The solutions (v', c) of M v' = J c + g in single modes: of any mode through exact polyhedra, of most at rest by
/// linear equations.
///
/// Forces c of the mode exist for an acceleration v' exactly when g - M v' lies in the cone of their wrenches -J c
/// (WrenchHull). Each face f of that cone gives a row f . (g - M v') <= 0 on v', so the accelerations that solve the
/// mode are its polyhedron of motions cut by these rows; nothing is rounded before it is described. The forces are then
/// one member of their set: non-negative least squares over the force edges.
///
/// Dimension of the forces: edges that no acceleration of the mode uses are idle and dropped; k edges whose wrenches
/// span d dimensions leave k - d for each acceleration.
///
/// Where g lies in the interior of the mode's wrench cone and motions and forces together have just 3 dimensions,
/// M v' - J c = g is one regular system in doubles.
class ModeSolver {
 public:
  /// `wrenches` is that of the contact set, and serves others between calls; it must outlive the use.
  explicit ModeSolver(WrenchHull& wrenches) : wrenches_(wrenches) {}

  /// `set` must be valid and outlive the use.
  void set(const ContactSet& set);
  void set_wrench(const Eigen::Vector3d& wrench);

  /// All solutions in the mode, if any; exact but for rounding the result.
  std::optional<ForwardSolution> solve(const ModeMotions& motions);

  /// The solution in a mode at rest that allows exactly one acceleration, known to exist: it satisfies
  /// a_n = 0 (l r n), a_t = 0 (n) and M v' - g in the span of the mode's forces.
  ForwardSolution solve_linear(std::string_view letters);

  /// Dimension of the span of the wrenches of the forces that a mode allows; and of the forces themselves.
  int wrench_rank(std::string_view letters);
  int force_dimension() const { return static_cast<int>(edges_.size()); }

 private:
  void select(std::string_view letters);
  std::vector<IntegerVector> exact(const std::vector<CrossPair>& pairs);
  HomogeneousRow balance(const IntegerVector& row) const;
  void drop_idle_edges(const ExactPolyhedron& accelerations, const std::vector<IntegerVector>& rows,
                       const std::vector<HomogeneousRow>& faces);
  int force_freedom();
  Eigen::MatrixXd spans() const;
  void set_forces(ForwardSolution& solution) const;

  const ContactSet* set_ = nullptr;
  Eigen::MatrixXd jacobian_;
  Eigen::Vector3d wrench_{0, 0, 0};
  IntegerVector exact_wrench_;
  Integer mass_, inertia_;  // to the same scale

  WrenchHull& wrenches_;
  std::vector<ForceEdge> edges_;  // of the mode at hand
};

}  // namespace pawl::internal
