// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

namespace pawl::internal::inline planner {

/// An angle in all of wrench space, rad in (fx, fy, tau / rho), up to which nothing more may happen than under a
/// wrench g in any state that the part may pass from a belief: that to the nearest cone of a mode that g is not
/// consistent with, or out of the cone in which a state rests. A lower bound of how far g may be off. Nothing where a
/// displaced start is passed (the order of gains then depends on g), or when stopped.
std::optional<double> step_margin(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop);

/// The angle in all of wrench space, rad in (fx, fy, tau / rho), from a wrench g to the nearest wrench with which
/// contacts hold the part in some realizable state in which they do not hold it under g. All states count, not only
/// those that the part may pass from a belief: what disturbs g may lead it to any.
double hold_margin(const ContactGraph& graph, const Eigen::Vector3d& g);

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

}  // namespace pawl::internal::inline planner
