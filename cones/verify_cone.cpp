// SPDX-License-Identifier: MIT
#include <pawl/cones/cone.h>

#include <algorithm>

#include "exact_cone.h"

namespace pawl {

using internal::dot;
using internal::ExactCone;
using internal::IntegerVector;

namespace {

using Vectors = std::vector<IntegerVector>;

bool all_zero(const Vectors& rows, const Vectors& vectors) {
  return std::all_of(rows.begin(), rows.end(), [&](const IntegerVector& row) {
    return std::all_of(vectors.begin(), vectors.end(), [&](const IntegerVector& v) { return dot(row, v).is_zero(); });
  });
}

bool pairwise_orthogonal(const Vectors& basis) {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (internal::is_zero(basis[i])) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (!dot(basis[i], basis[j]).is_zero()) return false;
    }
  }
  return true;
}

/// No face has a positive product with a ray; each face has `expected` zeros, and each ray.
bool incident(const Cone& cone, int expected) {
  std::vector<int> on_ray(cone.rays().size());
  for (std::size_t f = 0; f < cone.faces().size(); ++f) {
    int on_face = 0;
    for (std::size_t r = 0; r < on_ray.size(); ++r) {
      const int sign = internal::sign_of_product(cone, f, r);
      if (sign > 0) return false;
      on_face += sign == 0;
      on_ray[r] += sign == 0;
    }
    if (on_face != expected) return false;
  }
  return std::all_of(on_ray.begin(), on_ray.end(), [&](int count) { return count == expected; });
}

}  // namespace

/// With q = dimension - lineality, the pointed part is a point (q = 0), a ray with one face, a sector with two rays and
/// two faces, or a polygon with as many faces as rays: each face holds q - 1 rays and each ray lies on q - 1 faces.
bool verify(const Cone& cone) {
  const ExactCone& e = cone.exact();
  const int pointed = cone.dimension() - cone.lineality();
  const std::size_t count = e.rays.size();
  const bool counts = e.faces.size() == count && pointed >= 0 &&
                      (pointed == 3 ? count >= 3 : count == static_cast<std::size_t>(pointed));
  return counts && pairwise_orthogonal(e.lines) && pairwise_orthogonal(e.equalities) &&
         all_zero(e.lines, e.equalities) && all_zero(e.rays, e.equalities) && all_zero(e.rays, e.lines) &&
         all_zero(e.faces, e.lines) && all_zero(e.faces, e.equalities) && incident(cone, std::max(0, pointed - 1));
}

}  // namespace pawl
