// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <Eigen/Core>
#include <array>
#include <vector>

namespace pawl::internal {

/// What may happen from rest to a part that is somewhere near its seat against three straight sides: see
/// pawl/planner/displacement_radius.h. Wrenches and twists are in (fx, fy, tau / rho) and (vx, vy, rho omega), in which
/// the inertia is a multiple of the identity.
class DisplacedMoves {
 public:
  /// `sigma`: of the normals' arms, m.
  DisplacedMoves(const ContactSet& set, double sigma);

  /// The wrenches whose force acts at a point and is turned by up to `phi`, |phi| < pi / 2: within the cone of these.
  static std::array<Eigen::Vector3d, 3> turned(const Eigen::Vector3d& wrench, const Eigen::Vector2d& at, double phi);

  /// All that may happen in one state under some of these wrenches.
  StateMoves moves(const ContactGraph& graph, int state, const std::array<Eigen::Vector3d, 3>& wrenches) const;
  bool may_rest(const FixelSet& state, const std::array<Eigen::Vector3d, 3>& wrenches) const;
  /// E1 of pawl/planner/energy.h, whatever the arms and the wrench are.
  bool goal_is_lowest(const std::array<Eigen::Vector3d, 3>& wrenches) const;

 private:
  struct Side {
    Eigen::Vector2d n, t;
    double normal_arm, tangent_arm;  ///< over rho
    Friction friction;
  };
  using Rows = std::vector<Eigen::Vector3d>;

  Eigen::Vector3d normal_row(const Side& side, double off) const {
    return {side.n.x(), side.n.y(), side.normal_arm + off};
  }
  void add_forces(const Side& side, double friction, int which, Rows& forces) const;
  struct Letters {
    Rows rows, strict, forces;
  };
  void add_letter(const Side& side, char letter, double turn, Letters& all) const;
  bool possible(const std::array<char, 3>& letters, const Rows& wrenches) const;
  Rows scaled(const std::array<Eigen::Vector3d, 3>& wrenches) const;

  std::vector<Side> sides_;
  double off_;  ///< sigma / rho
  double rho_;
};

}  // namespace pawl::internal
