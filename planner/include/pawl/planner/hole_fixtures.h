// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_candidate.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// Two measures of the largest displacement of a point of a part.
struct PlacementError {
  double worst = 0;  ///< upper bound on the displacement, in the task's unit of length
  /// Root of the sum of the squares of the displacements that the single causes, such as the play of one pin, produce
  /// alone; to first order, in the task's unit of length.
  double rss = 0;
};

/// A fixture with pins in round holes of the part [MODEL section 14]. A round pin stands in one hole. The second pin is
/// either a diamond pin in a second hole, or a round pin that touches a straight edge from outside. With the part at
/// the task's pose, each pin in a hole is in the middle of the hole.
///
/// Let d be the displacement of the first hole's centre, theta the rotation of the part, and m the direction in which
/// the second pin locates the part. For two holes, m is perpendicular to the line through their centres; for an edge, m
/// is the normal of the edge. To first order,
///
///      m . d + k theta = s,    |d| <= r,    |s| <= r2,
///
/// where k is the lever arm of the second pin about the first, and s is the displacement along m at the second pin. The
/// bounds r and r2 depend on the cause. For the play, r is half the clearance of the first pin, and r2 is half the
/// clearance of the diamond pin, or 0 for an edge that is pressed against its pin. For locator errors, r and r2 are the
/// tolerance of a pin's position. For the total, r and r2 are the sums of these values. The displacement of a point of
/// the part is linear in d and s. Its largest value is found by duality, and a bound on the terms of second order is
/// added.
struct HoleFixture {
  /// Indices of one or two holes of the part, counted from 0, in the order of their pins.
  std::vector<std::size_t> holes;
  std::optional<Locator> locator;  ///< position of the pin that touches an edge; empty for a fixture with two holes
  std::vector<Fixel> fixels;       ///< the two pins in the world frame; a diamond pin is the second one
  /// For each pin in a hole: the hole's diameter minus the pin's diameter, in the task's unit of length.
  std::vector<double> clearances;
  /// The distance between the two holes may have an error of at most this length; otherwise the part does not fit on
  /// the pins. 0 for one hole.
  double distance_error = 0;
  PlacementError play;  ///< displacement that the clearances allow
  /// Displacement that errors of the pins' positions cause; each error is at most the tolerance.
  PlacementError locator_errors;
  PlacementError total;         ///< displacement that clearances and errors of the pins' positions cause together
  Eigen::Vector2d point{0, 0};  ///< the point of the part with the largest total displacement, body frame
};

/// The best fixtures with pins in holes, sorted from best to worst.
struct HoleFixtures {
  std::vector<HoleFixture> two_holes;      ///< fixtures with a round pin and a diamond pin
  std::vector<HoleFixture> hole_and_edge;  ///< fixtures with a round pin in a hole and a pin on an edge
  std::string no_two_holes;                ///< reason why `two_holes` is empty; "" if it is not empty
};

/// Searches for fixtures with pins in holes. Returns at most `most` of each kind, sorted by their largest total
/// displacement. `tolerance` (>= 0) is the largest error of a pin's position. The options state clearances, distances
/// between pins, regions that must be kept free, forbidden edges and points of interest. Pins touch only edges that may
/// carry points according to the options; a lattice has no such edges. At most kMostHolePairs pairs of each kind are
/// compared: the pairs of holes that are farthest apart, and the pairs of a hole and a point for which the edge's
/// normal at the point has the longest lever arm about the hole's centre. Returns no fixtures for a part without round
/// holes. Throws InputError at /part for a task without an outline.
HoleFixtures find_hole_fixtures(const ValidTask& task, const FixtureOptions& options, double tolerance,
                                std::size_t most);

/// Largest number of pairs of holes that find_hole_fixtures() compares, and largest number of pairs of a hole and a
/// point of an edge.
inline constexpr std::size_t kMostHolePairs = 1000;

/// Returns the fixture as a candidate. A pin in the middle of its hole has no unique normal. Therefore the pose of the
/// candidate is the task's pose, displaced by half of the first pin's radial clearance, perpendicular to the line of
/// the holes or along the edge.
FixtureCandidate candidate_of(const ValidTask& task, const HoleFixture& fixture);

}  // namespace pawl
