// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <string>

namespace pawl::internal::inline verify {

/// Returns "sha256:" and the SHA-256 digest of a part: of its mass, radius of gyration, centre of mass (x, y) and then
/// its outline about that, each number as the 8 bytes of a double, the least significant first. A disc is its centre
/// and radius; every other outline is x, y and the bulge of the segment that follows, vertex by vertex. Two parts with
/// one digest are the same, number by number.
std::string part_digest(const Outline& outline, double mass, double gyration_radius,
                        const Eigen::Vector2d& center_of_mass);

}  // namespace pawl::internal::inline verify
