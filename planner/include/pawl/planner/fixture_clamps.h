// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>
#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// A range of positions on an edge at which a clamp without friction loads every locator [MODEL section 7].
struct ClampInterval {
  double from = 0, to = 1;  ///< ends of the range: fractions of the edge's length (on an arc: of its sweep), measured
                            ///< from the edge's first vertex
  /// An end is open if some locator is not loaded there. It is closed if it is an end of the edge and all locators are
  /// loaded up to this end.
  bool from_open = true, to_open = true;
  /// The exact ends as fractions, such as "5/13". Empty on arcs, where the ends are not rational.
  std::string from_exact, to_exact;
};

struct EdgeClamps {
  std::size_t edge = 0;  ///< edge or arc of the outline, given by the index of its first vertex, from 0
  bool arc = false;
  std::vector<ClampInterval> intervals;  ///< clamp positions: empty if a clamp cannot press on the edge; if it can, one
                                         ///< interval, or up to two on an arc of more than half a turn
  bool certain =
      true;  ///< false if errors of the contacts may change the answer for this edge; the edge then has no intervals
};

struct ClampEdges {
  std::vector<EdgeClamps> edges;  ///< all edges in the outline's order; none for a disc
  /// Not certified if some edge is not certain, or if a contact force is at least a million times the clamp force.
  Certainty certainty;
};

/// Finds where a single clamp without friction loads all locators by pressing along the inward normal of an edge. At
/// such a position s, the contacts of the seated part bear forces lambda(s) > 0 with J_n lambda + (n; p(s) x n) = 0. If
/// there are more than three contacts, at least one such lambda exists. Here J_n contains the normal columns of the
/// contact Jacobian, n is the clamp's normal, and p(s) is the point where the clamp presses. Corners are excluded. The
/// result is exact for the given doubles, also on arcs. It is empty if the contacts do not locate the part. O(edges).
/// `outline` is the part's outline, in the set's frame. Throws InputError for a set or an outline that is not valid.
ClampEdges clamp_edges(const ContactSet& seated, const Outline& outline);

/// A point on the boundary.
struct ClampPlace {
  std::size_t edge = 0;  ///< index of the edge, from 0
  double along = .5;     ///< fraction of the edge's length, or of the arc's sweep, in (0, 1)
};

/// Returns the contact of a clamp at a place: the rounded point of the boundary and its inward normal. Throws
/// InputError for an outline that is not valid, for an edge that the outline does not have (`/edge`), and for a
/// fraction outside (0, 1) (`/along`).
Contact clamp_contact(const Outline& outline, const ClampPlace& place, const Friction& friction);

/// Returns the forces, N, of the three contacts that locate a seated part when a clamp without friction presses with 1
/// N.
Eigen::Vector3d clamp_loads(const ContactSet& seated, const Contact& clamp);

/// Clamp forces, N.
struct ForceRange {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
};

/// The clamp forces at which the part stays at rest under a process wrench. The clamp is, for example, a screw or a
/// piston. It presses with a given normal force f and follows the part. Its friction force is at most mu f. All other
/// contacts are rigid fixels that do not move.
struct ClampWindow {
  /// Clamp forces for which balance exists: some contact forces within the friction cones balance the forces of the
  /// clamp and the wrench. Each friction coefficient, also that of the clamp, is the low end of its interval. The range
  /// is closed, and exact except for the last rounding. It has no value if no clamp force achieves balance.
  std::optional<ForceRange> balanced;
  /// Clamp forces that surely hold the part: only zero acceleration is consistent with them, for any friction within
  /// its interval. The ranges are open and ascending. The ends of ranges, and single forces between two ranges, are not
  /// examined; they may hold the part too.
  std::vector<ForceRange> holds;
};

struct ClampForces {
  std::vector<ClampWindow> of_wrench;  ///< window for each wrench, in the order given
  ClampWindow all;                     ///< window of the clamp forces that are in the windows of all wrenches
  Certainty certainty;  ///< not certified if rounding or the contacts' errors may change the kind of a window
};

/// Returns the windows of a clamp's force against each of the given wrenches (fx, fy, tau), frame of the set.
/// Constructs O(modes) cones. Throws InputError for a set or a clamp that is not valid, and for wrenches that are not
/// finite.
ClampForces clamp_forces(const ContactSet& seated, const Contact& clamp, const std::vector<Eigen::Vector3d>& wrenches);

}  // namespace pawl
