// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "energy/box_contacts.h"
#include "energy/pose_tree.h"

namespace pawl::internal::inline planner {

/// Proofs that the part cannot rest at any pose of a box [MODEL section 9].
///
/// A twist xi = (v, omega) moves the part's point with the lever arm a with the velocity u = v + omega J a, where J is
/// a rotation by a quarter turn. By Farkas' lemma, xi proves that no contact forces balance the load at any pose of the
/// box if two conditions hold: the power of the load for xi is positive, and the power of every contact force is
/// nonnegative. Consider a force along d = n + s mu t, s = 1 or -1, at a feature with the signed radius R
/// (ContactForces). Its power is u . d + s omega mu R. Every direction e' whose angle from a direction e is at most
/// delta <= pi / 2 satisfies
///
///    u . e' >= u . e cos(delta) - |u x e| sin(delta).
///
/// If u . e is negative, the cosine is replaced by 1. Bounds are rounded in the same way as those of BoxContacts.
class BoxJudge {
 public:
  explicit BoxJudge(const EnergyProblem& problem, double domain);

  const BoxContacts& contacts() const { return contacts_; }

  /// proves() checks whether the twist xi proves that the part cannot rest in a box. find_proof() finds such a twist by
  /// solving a linear program at the centre pose.
  bool proves(const Eigen::Vector3d& xi, const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  std::optional<Eigen::Vector3d> find_proof(const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  /// The following two functions treat boxes near the goal. For each contact of the goal, one twist proves that the
  /// part cannot rest in the box without this contact. find_near_proof() finds the three twists, and proves_near()
  /// checks them.
  std::optional<std::array<Eigen::Vector3d, 3>> find_near_proof(const PoseBox& box,
                                                                const std::vector<PossibleContact>& contacts) const;
  bool proves_near(const std::array<Eigen::Vector3d, 3>& twists, const PoseBox& box,
                   const std::vector<PossibleContact>& contacts) const;
  /// Returns the half-sizes of a box around the goal. At most one pose in this box has all three gaps of the goal equal
  /// to 0, because J_n(q) J_n(0)^-1 differs from the identity by less than 1 at each pose q of the box.
  const Eigen::Vector3d& near_goal() const { return near_goal_; }
  bool is_near_goal(const PoseBox& box) const;

  /// Lower bound on the potential over a box, N m, for all loads within the tolerances.
  double least_potential(const PoseBox& box) const;
  /// Upper bound on the potential over a box, N m, for all loads within the tolerances.
  double greatest_potential(const PoseBox& box) const;
  /// Returns an upper bound, over a box, on the potential of this problem's load minus the potential of the load of
  /// `other`.
  double most_above(const BoxJudge& other, const PoseBox& box) const;
  double potential(const Eigen::Vector3d& pose) const;  ///< potential of the stated load at a pose, without tolerances
  /// Bound on the potential of the stated load at the box's centre minus its minimum in the box.
  double spread(const PoseBox& box) const;
  /// Whether a pose is free, computed in doubles; only for estimates, not for proofs.
  bool is_free(const Eigen::Vector3d& pose) const;

 private:
  std::vector<PossibleContact> without(const std::vector<PossibleContact>& contacts, std::size_t goal) const;
  bool pushes(const Eigen::Vector3d& xi, const PoseBox& box) const;
  bool holds_for(const Eigen::Vector3d& xi, const PoseBox& box, const PossibleContact& contact) const;
  Eigen::Vector2d force_at(const PoseBox& box) const;
  double blur(const PoseBox& box) const;
  double rounding() const;
  void find_near_goal();
  bool regular(const Eigen::Vector3d& half) const;

  EnergyProblem problem_;
  BoxContacts contacts_;
  std::vector<PossibleContact> goal_;
  Eigen::Vector3d near_goal_{0, 0, 0};
  double size_, slack_;
};

}  // namespace pawl::internal::inline planner
