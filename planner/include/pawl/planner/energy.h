// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// The energy conditions, which prove a step of a plan without a graph of contact states [MODEL section 6]. A constant
/// wrench w has the potential U = -w . dq, where dq is the displacement from the seat, and contacts with friction only
/// dissipate energy. Consider a goal of three contacts that locate the part, and let nothing else touch the part at the
/// goal. Let J be the contact Jacobian and J_n its normal columns. Let FC_S = {J c : |c_t| <= mu c_n} be the wrenches
/// that the contacts S can exert, where mu is the high end of the friction interval:
///
///    E1  lambda = -J_n^-1 w > 0. Then U = lambda . gaps, and U is least only at the goal.
///    E2  -w is outside FC_S for each pair S of contacts. Then friction holds the part nowhere else.
///    E3  0 is outside the convex hull of the edges of FC_S with c_n = 1, for each pair S of contacts. Then no two
///        contacts wedge or are on the border of wedging.
///
/// If all three conditions hold, there is an energy h* > 0 with the following property. From every state whose energy
/// is at most h*, the part can come to rest only at the goal. This holds for any velocity of the state and for any
/// number of bounces. The conditions are decided exactly for the doubles of the set.
///
/// A ContactPair consists of two contacts of the goal and two measures. The first measure is the factor by which the
/// two contacts may amplify a force. The second is the angle from the given wrench to the nearest wrench that the two
/// contacts can balance by friction.
struct ContactPair {
  std::array<int, 2> contacts{};  ///< indices of the two contacts, counted from 0
  /// Largest contact forces per unit of wrench. It is 1 divided by the distance of 0 from the convex hull of the edges
  /// of the pair's friction cone FC. The edges have the normal force 1, and torques are divided by the radius of
  /// gyration rho. Infinite if the contacts can wedge the part.
  double kappa = 0;
  /// Angle in (fx, fy, tau / rho) from the wrench to the cone -FC, rad; 0 if the pair can balance the wrench by
  /// friction.
  double margin = 0;
  /// The length rho sin(margin) / (kappa (1 + sin(margin))), m. If the two contacts are displaced along their tangents
  /// by less than this length, they still cannot balance the wrench.
  double slip_radius = 0;
};

/// The verdict of the energy conditions on a seat and a wrench.
struct [[nodiscard]] EnergyVerdict {
  std::string refused;    ///< reason why the conditions do not apply to the seat; "" if they apply
  bool lowest = false;    ///< whether condition E1 holds
  bool unheld = false;    ///< whether condition E2 holds
  bool unwedged = false;  ///< whether condition E3 holds
  std::vector<ContactPair> pairs;
  double kappa = 0;  ///< largest kappa of the pairs
  /// Largest angle, rad, by which the wrench may deviate while the conditions hold. If E1 holds, this is the smallest
  /// margin in `pairs`; otherwise it is 0.
  double margin = 0;

  [[nodiscard]] bool holds() const { return refused.empty() && lowest && unheld && unwedged; }
};

/// Returns the reason why the conditions do not apply to the seat, or "" if they apply. There are three possible
/// reasons: the seat does not have exactly three contacts, the contacts do not locate the part, or a contact is at a
/// corner (where the gap is not a smooth function of the pose). `numbers` contains the numbers of the contacts in the
/// text; if it is empty, they are 1, 2, 3. Throws InputError for a set that is not valid.
std::string energy_refusal(const ContactSet& seated, const std::vector<int>& numbers = {});

/// Checks the conditions for a wrench. If `domain` is a spread (WrenchDomain), the conditions must hold for all of its
/// wrenches, and `wrench` may be any of them. The margins are then lower bounds: they are reduced by the angle from
/// `wrench` to the farthest wrench of the spread. Throws InputError for a set or a domain that is not valid, and for a
/// wrench that is not finite.
EnergyVerdict energy_verdict(const ContactSet& seated, const Eigen::Vector3d& wrench, const WrenchDomain& domain = {});

/// Returns the actuator's wrench that is farthest from all wrenches that violate a condition, and its margin among the
/// actuator's wrenches. Returns nothing if every wrench violates a condition, or if the conditions do not apply to the
/// seat. For a circle of wrenches, returns the middle of the widest arc, which takes a few microseconds. For free
/// wrenches, returns the wrench with the largest margin; the margin has a relative accuracy of 1e-4 or an accuracy of
/// 1e-5 rad. Throws the same InputErrors as energy_verdict().
std::optional<CellCentre> energy_window(const ContactSet& seated, const WrenchDomain& domain);

}  // namespace pawl
