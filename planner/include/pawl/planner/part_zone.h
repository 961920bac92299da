// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_problem.h>

#include <string>
#include <vector>

namespace pawl {

/// The properties of a one-step plan with the guarantee `energy` that hold for every part in a profile zone. The zone
/// contains every part whose boundary points are at most the tolerance away from their stated positions. The errors of
/// different edges are independent.
struct [[nodiscard]] ZoneGuarantee {
  double tolerance = 0;  ///< the profile tolerance, m, >= 0
  /// Reason why nothing is proved. If it is empty, the guarantee holds for every part in the zone, and the members
  /// below are bounds for all of these parts.
  std::string refused;
  double displacement = 0;  ///< largest distance of a boundary point of the seated part from its stated position, m
  double rotation = 0;      ///< largest rotation of the seated part from its stated pose, rad
  double center = 0;        ///< largest distance of the centre of mass from its stated position in the part, m
  double margin = 0;        ///< smallest margin among the actuator's wrenches, rad, > 0
  double margin_full = 0;   ///< smallest margin among all wrenches, rad, > 0
  /// For each locator: displacement, m, to first order, of the boundary point that moves most if only the edge at this
  /// locator is displaced by the tolerance.
  std::vector<double> of_edge;

  [[nodiscard]] bool holds() const { return refused.empty(); }
};

/// Bounds the seats and the margins of a plan's step over the profile zone of the task's part (Part::tolerance, called
/// t below).
///
/// Model. A part of the zone has the same edges as the stated part: each point of an edge is displaced by at most t,
/// straight edges are straight and arcs are arcs. So a straight edge of length L is turned by at most asin(2 t / L).
/// Consider an arc whose chord has the length c and whose height above the chord is s. The direction at a point of this
/// arc changes by at most
///
///    asin(2 t / c) + 2 (atan(2 (s + 2 t) / (c - 2 t)) - atan(2 s / c)).
///
/// Seat. Let J_0 be the Jacobian of the stated part's three gaps, with torques divided by the radius of gyration rho,
/// and J the Jacobian of another part of the zone. At the stated seat, the gaps g of the other part are at most t in
/// absolute value. Consider a box of poses with the half-sizes h, and let d_i bound row i of J - J_0 for all parts of
/// the zone over this box (BoxContacts bounds the normals and lever arms). If
///
///    |J_0^-1| (t + d |h|) <= h,
///
/// the map from q to q - J_0^-1 g(q) takes the box into itself. If |d| |J_0^-1| < 1, the map is a contraction. If both
/// conditions hold, the part has exactly one seat in the box. In addition, no other feature of the part may come near a
/// fixel or a wall in the box.
///
/// Conditions. The friction cones of two contacts have the edges n + mu t' and n - mu t', as wrenches, where t' is the
/// tangent. Let e be the largest change of these edges over the box and the zone, and 1 / kappa the distance of 0 from
/// the convex hull of the stated edges (ContactPair). If the changed pair holds a unit wrench, the sum of its normal
/// forces is at most 1 / (1 / kappa - e). The wrench is therefore at most asin(kappa e / (1 - kappa e)) from a wrench
/// that the stated pair holds. If the stated margin of each pair exceeds this angle, conditions E2 and E3
/// (pawl/planner/energy.h) hold for all parts of the zone. Then E1 also holds: the zone is connected, and the wrench
/// cannot leave the cone of -J_n without passing through a facet of it, which a pair can hold.
///
/// The centre of mass, where a tray acts, may be displaced. Its displacement is at most the first moment of the strips
/// of width t along the edges, divided by the area, or 0 if the task states the centre. This turns the wrench by at
/// most atan(center / rho).
///
/// Nothing is proved for plans with other guarantees, for springs, and for parts with arcs among walls or diamond pins.
/// Takes microseconds per fixel and edge. `plan` solves `problem`. Throws InputError in the cases of energy_problem().
ZoneGuarantee zone_guarantee(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan);

}  // namespace pawl
