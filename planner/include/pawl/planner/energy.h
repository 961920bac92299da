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

/// One step without a mode graph [MODEL section 6]. A wrench w held constant has the potential U = -w . dq, and contact
/// with friction only takes energy away. At a goal of three contacts that locate the part and are all that touch there,
/// with FC_S = {J c : |c_t| <= mu c_n} for the friction cones' forces of the contacts S (mu: the interval's high end):
///
///   E1  lambda = -J_n^-1 w > 0: U = lambda . gaps, the goal is the only lowest point;
///   E2  -w is in no FC_S of two contacts: friction holds the part nowhere else;
///   E3  0 is in no conv{edges of FC_S with c_n = 1}: no two contacts wedge, not even at the limit.
///
/// Then there is an energy h* > 0 such that from every state within it, whatever velocity is left within it, however
/// often contacts bounce, the part can come to rest at the goal only. Exact for what the numbers of the set mean.
///
/// How strongly two contacts may amplify a force, and how far a wrench is from being held by them.
struct ContactPair {
  std::array<int, 2> contacts{};  ///< from 0
  /// 1 / distance of 0 from conv{edges of FC with c_n = 1}, torques divided by the radius of gyration; infinite: wedged
  double kappa = 0;
  double margin = 0;  ///< angle from the wrench to the pair's cone -FC, rad, in (fx, fy, tau / rho); 0: held
  /// rho sin(margin) / (kappa (1 + sin(margin))), m: contacts displaced by less do not come to hold the wrench
  double slip_radius = 0;
};

/// What the conditions say of a seat and a wrench.
struct [[nodiscard]] EnergyVerdict {
  std::string refused;    ///< why the seat is none that they speak of; empty: it is one
  bool lowest = false;    ///< E1
  bool unheld = false;    ///< E2
  bool unwedged = false;  ///< E3
  std::vector<ContactPair> pairs;
  double kappa = 0;   ///< the largest of the pairs'
  double margin = 0;  ///< the least of the pairs' where E1 holds, else 0: how far any wrench may be off, rad

  [[nodiscard]] bool holds() const { return refused.empty() && lowest && unheld && unwedged; }
};

/// Why the conditions do not speak of the seat: not three contacts, contacts that do not locate the part, a point at a
/// corner (its gap is not smooth there). Empty: they do. `numbers`: how the text calls the contacts, none for 1, 2, 3.
/// Throws InputError for a set that is not valid.
std::string energy_refusal(const ContactSet& seated, const std::vector<int>& numbers = {});

/// Of a spread (WrenchDomain) the conditions must hold for every wrench in it, `wrench` is any of them, and margins
/// are lower bounds: less the angle to the furthest of them. Throws InputError for a set that is not valid, a domain
/// that is none, and a wrench that is not finite.
EnergyVerdict energy_verdict(const ContactSet& seated, const Eigen::Vector3d& wrench, const WrenchDomain& domain = {});

/// The wrench of an actuator furthest from those with which a condition fails, with its margin among the actuator's
/// wrenches; nothing where it fails with all, or they do not speak of the seat. On a circle the middle of the widest
/// arc; free wrenches: the widest place, to 1e-4 of its margin or 1e-5 rad. A few microseconds on a circle. Throws as
/// energy_verdict does.
std::optional<CellCentre> energy_window(const ContactSet& seated, const WrenchDomain& domain);

}  // namespace pawl
