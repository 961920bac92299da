// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <optional>
#include <vector>

#include "orient/transfer.h"

namespace pawl::internal::inline planner {

/// An interval of directions that a certain number of steps brings to a single direction.
struct Solved {
  double begin = 0, end = 0;  ///< ends of the interval, rad
  long next = -1;     ///< index of the interval into which the next turn brings the directions; -1 if no turn follows
  double turn = 0;    ///< turn between this step and the next step, rad; unused for the last step
  double margin = 0;  ///< largest permitted error of the turn, rad
};

/// The turns that a search may use, and its limits.
struct OrientSearch {
  double symmetry_period = 0;         ///< the search ends if an interval has this length, rad
  std::optional<int> steps_per_turn;  ///< if it is set, turns are multiples of 2 pi / steps_per_turn
  double margin = kOrientMargin;      ///< smallest permitted margin of a turn, rad
  StopToken stop;
};

struct OrientFound {
  enum class End { found, stalled, stopped };
  End end = End::stalled;
  std::vector<Solved> steps;  ///< steps in the order of execution; empty if no sequence was found
};

/// Finds the shortest sequence of turns that brings every direction to a single direction, modulo the symmetry period;
/// see plan_orientation(). The end `stalled` means that no sequence with these margins exists: more steps do not
/// lengthen the largest interval of directions that can be brought to one direction.
OrientFound shortest_sequence(const Transfer& transfer, const OrientSearch& search);

}  // namespace pawl::internal::inline planner
