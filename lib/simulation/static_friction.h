// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "simulation/impulse_solver.h"

namespace pawl::internal::inline simulation {

/// The friction coefficients of the contacts of one problem if static and kinetic friction differ. A contact that rolls
/// or sticks satisfies |c_t| <= mu_s c_n, and a contact that slides has |c_t| = mu_k c_n, with mu_k <= mu_s.
///
/// The coefficients are found by solving problems of Coulomb's law with one coefficient per contact:
///
///   - A contact that is at rest at the start of the stage begins with mu_s, and a contact that slides begins with mu_k.
///   - A contact that begins with mu_k, and that slides in the opposite direction in the solution, must have stopped in
///     between. It gets mu_s.
///   - A contact with mu_s that slides in the solution gets mu_k, and keeps it.
///
/// A contact with mu_k that sticks in the solution also satisfies the condition for sticking, because mu_k <= mu_s.
/// Each contact changes its coefficient at most twice, so that at most 2 n + 1 problems are solved for n contacts. If a
/// problem is not solved, all contacts get mu_k and keep it. A solution with mu_k at all contacts satisfies both
/// conditions too.
class StaticFriction {
 public:
  /// Sets the coefficients of the rows for the first problem.
  void begin(std::vector<ImpulseRow>& rows);
  /// Changes the coefficients of the rows after a solution, for the velocities u of the links after the impulses.
  /// Returns whether a coefficient changed, so that the problem must be solved again.
  [[nodiscard]] bool change(const Eigen::VectorXd& u, const ContactImpulses& impulses, std::vector<ImpulseRow>& rows);
  /// Gives all contacts their kinetic coefficient until the next begin(). Returns whether a coefficient changed.
  [[nodiscard]] bool make_kinetic(std::vector<ImpulseRow>& rows);

 private:
  enum class Stage { slides, sticks, slides_for_good };
  std::vector<Stage> stages_;  ///< stage of each row
};

}  // namespace pawl::internal::inline simulation
