// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/forward.h>

#include <optional>

#include "exact/conic_hull.h"
#include "modes/affine_modes.h"
#include "modes/force_edges.h"

namespace pawl {

/// Solutions of single modes: of any mode through exact polyhedra, of generic ones at rest by linear equations.
class ModeSolver {
 public:
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

  ContactDirections directions_;
  DirectionPool pool_;
  ForceEdges forces_;
  int base_ = 0;
  std::vector<ForceEdge> edges_;  // of the mode at hand
  ConicHullSolver hulls_;
  ConicHull hull_;  // of their wrenches
  std::vector<int> ids_;
};

}  // namespace pawl
