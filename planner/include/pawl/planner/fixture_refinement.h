// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/task.h>
#include <pawl/planner/fixture_candidate.h>

#include <cstddef>

namespace pawl {

/// What is refined.
enum class RefinedMeasure {
  /// For unit errors of the locators, of the outline's vertex that moves most, or of a point of an arc, of 256 on a
  /// turn: the less the better.
  worst_motion,
  /// By tray: half the range of tilt directions with which E1 to E3 hold (pawl/planner/energy.h), rad: the larger the
  /// better.
  margin
};

/// How far a refinement goes.
struct RefinementLimits {
  double gap = 1e-3;           ///< ends when the bound is within this part of the value, > 0
  std::size_t boxes = 200000;  ///< ends when it has looked at more
  StopToken stop;
};

/// The best that was found, and what none can be better than.
struct [[nodiscard]] Refinement {
  FixtureCandidate best;
  double value = 0;       ///< of the best; a margin of 0: no window
  double bound = 0;       ///< no locators on these edges are better: proved, rounded outward
  std::size_t boxes = 0;  ///< looked at
  bool complete = false;  ///< the bound is within the gap; else a limit ended it
};

/// Moves the three locators of a candidate along their edges (within the options' range, at their distance, off the
/// regions to be kept free, the part at the candidate's pose) to the best of a measure [MODEL section 7, (c)].
///
/// Method: branch and bound over boxes of shares of the edges, in interval arithmetic. With rows (n_i, m_i) of J_n^T,
/// m_i = p_i x n_i, the motion of a point v for errors sigma is N / D, D = sum m_i alpha_i with alpha_i = n_(i+1) x
/// n_(i+2), and N affine in each m_i, so that each m_i stands once in each where edges are straight: over a box no
/// worst motion is less than the largest of |N| / |D| at the least |N| and the largest |D|. No margin is more than half
/// the longest range of directions that are not surely out for all of a box, as E1 or E2 fails. (That bound leaves out
/// E3, joins windows less than 2 degrees apart, and needs more boxes: where it does not come near, the answer says so.)
/// Boxes whose pins surely overlap each other, the part or a region are left out. The box with the best bound is halved
/// along its longest side. Values are doubles', of box centres and of a search along the axes from the start and from
/// each better centre.
///
/// Throws InputError as fixture_candidates does; at /fixture/candidates for a candidate that has not three locators,
/// does not locate the part or does not keep to the options itself (pins are as large as its fixels); and at /actuator
/// for margins by other than a tray.
Refinement refine_fixture(const Task& task, const FixtureOptions& options, const FixtureCandidate& start,
                          RefinedMeasure measure = RefinedMeasure::worst_motion, const RefinementLimits& limits = {});

}  // namespace pawl
