// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <optional>
#include <vector>

#include "orient/transfer.h"

namespace pawl::internal::inline planner {

/// An interval of directions that some number of steps brings to one direction.
struct Solved {
  double begin = 0, end = 0;  ///< rad
  long next = -1;             ///< index of the interval in which its results are after the next turn; -1: the last step
  double turn = 0;            ///< rad, that places them there; unused for the last step
  double margin = 0;          ///< by how much the turn may be off, rad
};

/// The tools and bounds that a search may use.
struct OrientSearch {
  double symmetry_period = 0;         ///< rad; the search ends when an interval has this length
  std::optional<int> steps_per_turn;  ///< turns are multiples of 2 pi over this number
  double margin = kOrientMargin;      ///< least margin of a turn, rad
  StopToken stop;
};

struct OrientFound {
  enum class End { found, stalled, stopped };
  End end = End::stalled;
  std::vector<Solved> steps;  ///< in the order in which they are made; empty unless found
};

/// Finds the shortest sequence of turns that brings every direction to one, modulo the symmetry period; see
/// plan_orientation(). "Stalled": no longer sequence solves a larger interval, so that none exists with these margins.
OrientFound shortest_sequence(const Transfer& transfer, const OrientSearch& search);

}  // namespace pawl::internal::inline planner
