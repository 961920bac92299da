// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <string>

namespace pawl::internal::inline verify {

/// Returns "sha256:" and the SHA-256 digest of a part. The digested data are the mass, the radius of gyration, the
/// centre of mass (x, y) and the outline relative to the centre of mass. Each number is represented by the 8 bytes of a
/// double, least significant byte first. A disc is represented by its centre and radius. For any other outline, each
/// vertex is represented by x, y and the bulge of the segment that follows the vertex. Each hole is represented by the
/// four bytes "hole" and its numbers, which follow the outline. Parts with equal digests count as equal.
std::string part_digest(const Loops& loops, double mass, double gyration_radius, const Eigen::Vector2d& center_of_mass);

}  // namespace pawl::internal::inline verify
