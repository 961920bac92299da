// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "exact/conic_hull.h"

namespace pawl {

/// A cone by primitive integer vectors in true coordinates, canonical as Cone says (but for length).
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

}  // namespace pawl
