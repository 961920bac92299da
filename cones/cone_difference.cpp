// SPDX-License-Identifier: MIT
#include <pawl/cones/cone.h>

#include <algorithm>

#include "exact_cone.h"

namespace pawl {

using internal::ExactCone;
using internal::IntegerVector;
using internal::vanishes_on;

namespace {

Cone with_face(const Cone& cone, const IntegerVector& face) {
  ExactCone rows = cone.exact();
  rows.faces.push_back(face);
  return Cone(
      std::make_shared<const ExactCone>(internal::exact_polar(internal::exact_span(rows.faces, rows.equalities))));
}

/// A row of b that is zero on `common` but not on a: the plane in which b lies, or which it touches from one side.
const IntegerVector* separating_row(const Cone& a, const Cone& b, const Cone& common) {
  for (const auto* rows : {&b.exact().equalities, &b.exact().faces}) {
    for (const IntegerVector& row : *rows) {
      if (vanishes_on(row, common.exact()) && !vanishes_on(row, a.exact())) return &row;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<Cone> difference(const Cone& a, const Cone& b) {
  const Cone common = intersection(a, b);
  if (common.dimension() == 0 && a.dimension() > 0) return {a};
  if (!a.active_faces(common).empty()) return {a};
  if (common.dimension() < a.dimension()) {
    const IntegerVector* row = separating_row(a, b, common);
    return {with_face(a, *row), with_face(a, internal::negated(*row))};
  }
  std::vector<Cone> pieces;
  Cone rest = a;
  for (const IntegerVector& face : b.exact().faces) {
    if (vanishes_on(face, rest.exact())) continue;  // flat cones in b's boundary
    Cone outside = with_face(rest, internal::negated(face));
    if (outside.dimension() < a.dimension()) continue;
    pieces.push_back(std::move(outside));
    rest = with_face(rest, face);
  }
  return pieces;
}

std::optional<Cone> convex_union(const Cone& a, const Cone& b) {
  if (a.dimension() != b.dimension()) return std::nullopt;
  Cone hull = minkowski_sum(a, b);
  if (hull.dimension() != a.dimension()) return std::nullopt;
  const std::vector<Cone> rest = difference(hull, a);
  const bool covered = std::all_of(rest.begin(), rest.end(), [&](const Cone& piece) { return b.contains(piece); });
  return covered ? std::optional<Cone>(std::move(hull)) : std::nullopt;
}

}  // namespace pawl
