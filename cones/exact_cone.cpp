// SPDX-License-Identifier: MIT
#include "exact_cone.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

IntegerVector axis(int k) {
  IntegerVector v{0, 0, 0};
  v[k] = 1;
  return v;
}

/// Primitive, the first nonzero entry positive.
IntegerVector line_form(IntegerVector v) {
  v = primitive(std::move(v));
  const auto first = std::find_if(v.begin(), v.end(), [](const Integer& entry) { return !entry.is_zero(); });
  return first != v.end() && first->sign() < 0 ? negated(v) : v;
}

/// The orthogonal basis of a subspace that depends on the subspace only.
std::vector<IntegerVector> canonical_basis(const std::vector<IntegerVector>& spanning) {
  switch (spanning.size()) {
    case 0:
      return {};
    case 1:
      return {line_form(spanning[0])};
    case 2: {
      const IntegerVector normal = primitive(cross(spanning[0], spanning[1]));
      const int k = normal[1].is_zero() && normal[2].is_zero() ? 1 : 0;
      const IntegerVector first = cross(normal, cross(axis(k), normal));
      return {line_form(first), line_form(cross(normal, first))};
    }
    default:
      return {axis(0), axis(1), axis(2)};
  }
}

/// The part of v (primitive) orthogonal to an orthogonal basis (of 0, 1 or 2 vectors), up to a positive factor.
IntegerVector orthogonal_part(const IntegerVector& v, const std::vector<IntegerVector>& basis) {
  if (basis.empty()) return v;
  if (basis.size() == 1) return primitive(combined(dot(basis[0], basis[0]), v, -dot(v, basis[0]), basis[0]));
  const IntegerVector normal = cross(basis[0], basis[1]);
  return primitive(dot(normal, v).sign() < 0 ? negated(normal) : normal);
}

/// Lexicographic order of the unit vectors, exactly: compares sign(a_i) a_i^2 |b|^2 with sign(b_i) b_i^2 |a|^2.
bool exact_unit_less(const IntegerVector& a, const IntegerVector& b) {
  const Integer aa = dot(a, a);
  const Integer bb = dot(b, b);
  for (int i = 0; i < 3; ++i) {
    const Integer left = a[i].sign() * a[i] * a[i] * bb;
    const Integer right = b[i].sign() * b[i] * b[i] * aa;
    if (left != right) return left < right;
  }
  return false;
}

/// Sorts by the unit vectors, by their doubles where these tell.
void sort_by_unit(std::vector<IntegerVector>& rows) {
  if (rows.size() < 2) return;
  struct Keyed {
    std::array<double, 3> unit;
    IntegerVector* row;
  };
  std::vector<Keyed> keyed;
  for (IntegerVector& row : rows) keyed.push_back({unit_double(row), &row});
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
    for (int i = 0; i < 3; ++i) {
      if (std::fabs(a.unit[i] - b.unit[i]) > 1e-14) return a.unit[i] < b.unit[i];
      if (!(*a.row)[i].is_zero() || !(*b.row)[i].is_zero()) break;
    }
    return exact_unit_less(*a.row, *b.row);
  });
  std::vector<IntegerVector> sorted;
  for (const Keyed& one : keyed) sorted.push_back(std::move(*one.row));
  rows = std::move(sorted);
}

/// The sign of a . b when it is surely not 0, each entry within `bound` of its own magnitude in all; else 0.
int sign_in_doubles(const double* a, const double* b, double bound) {
  double value = 0;
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) {
    value += a[i] * b[i];
    magnitude += std::fabs(a[i] * b[i]);
  }
  if (!std::isfinite(magnitude) || std::fabs(value) <= bound * magnitude + 0x1p-900) return 0;
  return value > 0 ? 1 : -1;
}

class IntegerSource : public ExactSource {
 public:
  explicit IntegerSource(const std::vector<const IntegerVector*>& vectors) : vectors_(vectors) {}
  IntegerVector exact_leaf(int name) const override { return *vectors_[static_cast<std::size_t>(name)]; }
  const Integer& third_scale() const override { return one_; }

 private:
  const std::vector<const IntegerVector*>& vectors_;
  Integer one_ = 1;
};

}  // namespace

ExactCone canonical_cone(const ExactCone& cone) {
  ExactCone result;
  result.lines = canonical_basis(cone.lines);
  result.equalities = canonical_basis(cone.equalities);
  for (const IntegerVector& ray : cone.rays) result.rays.push_back(orthogonal_part(ray, result.lines));
  for (const IntegerVector& face : cone.faces) result.faces.push_back(orthogonal_part(face, result.equalities));
  for (auto* rows : {&result.rays, &result.lines, &result.faces, &result.equalities}) sort_by_unit(*rows);
  return result;
}

const IntegerVector& ExactDirections::of(int id) {
  const auto [place, fresh] = exact_.try_emplace(id);
  if (fresh) place->second = pool_.exact(id);
  return place->second;
}

const IntegerVector& ExactDirections::cross(CrossPair pair) {
  const auto key = static_cast<std::uint64_t>(pair.a) << 32 | static_cast<std::uint32_t>(pair.b);
  const auto [place, fresh] = crosses_.try_emplace(key);
  if (fresh) place->second = primitive(internal::cross(of(pair.a), of(pair.b)));
  return place->second;
}

ExactCone exact_cone(ExactDirections& directions, const ConicHull& hull) {
  ExactCone cone;
  for (const int ray : hull.rays) cone.rays.push_back(directions.of(ray));
  for (int k = 0; k < hull.lineality; ++k) {
    cone.lines.push_back(hull.lineality == 3 ? axis(k) : directions.of(hull.lines[static_cast<std::size_t>(k)]));
  }
  DualGenerators dual;
  dual_generators(directions.pool(), hull, dual);
  for (const CrossPair& pair : dual.lines) cone.equalities.push_back(directions.cross(pair));
  for (const CrossPair& pair : dual.rays) cone.faces.push_back(directions.cross(pair));
  return canonical_cone(cone);
}

ExactCone exact_span(const std::vector<IntegerVector>& rays, const std::vector<IntegerVector>& lines) {
  std::vector<const IntegerVector*> vectors;
  DirectionPool pool;
  const IntegerSource source(vectors);
  pool.reset(&source);
  std::vector<int> line_ids;
  std::vector<int> ray_ids;
  const auto add = [&](const IntegerVector& v) {
    Approx approx(unit_double(v));
    approx.ulps = 4;
    for (int i = 0; i < 3; ++i) {
      if (approx.value[i] == 0 && !v[i].is_zero()) approx.ulps = HUGE_VAL;  // underflow: no double knows it
    }
    vectors.push_back(&v);
    return pool.add_leaf(static_cast<int>(vectors.size()) - 1, approx);
  };
  for (const IntegerVector& line : lines) line_ids.push_back(add(line));
  for (const IntegerVector& ray : rays) ray_ids.push_back(add(ray));
  ConicHull hull;
  ConicHullSolver().solve(pool, line_ids, ray_ids, hull);
  ExactDirections directions(pool);
  return exact_cone(directions, hull);
}

ExactCone exact_polar(const ExactCone& cone) { return {cone.faces, cone.equalities, cone.rays, cone.lines}; }

bool vanishes_on(const IntegerVector& row, const ExactCone& cone) {
  const auto zero = [&](const IntegerVector& v) { return dot(row, v).is_zero(); };
  return std::all_of(cone.rays.begin(), cone.rays.end(), zero) &&
         std::all_of(cone.lines.begin(), cone.lines.end(), zero);
}

int sign_of_product(const IntegerVector& row, const std::array<double, 3>& unit_row, const std::array<double, 3>& g) {
  constexpr double kBound = 9 * 0x1p-53;  // 2 for the rounding of the row, 1 for that of g, 3 for the sum's
  const int sign = sign_in_doubles(unit_row.data(), g.data(), kBound);
  return sign != 0 ? sign : dot(row, integer_vector(g)).sign();
}

int sign_of_product(const Cone& cone, std::size_t face, std::size_t ray) {
  constexpr double kBound = 16 * 0x1p-53;  // both rows are rounded
  const int sign = sign_in_doubles(cone.faces()[face].data(), cone.rays()[ray].data(), kBound);
  return sign != 0 ? sign : dot(cone.exact().faces[face], cone.exact().rays[ray]).sign();
}

}  // namespace pawl::internal
