// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/cones/cone.h>

#include <algorithm>

#include "exact_cone.h"
#include "scaled_rows.h"

namespace pawl {

using internal::dot;
using internal::exact_polar;
using internal::exact_span;
using internal::ExactCone;
using internal::integer_vector;
using internal::IntegerVector;
using internal::sign_of_product;
using internal::unit_double;
using internal::vanishes_on;

namespace {

std::array<double, 3> array_of(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

void require_finite(const Cone::Rows& rows, const char* name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].allFinite()) internal::refuse_infinite(rows[i], fmt::format("/{}/{}", name, i));
  }
}

std::vector<IntegerVector> integers(const Cone::Rows& rows) {
  std::vector<IntegerVector> result;
  for (const Eigen::Vector3d& row : rows) result.push_back(integer_vector(array_of(row)));
  return result;
}

Cone::Rows doubles(const std::vector<IntegerVector>& rows) {
  Cone::Rows result;
  for (const IntegerVector& row : rows) {
    const auto unit = unit_double(row);
    result.emplace_back(unit[0], unit[1], unit[2]);
  }
  return result;
}

Cone::ExactRows strings(const std::vector<IntegerVector>& rows) {
  Cone::ExactRows result;
  for (const IntegerVector& row : rows) result.push_back({row[0].str(), row[1].str(), row[2].str()});
  return result;
}

Cone make_cone(ExactCone exact) { return Cone(std::make_shared<const ExactCone>(std::move(exact))); }

std::vector<IntegerVector> joined(const std::vector<IntegerVector>& a, const std::vector<IntegerVector>& b) {
  std::vector<IntegerVector> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

/// The signs of all rows at g against `wanted`: every one satisfies it.
template <class Wanted>
bool all_signs(const std::vector<IntegerVector>& exact, const Cone::Rows& rows, const Eigen::Vector3d& g,
               Wanted wanted) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (!wanted(sign_of_product(exact[i], array_of(rows[i]), array_of(g)))) return false;
  }
  return true;
}

}  // namespace

/// Shared: every result starts as a zero cone.
Cone::Cone() {
  static const Cone zero = make_cone(exact_span({}, {}));
  *this = zero;
}

Cone::Cone(std::shared_ptr<const ExactCone> exact)
    : exact_(std::move(exact)),
      rows_(std::make_shared<const DoubleRows>(DoubleRows{doubles(exact_->rays), doubles(exact_->lines),
                                                          doubles(exact_->faces), doubles(exact_->equalities)})) {}

Cone Cone::all() { return make_cone(exact_polar(exact_span({}, {}))); }

Cone Cone::from_rays(const Rows& rays, const Rows& lines) {
  require_finite(rays, "rays");
  require_finite(lines, "lines");
  return make_cone(exact_span(integers(rays), integers(lines)));
}

Cone Cone::from_faces(const Rows& faces, const Rows& equalities) {
  require_finite(faces, "faces");
  require_finite(equalities, "equalities");
  return make_cone(exact_polar(exact_span(integers(faces), integers(equalities))));
}

bool Cone::contains(const Eigen::Vector3d& g) const {
  internal::require_finite_wrench(g);
  return all_signs(exact_->equalities, equalities(), g, [](int sign) { return sign == 0; }) &&
         all_signs(exact_->faces, faces(), g, [](int sign) { return sign <= 0; });
}

bool Cone::contains_inside(const Eigen::Vector3d& g) const {
  internal::require_finite_wrench(g);
  return all_signs(exact_->equalities, equalities(), g, [](int sign) { return sign == 0; }) &&
         all_signs(exact_->faces, faces(), g, [](int sign) { return sign < 0; });
}

bool Cone::contains(const Cone& other) const {
  const auto holds = [&](const IntegerVector& v, bool line) {
    const auto zero = [&](const IntegerVector& row) { return dot(row, v).is_zero(); };
    const auto inside = [&](const IntegerVector& row) { return line ? zero(row) : dot(row, v).sign() <= 0; };
    return std::all_of(exact_->equalities.begin(), exact_->equalities.end(), zero) &&
           std::all_of(exact_->faces.begin(), exact_->faces.end(), inside);
  };
  const ExactCone& o = *other.exact_;
  return std::all_of(o.rays.begin(), o.rays.end(), [&](const IntegerVector& ray) { return holds(ray, false); }) &&
         std::all_of(o.lines.begin(), o.lines.end(), [&](const IntegerVector& line) { return holds(line, true); });
}

std::vector<int> Cone::active_faces(const Eigen::Vector3d& g) const {
  internal::require_finite_wrench(g);
  std::vector<int> active;
  for (std::size_t i = 0; i < faces().size(); ++i) {
    const int sign = sign_of_product(exact_->faces[i], array_of(faces()[i]), array_of(g));
    if (sign == 0) active.push_back(static_cast<int>(i));
  }
  return active;
}

std::vector<int> Cone::active_faces(const Cone& inner) const {
  std::vector<int> active;
  for (std::size_t i = 0; i < faces().size(); ++i) {
    if (vanishes_on(exact_->faces[i], inner.exact())) active.push_back(static_cast<int>(i));
  }
  return active;
}

bool Cone::operator==(const Cone& other) const {
  return exact_->rays == other.exact_->rays && exact_->lines == other.exact_->lines;
}

Cone Cone::polar() const { return make_cone(exact_polar(*exact_)); }

Cone::ExactRows Cone::exact_rays() const { return strings(exact_->rays); }
Cone::ExactRows Cone::exact_lines() const { return strings(exact_->lines); }
Cone::ExactRows Cone::exact_faces() const { return strings(exact_->faces); }
Cone::ExactRows Cone::exact_equalities() const { return strings(exact_->equalities); }

Cone intersection(const Cone& a, const Cone& b) {
  return make_cone(exact_polar(
      exact_span(joined(a.exact().faces, b.exact().faces), joined(a.exact().equalities, b.exact().equalities))));
}

Cone minkowski_sum(const Cone& a, const Cone& b) {
  return make_cone(exact_span(joined(a.exact().rays, b.exact().rays), joined(a.exact().lines, b.exact().lines)));
}

}  // namespace pawl
