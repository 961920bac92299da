// SPDX-License-Identifier: MIT
// Finds the segments of a drawing that are on no closed loop, and tests whether they may be an outline with gaps.
#pragma once

#include <pawl/io/drawing.h>

#include <cstddef>
#include <vector>

#include "base/faults.h"
#include "drawing/join_ends.h"

namespace pawl::internal::inline drawing {

/// Consecutive segments of a drawing, in order, that do not belong to a closed loop.
struct DrawnChain {
  OpenChain chain;
  std::size_t from_node = 0, to_node = 0;    ///< nodes at the start and the end of the chain
  std::size_t from_curve = 0, to_curve = 0;  ///< indices of the curves at the start and the end of the chain
};

/// Removes the segments that do not lie on a closed path, by repeatedly removing segments that have an end at which no
/// other segment ends. At each node of the remaining segments, at least two segments end. Returns the removed segments
/// as chains, in the order of the drawing. Each chain leads from one loose end or branch to the next. Linear in the
/// number of segments.
std::vector<DrawnChain> take_open_chains(JoinedSegments& joined, const Drawing& drawing);

/// Returns the curves for which `used` is false as chains. Closed curves are left out.
std::vector<DrawnChain> chains_of_unused(const Drawing& drawing, const std::vector<bool>& used);

/// A chain that may belong to an outline with gaps, so it must not be left out silently.
struct DoubtfulChain {
  std::size_t chain = 0;  ///< index of this chain in the list of chains
  std::size_t other = 0;  ///< index of the chain at the other side of the gap, which is the same chain if the gap is
                          ///< between its own two ends
  double gap = 0;         ///< size of the gap, in the drawing's unit; 0 if the chain is doubtful only because it is
                          ///< larger than the part
};

/// Finds the chains that may be an outline with gaps. Two ends are partners if each is the nearest end of the other,
/// and if their distance is less than a tenth of the size of the smaller of the two chains. Chains are doubtful if
///   - each of their ends has a partner, so that they close a loop, and they are not only two straight segments beside
///     each other; or
///   - they are not straight, and larger than `size`, the diameter of the part.
std::vector<DoubtfulChain> find_doubtful(const std::vector<DrawnChain>& chains, double size);

}  // namespace pawl::internal::inline drawing
