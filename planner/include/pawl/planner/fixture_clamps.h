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
  /// Ends of the range, measured from the edge's first vertex, as fractions of its length (of an arc: of its sweep).
  double from = 0, to = 1;
  /// An end is open if some locator is not loaded at this end. It is closed if it is an end of the edge and all
  /// locators are loaded there.
  bool from_open = true, to_open = true;
  /// The ends as exact fractions, such as "5/13". Empty for arcs, whose ends are not rational.
  std::string from_exact, to_exact;
};

struct EdgeClamps {
  std::size_t edge = 0;  ///< index, counted from 0, of the first vertex of the edge or arc
  bool arc = false;
  /// Ranges of clamp positions. Empty if a clamp cannot press on the edge. Otherwise one range, or up to two on an arc
  /// of more than half a turn.
  std::vector<ClampInterval> intervals;
  bool certain =
      true;  ///< false if errors of the contacts may change the result for this edge, which then has no intervals
};

struct ClampEdges {
  std::vector<EdgeClamps> edges;  ///< all edges in the order of the outline; empty for a disc
  /// Not certified if the result for some edge is not certain (EdgeClamps::certain), or if a contact force may be at
  /// least a million times the clamp force.
  Certainty certainty;
};

/// Finds the positions at which a single clamp without friction loads all locators by pressing along the inward normal
/// of an edge.
///
/// At such a position s, the contacts of the seated part bear forces lambda(s) > 0 with J_n lambda + (n; p(s) x n) = 0.
/// If there are more than three contacts, at least one such lambda exists. Here J_n contains the normal columns of the
/// contact Jacobian, n is the clamp's normal, and p(s) is the point where the clamp presses. Corners are excluded. The
/// result is exact for the given doubles, also on arcs. It is empty if the contacts do not locate the part. O(edges).
/// `outline` is the part's outline, in the set's frame. Throws InputError for a set or an outline that is not valid.
ClampEdges clamp_edges(const ContactSet& seated, const Outline& outline);

/// A position on the boundary of the part.
struct ClampPlace {
  std::size_t edge = 0;  ///< index of the edge, counted from 0
  double along = .5;     ///< fraction of the edge's length, or of the arc's sweep, in (0, 1)
};

/// Returns the contact of a clamp at a position: the rounded point of the boundary and the inward normal. Throws
/// InputError for an outline that is not valid, for an edge that the outline does not have (`/edge`), and for a
/// fraction outside (0, 1) (`/along`).
Contact clamp_contact(const Outline& outline, const ClampPlace& place, const Friction& friction);

/// Returns the forces, N, of the three contacts that locate a seated part if a clamp without friction presses with 1 N.
/// Throws InputError at /contacts if the set does not have exactly three contacts. The contacts must locate the part.
Eigen::Vector3d clamp_loads(const ContactSet& seated, const Contact& clamp);

/// A range of clamp forces, N.
struct ForceRange {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
};

/// The clamp forces at which the part stays at rest under a process wrench. The clamp (for example a screw or a piston)
/// presses with a given normal force f and follows the part. Its friction force is at most mu f. All other contacts are
/// rigid fixels that do not move.
struct ClampWindow {
  /// Range of clamp forces at which balance exists: some contact forces within the friction cones balance the forces of
  /// the clamp and the wrench. Each friction coefficient, including that of the clamp, is the low end of its interval.
  /// The range is closed, and exact except for the last rounding. It is empty if balance does not exist for any clamp
  /// force.
  std::optional<ForceRange> balanced;
  /// Ranges of clamp forces that surely hold the part: no acceleration except 0 is consistent with them, for any
  /// friction coefficients within their intervals. The ranges are open and ascending. The ends of ranges, and single
  /// forces between two ranges, are not examined; they may hold the part too.
  std::vector<ForceRange> holds;
};

struct ClampForces {
  std::vector<ClampWindow> of_wrench;  ///< one window per wrench, in the given order
  ClampWindow all;                     ///< intersection of the windows of all wrenches
  /// Not certified if rounding or the contacts' errors may change which windows exist or are bounded.
  Certainty certainty;
};

/// Returns the windows of a clamp's force against each of the given wrenches (fx, fy, tau), which are in the frame of
/// the set. Constructs O(modes) cones. Throws InputError for a set or a clamp that is not valid, and for wrenches that
/// are not finite.
ClampForces clamp_forces(const ContactSet& seated, const Contact& clamp, const std::vector<Eigen::Vector3d>& wrenches);

}  // namespace pawl
