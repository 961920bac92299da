// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/ambiguity.h>

#include <optional>
#include <vector>

namespace pawl {

/// The desired cones minus the rivals' as pieces that do not overlap, neighbours joined where their union is convex and
/// no rival lies between, be it one of those (`touching`) that meet only boundaries of desired cones; widest first,
/// equals in the order of their rays. Nothing when stopped.
std::optional<std::vector<SafePiece>> safe_set(const std::vector<WrenchCone>& desired, const std::vector<Cone>& rivals,
                                               const std::vector<Cone>& touching, double rho, const StopToken& stop);

}  // namespace pawl
