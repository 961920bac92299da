// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "box_contacts.h"

namespace pawl::internal {

/// Proofs that the part cannot rest at any pose of a box [MODEL section 9].
///
/// A twist xi = (v, omega) moves the part's point at f by u = v + omega J (f - c). It proves that nothing balances the
/// load over the box (Farkas) when the load's power over xi is positive, and every contact force's is not negative: a
/// force along d = n + s mu t, s = 1 or -1, on a pin of radius R gives u . d + s omega mu R. Normals of a side turn
/// with the part by ht at most, of arcs and corners by what the centre seen from the fixel moves: all directions within
/// an angle delta of one, e, have u . e' >= u . e cos(delta) - |u x e| sin(delta).
///
/// Bounds are rounded as those of BoxContacts.
class BoxJudge {
 public:
  explicit BoxJudge(const EnergyProblem& problem, double domain);

  const BoxContacts& contacts() const { return contacts_; }

  /// Whether xi proves a box; and a twist that does, found by a linear program at the centre pose.
  bool proves(const Eigen::Vector3d& xi, const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  std::optional<Eigen::Vector3d> find_proof(const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  /// For boxes near the goal: for each goal contact a twist that proves the box without it.
  std::optional<std::array<Eigen::Vector3d, 3>> find_near_proof(const PoseBox& box,
                                                                const std::vector<PossibleContact>& contacts) const;
  bool proves_near(const std::array<Eigen::Vector3d, 3>& twists, const PoseBox& box,
                   const std::vector<PossibleContact>& contacts) const;
  /// Half-sizes of poses round the goal within which the goal's three gaps have one common zero at most: J_n(q) there
  /// is, with J_n(0)^-1, nearer to the identity than 1.
  const Eigen::Vector3d& near_goal() const { return near_goal_; }
  bool is_near_goal(const PoseBox& box) const;

  double least_potential(const PoseBox& box) const;
  double potential(const Eigen::Vector3d& pose) const;  ///< an anchor as it is said to be
  double spread(const PoseBox& box) const;              ///< how far below its centre's the potential may be
  bool is_free(const Eigen::Vector3d& pose) const;      ///< in doubles: for estimates
  double mean_arm() const { return mean_arm_; }         ///< how far a unit of rotation moves a fixel, m

 private:
  /// Forces of one contact over a box: along directions within `spread` of the unit vector `normal`.
  struct Normals {
    Eigen::Vector2d normal;
    double spread;
  };
  struct Motion;

  std::vector<PossibleContact> without(const std::vector<PossibleContact>& contacts, std::size_t goal) const;
  Normals normals(const PoseBox& box, const PossibleContact& contact) const;
  bool pushes(const Eigen::Vector3d& xi, const PoseBox& box) const;
  bool holds_for(const Eigen::Vector3d& xi, const PoseBox& box, const PossibleContact& contact) const;
  Eigen::Vector2d force_at(const PoseBox& box) const;
  void find_goal_features();
  void find_near_goal();
  bool regular(const Eigen::Vector3d& half) const;

  EnergyProblem problem_;
  BoxContacts contacts_;
  std::vector<PossibleContact> goal_;
  Eigen::Vector3d near_goal_{0, 0, 0};
  double size_, slack_, mean_arm_;
};

}  // namespace pawl::internal
