// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "exact/conic_hull.h"

namespace pawl::internal::inline cones {

// The integer representation behind Cone: spans and faces. A primitive vector is an integer vector whose entries have
// no common divisor greater than 1. Each direction has exactly one primitive vector, so two directions are equal
// exactly if their primitive vectors are equal.

/// A cone given by primitive integer vectors in (fx, fy, tau). (In contrast, the vectors of a pool have scaled third
/// entries.) The representation is canonical in the same way as that of Cone, except that its vectors do not have unit
/// length. Lines and equalities form orthogonal bases that depend only on the spaces that they span. Rays are
/// orthogonal to the lines, and faces are orthogonal to the equalities. Without this orthogonality, rays and faces
/// would not be unique: the sum of a ray and a line, for example, is an equally valid ray. Each list is sorted.
struct ExactCone {
  std::vector<IntegerVector> rays, lines, faces, equalities;
};

/// Returns the canonical form of a cone. The rays and faces of the argument must be irredundant, its lines and
/// equalities must be linearly independent, and all vectors must be primitive.
ExactCone canonical_cone(ExactCone cone);

/// The exact directions of a pool and their cross products, as primitive vectors. Each vector is computed only once and
/// then stored.
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

/// Returns the canonical form of the cone that `hull`, a hull of wrenches in the pool, represents.
ExactCone exact_cone(ExactDirections& directions, const ConicHull& hull);

/// Returns the span of the rays and lines.
ExactCone exact_span(const std::vector<IntegerVector>& rays, const std::vector<IntegerVector>& lines);

ExactCone exact_polar(ExactCone cone);

/// The properties of the intersection of two cones that can be computed without its rays and faces.
struct ConeMeeting {
  int dimension = 0;  ///< dimension of the intersection
  /// Indices of the faces of the first and the second cone whose planes contain the whole intersection.
  std::vector<int> faces_a, faces_b;
};

/// Computes a ConeMeeting exactly. Its faces are those of Cone::active_faces(intersection(a, b)).
///
/// The faces of both cones span the polar cone of the intersection. A plane contains the whole intersection if its
/// normal lies in the polar's lineality space, so one hull of the faces determines all such planes. The hull needs O(n
/// log n) signs for n faces. If doubles decide all signs, no integer products are needed. meeting() is several times as
/// fast as intersection().
ConeMeeting meeting(const Cone& a, const Cone& b);

/// Returns whether row . g = 0 for every g of the cone.
bool vanishes_on(const IntegerVector& row, const ExactCone& cone);

/// Returns the sign of row . g, computed in doubles if doubles decide it. `unit_row` is the row scaled to unit length
/// and rounded.
int sign_of_product(const IntegerVector& row, const std::array<double, 3>& unit_row, const std::array<double, 3>& g);

/// Returns the sign of the product of one face and one ray of a cone. `face` and `ray` are indices in the cone's lists.
int sign_of_product(const Cone& cone, std::size_t face, std::size_t ray);

// The functions below serve to measure angles between wrenches in (fx, fy, tau / rho), where rho is a length, so that
// all entries have the unit of a force. The product f . g of a face f and a wrench g is unchanged if g's torque is
// divided by rho and f's third entry is multiplied by rho.

/// Throws InputError at `/rho` unless rho is a positive finite length.
void require_length(double rho);

/// Throws InputError at `/wrench/k` unless g is finite.
void require_finite_wrench(const Eigen::Vector3d& g);
/// Throws InputError for the first entry k of v that is not finite. The error points at `pointer`/k.
[[noreturn]] void refuse_infinite(const Eigen::Vector3d& v, const std::string& pointer);

/// Returns g in coordinates (fx, fy, tau / rho), scaled to unit length. The result does not depend on the length of g.
/// Returns the zero vector if g is 0. Throws InputError if the wrench or its tau / rho is not finite.
Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho);

/// Converts normals of planes from (fx, fy, tau) to (fx, fy, tau / rho), and scales the results to unit length.
Cone::Rows scaled_normals(const Cone::Rows& normals, double rho);

/// Converts rays or lines from (fx, fy, tau) to (fx, fy, tau / rho), and scales the results to unit length.
Cone::Rows scaled_spans(const Cone::Rows& spans, double rho);

/// Returns the unit direction x that maximizes min_k n_k . x over the given unit normals n_k. The list must not be
/// empty.
///
/// The direction x is the centre of the largest circular cap on the sphere inside all half-spaces n_k . x >= 0. At most
/// three normals determine the optimum. Seidel's incremental linear programming (1991) finds them in O(n) on average
/// over the order of the normals, and in O(n^3) in the worst case. The result is computed in doubles and is accurate to
/// about 1e-14. Use it for display and margins, not for verdicts. If the maximum is not positive, no direction is
/// inside all half-spaces, and the result is meaningless.
Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals);

/// Returns largest_cap(normals). The search stops early and returns nothing if the normals examined until then prove
/// that the maximum is clearly negative. If it does not stop, the maximum may still be at most 0; the caller must check
/// the result.
std::optional<Eigen::Vector3d> largest_positive_cap(const std::vector<Eigen::Vector3d>& normals);

}  // namespace pawl::internal::inline cones
