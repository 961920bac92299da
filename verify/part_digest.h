// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <string>

namespace pawl::internal::inline verify {

/// Returns "sha256:" and the SHA-256 digest of a part: its mass, radius of gyration, centre of mass (x, y) and then its
/// outline about the centre of mass, each number as the 8 bytes of a double, least significant first. A disc is
/// represented by its centre and radius; any other outline by x, y and the bulge of the following segment, vertex by
/// vertex. Each hole follows as the four bytes "hole" and its numbers. Parts with equal digests are taken to have equal
/// numbers.
std::string part_digest(const Loops& loops, double mass, double gyration_radius, const Eigen::Vector2d& center_of_mass);

}  // namespace pawl::internal::inline verify
