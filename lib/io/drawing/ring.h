// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl::internal {

/// A closed curve, its vertices and the curve of the drawing that each segment is of. A disc as two halves.
struct Ring {
  Path path;
  std::vector<std::size_t> curves;
  std::optional<Disc> disc;

  Outline outline() const {
    if (disc) return *disc;
    const bool straight = std::all_of(path.bulges.begin(), path.bulges.end(), [](double b) { return b == 0; });
    return straight ? Outline(Polygon{path.vertices}) : Outline(path);
  }
  std::size_t first_curve() const { return *std::min_element(curves.begin(), curves.end()); }
};

inline Ring ring_of(const Disc& disc, std::size_t curve) {
  const Eigen::Vector2d radius(disc.radius, 0);
  return {Path{{disc.center - radius, disc.center + radius}, {1, 1}}, {curve, curve}, disc};
}

/// Turned counterclockwise about the same vertex 0.
inline void turn_round(Ring& ring) {
  std::reverse(ring.path.vertices.begin() + 1, ring.path.vertices.end());
  std::reverse(ring.path.bulges.begin(), ring.path.bulges.end());
  std::reverse(ring.curves.begin(), ring.curves.end());
  for (double& bulge : ring.path.bulges) bulge = bulge == 0 ? 0 : -bulge;
}

}  // namespace pawl::internal
