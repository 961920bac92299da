// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "exact/conic_hull.h"

namespace pawl::internal::inline cones {

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

// Angles between wrenches are measured in (fx, fy, tau / rho), rho a length, so that force and torque have one unit. A
// wrench g and a face f keep their product f . g when g's torque is divided by rho and f's third entry multiplied.

/// Throws InputError unless rho is a positive finite length, at `/rho`.
void require_length(double rho);

/// Throws InputError unless g is finite, at `/wrench/k`.
void require_finite_wrench(const Eigen::Vector3d& g);
/// Throws it for the first entry of v that is not finite, at pointer/k.
[[noreturn]] void refuse_infinite(const Eigen::Vector3d& v, const std::string& pointer);

/// (fx, fy, tau / rho) of unit length, whatever the size of g; the zero vector for zero. Throws InputError for a wrench
/// that is not finite, or whose tau / rho is not.
Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho);

/// Normals of planes, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_normals(const Cone::Rows& normals, double rho);

/// Rays or lines, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_spans(const Cone::Rows& spans, double rho);

/// The unit direction x whose least product with the unit normals, min_k n_k . x, is greatest; at least one normal: the
/// centre of the largest circular cap on the sphere inside all half-spaces n_k . x >= 0. The optimum is held by at most
/// three normals, which are found as in Seidel's incremental linear programming (1991): O(n) normals on average over
/// their order, O(n^3) at worst. In doubles, good to some 1e-14: it is for display and margins, not for verdicts. Where
/// that product is not positive no direction is inside all half-spaces, and the result says nothing.
Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals);

}  // namespace pawl::internal::inline cones
