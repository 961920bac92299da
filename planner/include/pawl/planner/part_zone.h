// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_problem.h>

#include <string>
#include <vector>

namespace pawl {

/// The guarantee of a plan of one step with the guarantee `energy` for every part in a profile zone: for every part
/// whose boundary points are at most the tolerance from their stated positions. Edges may err independently.
struct [[nodiscard]] ZoneGuarantee {
  double tolerance = 0;  ///< the profile tolerance, m, >= 0
  /// Reason why nothing is proved; empty if the guarantee holds for every part in the zone. The members below are then
  /// bounds for all of these parts.
  std::string refused;
  double displacement = 0;  ///< largest distance of a boundary point of the seated part from its stated position, m
  double rotation = 0;      ///< largest rotation of the seated part from its stated pose, rad
  double center = 0;        ///< largest distance of the centre of mass from its stated place in the part, m
  double margin = 0;        ///< least margin among the actuator's wrenches, rad, > 0
  double margin_full = 0;   ///< least margin among all wrenches, rad, > 0
  /// Displacement of the boundary point that moves most if only the edge at this locator is off by the tolerance, to
  /// first order, m; one per locator.
  std::vector<double> of_edge;

  [[nodiscard]] bool holds() const { return refused.empty(); }
};

/// Bounds the seats and the margins of a plan's step over the profile zone of the task's part (Part::tolerance).
///
/// Model. A part of the zone has the stated edges: each point of an edge is off by at most t, straight edges are
/// straight and arcs are arcs. So a straight edge of length L is turned by at most asin(2 t / L). For an arc with the
/// chord c and the rise s, the direction at a point is off by at most asin(2 t / c) + 2 (atan(2 (s + 2 t) / (c - 2 t)) -
/// atan(2 s / c)).
///
/// Seat. Let J_0 be the Jacobian of the stated part's three gaps, with torques divided by the radius of gyration rho.
/// The gaps g of another part of the zone at the stated seat are at most t. Let row i of J - J_0 be at most d_i for all
/// parts of the zone over a box of poses with the half-sizes h (BoxContacts bounds the normals and lever arms). If
/// |J_0^-1| (t + d |h|) <= h, the map q -> q - J_0^-1 g(q) takes the box into itself, and if |d| |J_0^-1| < 1, the map is
/// a contraction. The part then has exactly one seat in the box. No other feature of the part may come near a fixel or a
/// wall in the box.
///
/// Conditions. Let e be the largest change of the edges n + s mu t of the friction cones of two contacts, as wrenches,
/// over the box and the zone, and 1 / kappa the distance of 0 from the convex hull of the stated edges (ContactPair). A
/// wrench that the changed pair holds has the sum of normal forces at most 1 / (1 / kappa - e), so it is at most
/// asin(kappa e / (1 - kappa e)) from a wrench that the stated pair holds. If the stated margin of each pair exceeds
/// this angle, conditions E2 and E3 hold for all parts of the zone. Then E1 also holds: the zone is connected, and the
/// wrench cannot leave the cone of -J_n without passing through a facet of it, which a pair can hold.
///
/// The centre of mass, where a tray acts, may be off by the first moment of the strips of width t along the edges,
/// divided by the area, unless the task states the centre. This turns the wrench by at most atan(center / rho).
///
/// Nothing is proved for plans with other guarantees, for springs, and for parts with arcs among walls or diamond pins.
/// Takes microseconds per fixel and edge. `plan` solves `problem`. Throws InputError in the cases of energy_problem().
ZoneGuarantee zone_guarantee(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan);

}  // namespace pawl
