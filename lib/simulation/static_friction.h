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
///   - At the start of the stage, a contact at rest begins with mu_s, and a contact that slides begins with mu_k.
///   - A contact that begins with mu_k, and that slides in the opposite direction in the solution, must have stopped in
///     between. Its coefficient becomes mu_s.
///   - If a contact with mu_s slides in the solution, its coefficient becomes mu_k, and remains mu_k.
///
/// With the law CoulombViscous, viscous friction is added to the impulse of a contact that slides: |c_t| > mu_k c_n. A
/// contact that sticks has no viscous friction.
///
/// A contact with mu_k that sticks in the solution also satisfies the condition for sticking, because mu_k <= mu_s.
/// Each contact changes its coefficient at most twice, so that at most 2 n + 1 problems are solved for n contacts. If a
/// problem is not solved, all coefficients become mu_k and remain mu_k. Such a solution satisfies both conditions too.
class StaticFriction {
 public:
  /// Sets the coefficients of the rows for the first problem of a stage.
  void begin(std::vector<ImpulseRow>& rows);
  /// Adapts the coefficients of the rows to a solution. `u` contains the velocities of the links after the impulses.
  /// Returns whether a coefficient changed, so that the problem must be solved again.
  [[nodiscard]] bool change(const Eigen::VectorXd& u, const ContactImpulses& impulses, std::vector<ImpulseRow>& rows);
  /// Gives all contacts their kinetic coefficient until the next begin(). Returns whether a coefficient changed.
  [[nodiscard]] bool make_kinetic(std::vector<ImpulseRow>& rows);

 private:
  enum class Stage { slides, sticks, slides_for_good };
  std::vector<Stage> stages_;  ///< for each row, whether its coefficient is kinetic, static, or kinetic for good
};

}  // namespace pawl::internal::inline simulation
