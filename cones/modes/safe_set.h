// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/ambiguity.h>

#include <optional>
#include <vector>

namespace pawl::internal {

/// The safe set of some desired modes [MODEL section 4]: the wrenches that are consistent with them alone.
///
/// The desired cones minus the rivals' as pieces that do not overlap, neighbours joined where their union is convex and
/// no rival lies between, be it one of those (`touching`) that meet only boundaries of desired cones; widest first,
/// equals in the order of their rays. Nothing when stopped. A difference of convex cones is cut along the faces of the
/// cone taken away, one after the other (difference(a, b)).
std::optional<std::vector<SafePiece>> safe_set(const std::vector<WrenchCone>& desired, const std::vector<Cone>& rivals,
                                               const std::vector<Cone>& touching, double rho, const StopToken& stop);

}  // namespace pawl::internal
