// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

namespace pawl::internal::inline planner {

/// Returns a lower bound on the tolerable error of a wrench g. The bound is an angle in the whole wrench space, rad,
/// measured in (fx, fy, tau / rho). Wrenches whose angle from g is smaller cause no moves that g does not cause, in any
/// state that the part may pass through from a belief.
///
/// The bound is the smaller of two angles: the angle from g to the nearest cone of a mode that is not consistent with
/// g, and the angle by which g must turn to leave the rest cone of a state. Returns nothing if `stop` ends the
/// computation, or if the part may pass through a displaced start. (The order of gains then depends on g.)
std::optional<double> step_margin(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop);

/// Returns the angle in the whole wrench space, rad in (fx, fy, tau / rho), from a wrench g to the nearest wrench with
/// an additional state of rest. This is a realizable state in which contacts hold the part under the other wrench, but
/// not under g. All states are examined, and not only those that are reachable from a belief, because a disturbance may
/// lead to any state.
double hold_margin(const ContactGraph& graph, const Eigen::Vector3d& g);

/// The moves that are possible from rest for a part that is near its seat against three straight edges; see
/// pawl/planner/displacement_radius.h. Wrenches are in (fx, fy, tau / rho) and twists in (vx, vy, rho omega). In these
/// coordinates the inertia is a multiple of the identity.
class DisplacedMoves {
 public:
  /// `sigma` is a bound on the change of the lever arms of the normals, m.
  DisplacedMoves(const ContactSet& set, double sigma);

  /// Returns three wrenches. Their cone contains all wrenches that result if the force is rotated by an angle of at
  /// most `phi`, where |phi| < pi / 2. The force acts at the point `at`.
  static std::array<Eigen::Vector3d, 3> turned(const Eigen::Vector3d& wrench, const Eigen::Vector2d& at, double phi);

  /// Returns all moves that are possible in one state under some wrench of the cone that `wrenches` span.
  StateMoves moves(const ContactGraph& graph, int state, const std::array<Eigen::Vector3d, 3>& wrenches) const;
  bool may_rest(const FixelSet& state, const std::array<Eigen::Vector3d, 3>& wrenches) const;
  /// Returns whether the goal is the only pose of lowest energy (condition E1 of pawl/planner/energy.h), for all
  /// wrenches of the cone that `wrenches` span and for all lever arms within their bounds.
  bool goal_is_lowest(const std::array<Eigen::Vector3d, 3>& wrenches) const;

 private:
  struct Side {
    Eigen::Vector2d n, t;
    double normal_arm, tangent_arm;  ///< lever arms of the normal and the tangent, divided by rho
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
  double off_;  ///< bound on the change of the lever arms, divided by rho
  double rho_;
};

}  // namespace pawl::internal::inline planner
