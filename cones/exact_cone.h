// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "exact/conic_hull.h"

namespace pawl::internal {

// What stands behind Cone: spans and faces in integers. A primitive vector is an integer vector without common divisor,
// the only one of its direction, so that cones are compared by comparing numbers.

/// A cone by primitive integer vectors in true coordinates (not in a pool's, whose third entries are scaled), canonical
/// as Cone says (but for length): lines and equalities an orthogonal basis made from the space alone, rays orthogonal
/// to the lines and faces to the equalities (else a ray is only known up to the lines), each list sorted.
struct ExactCone {
  std::vector<IntegerVector> rays, lines, faces, equalities;
};

/// The canonical form of a cone given by irredundant representations in primitive vectors (lines and equalities
/// independent).
ExactCone canonical_cone(const ExactCone& cone);

/// Exact directions of a pool and their cross products, primitive, each computed once.
class ExactDirections {
 public:
  explicit ExactDirections(DirectionPool& pool) : pool_(pool) {}

  DirectionPool& pool() { return pool_; }
  const IntegerVector& of(int id);
  const IntegerVector& cross(CrossPair pair);

 private:
  DirectionPool& pool_;
  std::unordered_map<int, IntegerVector> exact_;
  std::unordered_map<std::uint64_t, IntegerVector> crosses_;
};

/// The canonical cone of a hull of the pool's wrenches.
ExactCone exact_cone(ExactDirections& directions, const ConicHull& hull);

/// The span of the rays and lines.
ExactCone exact_span(const std::vector<IntegerVector>& rays, const std::vector<IntegerVector>& lines);

ExactCone exact_polar(const ExactCone& cone);

/// Whether row . g = 0 for every g of the cone.
bool vanishes_on(const IntegerVector& row, const ExactCone& cone);

/// The sign of row . g, decided in doubles where they can (row's unit double given).
int sign_of_product(const IntegerVector& row, const std::array<double, 3>& unit_row, const std::array<double, 3>& g);

/// The sign of a cone's face . ray, by their indices.
int sign_of_product(const Cone& cone, std::size_t face, std::size_t ray);

}  // namespace pawl::internal
