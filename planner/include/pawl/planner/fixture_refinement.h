// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/task.h>
#include <pawl/planner/fixture_candidate.h>

#include <cstddef>

namespace pawl {

/// The measure to optimize.
enum class RefinedMeasure {
  /// Largest motion of a point of the outline, per unit of error, if each locator has an error of 1 or -1 along its
  /// normal. The points are the vertices and, on arcs, 256 points per full turn. A lower value is better.
  worst_motion,
  /// Largest motion of the points of interest, in the unit of length, if the locators' errors equal the tolerance in
  /// the options. Without points of interest, the largest motion of a point of the outline. A lower value is better.
  point_error,
  /// Half the range of tilt directions of a tray for which E1 to E3 hold (pawl/planner/energy.h), rad. A larger value
  /// is better.
  margin
};

/// The limits of a refinement.
struct RefinementLimits {
  /// The search ends if value and bound differ by at most this fraction of the value, > 0.
  double gap = 1e-3;
  std::size_t boxes = 200000;  ///< the search ends after this number of boxes
  StopToken stop;
};

/// The best candidate that was found, and a bound on the values of all other candidates.
struct [[nodiscard]] Refinement {
  FixtureCandidate best;
  /// Value of the measure for `best`; a margin of 0 means that no tilt direction satisfies the conditions.
  double value = 0;
  /// Proved bound, rounded outward: no positions of the locators on the same edges have a better value.
  double bound = 0;
  std::size_t boxes = 0;  ///< number of boxes that were examined
  bool complete = false;  ///< true if the bound is within RefinementLimits::gap; false if a limit ended the search
};

/// Moves the three locators of a candidate along their edges to optimize a measure [MODEL section 7, (c)]. The locators
/// stay within the options' range of each edge (`edge_range`), have the required distance from each other, and stay
/// outside the regions that must be kept free. The part stays at the candidate's pose.
///
/// The method is branch and bound over boxes of positions on the edges, in interval arithmetic. Let (n_i, m_i) be the
/// rows of J_n^T, where n_i is the normal of locator i, p_i is its point, and m_i = p_i x n_i. For locator errors
/// sigma, a point v moves by N / D with D = sum m_i alpha_i and alpha_i = n_(i+1) x n_(i+2). N is affine in each m_i,
/// so on straight edges each m_i occurs once in N and once in D. In a box, the worst motion is at least the maximum,
/// over all points and errors, of the smallest |N| divided by the largest |D|.
///
/// The margin is bounded in another way. For each pin position, condition E2 excludes some sectors of tilt directions.
/// The margin is at most half the largest distance between these sectors. On straight edges, the ends of the sectors
/// are monotone in the positions, so their extremes over a box are exact.
///
/// Boxes are discarded if their pins certainly overlap each other, the part or a region, or certainly wedge the part.
/// The box with the best bound is halved along its longest side. For a margin, it is halved along the side for which
/// the bounds of the halves are farthest below the bound of the box. Values are computed in doubles at the centres of
/// boxes. For a margin, they are also computed at the ends of the sides with the better bound. In addition, a
/// coordinate search starts from the candidate and from each better position.
///
/// Throws the same InputErrors as fixture_candidates(). Throws InputError at /fixture/candidates if the candidate does
/// not have three locators, does not locate the part, or does not itself satisfy the options (with pins as large as its
/// fixels). Throws InputError at /actuator if the measure is the margin and the actuator is not a tray.
Refinement refine_fixture(const ValidTask& task, const FixtureOptions& options, const FixtureCandidate& start,
                          RefinedMeasure measure = RefinedMeasure::worst_motion, const RefinementLimits& limits = {});
Refinement refine_fixture(const Task& task, const FixtureOptions& options, const FixtureCandidate& start,
                          RefinedMeasure measure = RefinedMeasure::worst_motion, const RefinementLimits& limits = {});

/// Finds the positions of three pins with the best value of a measure, among all positions that the options allow for
/// points. Also proves a bound: no three pins at such positions have a better value.
///
/// The pins may touch anywhere in the permitted ranges of the edges that carry points: edges of at least `min_edge` and
/// arcs of at least `min_arc` that are not forbidden. The permitted range is `edge_range`. Without `per_edge` and
/// `pitch`, it also ends at the distance of the pin's radius from a corner. The pins have the required distance from
/// each other, are outside the regions that must be kept free, stand on the required edges and datums, and locate the
/// part with a determinant of at least kLeastDeterminant. A plan for the pins need not exist.
///
/// The method is that of refine_fixture(). It starts with one box per triple of edges: O(e^3) boxes for e edges that
/// carry points. Throws InputError at /fixture/candidates for a lattice, for four pins, and for a start that does not
/// satisfy the options; at /fixture/tolerance for a point error without a tolerance; and at /actuator for a margin
/// without a tray.
Refinement optimal_fixture(const ValidTask& task, const FixtureOptions& options, const FixtureCandidate& start,
                           RefinedMeasure measure = RefinedMeasure::worst_motion, const RefinementLimits& limits = {});

}  // namespace pawl
