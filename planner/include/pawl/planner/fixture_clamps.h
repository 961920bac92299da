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

/// A range of places of an edge where a clamp without friction loads every locator [MODEL section 7].
struct ClampInterval {
  double from = 0, to = 1;  ///< share of the edge's length (an arc's: of its sweep) from its first vertex
  /// Open: there a locator is not loaded any more. Closed: there the edge ends, and to its end all are loaded.
  bool from_open = true, to_open = true;
  /// The same as fractions, "5/13"; empty on arcs, whose shares are not rational: their ends are rounded.
  std::string from_exact, to_exact;
};

struct EdgeClamps {
  std::size_t edge = 0;  ///< from 0, by its first vertex; side or arc of the outline
  bool arc = false;
  std::vector<ClampInterval> intervals;  ///< none: it takes no clamp. One; of an arc of more than half a turn up to two
  bool certain = true;  ///< false: what is true of it changes within the contacts' errors. Then it has no intervals
};

struct ClampEdges {
  std::vector<EdgeClamps> edges;  ///< all, in the outline's order; a disc has none
  Certainty certainty;            ///< false: some edge is not certain, or the contacts bear a million times the clamp
};

/// Where a single clamp without friction, pressing along the inward normal of an edge, loads all locators: the contacts
/// of a seated part bear lambda(s) > 0 with J_n lambda + (n; p(s) x n) = 0 (of more than three contacts: some such
/// forces do). Corners are no places. Decided exactly for what the numbers mean, on arcs too; O(edges). A part that its
/// contacts do not locate has no such place. `outline`: the part's, in the set's frame. Throws InputError for a set or
/// an outline that is not valid.
ClampEdges clamp_edges(const ContactSet& seated, const Outline& outline);

/// A place on the boundary.
struct ClampPlace {
  std::size_t edge = 0;  ///< from 0
  double along = .5;     ///< share of the edge's length, or of the arc's sweep, in (0, 1)
};

/// A clamp there as a contact: the boundary's point, rounded, and its inward normal. Throws InputError for an outline
/// that is not valid or has no such edge (`/edge`), and a share that is not within (0, 1) (`/along`).
Contact clamp_contact(const Outline& outline, const ClampPlace& place, const Friction& friction);

/// What the three contacts of a seated part that they locate bear, N, when a clamp without friction presses with 1 N.
Eigen::Vector3d clamp_loads(const ContactSet& seated, const Contact& clamp);

/// Clamp forces, N.
struct ForceRange {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
};

/// With which force a clamp must press against a process wrench, for a part at rest. The clamp presses with a normal
/// force f that is given (a screw, a piston) and follows the part; its friction holds up to mu f. All other contacts
/// are fixels, rigid and unyielding.
struct ClampWindow {
  /// Balance exists: some forces within the friction cones (an interval's low ends, of the clamp too) balance clamp and
  /// wrench. Closed, exact but for the last rounding; nothing: with no force.
  std::optional<ForceRange> balanced;
  /// Surely holds: no acceleration but 0 is consistent with them, for any friction within its interval. Open ranges,
  /// ascending; ends and single forces between ranges may hold too, which is not looked at.
  std::vector<ForceRange> holds;
};

struct ClampForces {
  std::vector<ClampWindow> of_wrench;  ///< in the order given
  ClampWindow all;                     ///< what is common to them
  Certainty certainty;                 ///< whether the kinds of these answers change within the contacts' errors
};

/// Windows of a clamp's force against each of some wrenches (fx, fy, tau), frame of the set. O(modes) cones. Throws
/// InputError for a set or a clamp that is not valid, and wrenches that are not finite.
ClampForces clamp_forces(const ContactSet& seated, const Contact& clamp, const std::vector<Eigen::Vector3d>& wrenches);

}  // namespace pawl
