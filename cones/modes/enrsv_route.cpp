// SPDX-License-Identifier: MIT
#include "modes/enrsv_route.h"

#include <pawl/modes/wrench_cone.h>

#include "cdd_polar.h"
#include "exact_cone.h"
#include "modes/mode_matrices.h"

namespace pawl {

bool has_route_enrsv() { return true; }

namespace internal {
namespace {

std::vector<RationalVector> times(const std::vector<RationalVector>& rows, const RationalMatrix& P) {
  std::vector<RationalVector> result;
  for (const RationalVector& row : rows) result.push_back(P.transpose() * row);
  return result;
}

std::vector<IntegerVector> integers(const std::vector<RationalVector>& rows) {
  std::vector<IntegerVector> result;
  for (const RationalVector& row : rows) result.push_back(integer_vector(row));
  return result;
}

}  // namespace

Cone cone_by_enrsv(const ContactSet& set, const Mode& mode) {
  if (set.size() == 0) return Cone::all();
  const ModeMatrices m = mode_matrices(set, mode);
  RationalSpan k_span;
  for (Eigen::Index j = 0; j < m.K.cols(); ++j) k_span.rays.push_back(m.K.col(j));
  const RationalSpan k_faces = cdd_polar(k_span, m.K.rows());
  const RationalSpan generators = cdd_polar({times(k_faces.rays, m.P), times(k_faces.lines, m.P)}, 3);
  const RationalSpan faces = cdd_polar(generators, 3);
  return Cone(std::make_shared<const ExactCone>(canonical_cone(
      {integers(generators.rays), integers(generators.lines), integers(faces.rays), integers(faces.lines)})));
}

}  // namespace internal
}  // namespace pawl
