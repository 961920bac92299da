// SPDX-License-Identifier: MIT
#include "cones/cone.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/cones/cone.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl::internal::inline cones {
namespace {

IntegerVector axis(int k) {
  IntegerVector v{0, 0, 0};
  v[k] = 1;
  return v;
}

/// Returns the one of the two primitive vectors along the line of v whose first nonzero entry is positive.
IntegerVector line_form(IntegerVector v) {
  v = primitive(std::move(v));
  const auto first = std::find_if(v.begin(), v.end(), [](const Integer& entry) { return !entry.is_zero(); });
  return first != v.end() && first->sign() < 0 ? negated(v) : v;
}

/// Returns an orthogonal basis of the subspace that `spanning` spans. The basis depends only on the subspace, and not
/// on the vectors in `spanning`.
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

/// Takes an orthogonal basis of 0, 1 or 2 vectors. Returns the component of v that is orthogonal to the basis, as a
/// primitive vector.
IntegerVector orthogonal_part(IntegerVector v, const std::vector<IntegerVector>& basis) {
  if (basis.empty()) return v;
  if (basis.size() == 1) return primitive(combined(dot(basis[0], basis[0]), v, -dot(v, basis[0]), basis[0]));
  const IntegerVector normal = cross(basis[0], basis[1]);
  return primitive(dot(normal, v).sign() < 0 ? negated(normal) : normal);
}

/// Compares the unit vectors along a and b lexicographically and exactly. For each entry i, compares sign(a_i) a_i^2
/// |b|^2 with sign(b_i) b_i^2 |a|^2.
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

/// Sorts the rows by their unit vectors. Compares doubles first, and exact numbers only if the doubles do not decide
/// the order.
void sort_by_unit(std::vector<IntegerVector>& rows) {
  if (rows.size() < 2) return;
  struct Keyed {
    std::array<double, 3> unit;
    IntegerVector* row;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(rows.size());
  for (IntegerVector& row : rows) keyed.push_back({unit_double(row), &row});
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
    for (int i = 0; i < 3; ++i) {
      if (std::fabs(a.unit[i] - b.unit[i]) > 1e-14) return a.unit[i] < b.unit[i];
      if (!(*a.row)[i].is_zero() || !(*b.row)[i].is_zero()) break;
    }
    return exact_unit_less(*a.row, *b.row);
  });
  std::vector<IntegerVector> sorted;
  sorted.reserve(rows.size());
  for (const Keyed& one : keyed) sorted.push_back(std::move(*one.row));
  rows = std::move(sorted);
}

/// Returns the sign of a . b if doubles decide the sign, otherwise 0. `bound` is the largest possible rounding error of
/// the sum a . b, divided by the sum of |a_i b_i|.
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
  IntegerVector exact_leaf(int name) const override { return *vectors_[name]; }
  const Integer& third_scale() const override { return one_; }

 private:
  const std::vector<const IntegerVector*>& vectors_;
  Integer one_ = 1;
};

}  // namespace

ExactCone canonical_cone(ExactCone cone) {
  cone.lines = canonical_basis(cone.lines);
  cone.equalities = canonical_basis(cone.equalities);
  for (IntegerVector& ray : cone.rays) ray = orthogonal_part(std::move(ray), cone.lines);
  for (IntegerVector& face : cone.faces) face = orthogonal_part(std::move(face), cone.equalities);
  for (auto* rows : {&cone.rays, &cone.lines, &cone.faces, &cone.equalities}) sort_by_unit(*rows);
  return cone;
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
  cone.rays.reserve(hull.rays.size());
  for (const int ray : hull.rays) cone.rays.push_back(directions.of(ray));
  for (int k = 0; k < hull.lineality; ++k) {
    cone.lines.push_back(hull.lineality == 3 ? axis(k) : directions.of(hull.lines[k]));
  }
  DualGenerators dual;
  dual_generators(directions.pool(), hull, dual);
  cone.faces.reserve(dual.rays.size());
  for (const CrossPair& pair : dual.lines) cone.equalities.push_back(directions.cross(pair));
  for (const CrossPair& pair : dual.rays) cone.faces.push_back(directions.cross(pair));
  return canonical_cone(std::move(cone));
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
      // If the double underflowed, HUGE_VAL makes every sign uncertain.
      if (approx.value[i] == 0 && !v[i].is_zero()) approx.ulps = HUGE_VAL;
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

ExactCone exact_polar(ExactCone cone) {
  return {std::move(cone.faces), std::move(cone.equalities), std::move(cone.rays), std::move(cone.lines)};
}

namespace {

/// The rows of two cones, stored as directions of one pool.
class MeetingRows {
 public:
  MeetingRows(const Cone& a, const Cone& b) : source_(vectors_) {
    pool_.reset(&source_);
    for (const Cone* cone : {&a, &b}) {
      add(cone->exact().faces, cone->faces(), faces_);
      add(cone->exact().equalities, cone->equalities(), equalities_);
    }
    ConicHullSolver().solve(pool_, equalities_, faces_, hull_);
  }

  int dimension() const { return 3 - hull_.lineality; }

  /// Returns whether the plane of a face contains the whole intersection of the two cones. The index `face` counts the
  /// faces of the first cone from 0, followed by the faces of the second cone.
  bool holds_all(std::size_t face) {
    const int row = faces_[face];
    switch (hull_.lineality) {
      case 0:
        return false;
      case 1:
        return pool_.is_zero(pool_.add_cross(hull_.lines[0], row));
      case 2:
        return pool_.sign_det(hull_.lines[0], hull_.lines[1], row) == 0;
      default:
        return true;
    }
  }

 private:
  void add(const std::vector<IntegerVector>& exact, const Cone::Rows& rows, std::vector<int>& ids) {
    for (std::size_t k = 0; k < exact.size(); ++k) {
      Approx approx({rows[k].x(), rows[k].y(), rows[k].z()});
      approx.ulps = 4;
      for (int i = 0; i < 3; ++i) {
        if (approx.value[i] == 0 && !exact[k][i].is_zero())
          approx.ulps = HUGE_VAL;  // the double underflowed, so its relative error is unbounded
      }
      vectors_.push_back(&exact[k]);
      ids.push_back(pool_.add_leaf(static_cast<int>(vectors_.size()) - 1, approx));
    }
  }

  std::vector<const IntegerVector*> vectors_;
  IntegerSource source_;
  DirectionPool pool_;
  std::vector<int> faces_, equalities_;
  ConicHull hull_;
};

}  // namespace

ConeMeeting meeting(const Cone& a, const Cone& b) {
  MeetingRows rows(a, b);
  ConeMeeting result;
  result.dimension = rows.dimension();
  const std::size_t of_a = a.faces().size(), of_b = b.faces().size();
  for (std::size_t k = 0; k < of_a + of_b; ++k) {
    if (!rows.holds_all(k)) continue;
    (k < of_a ? result.faces_a : result.faces_b).push_back(static_cast<int>(k < of_a ? k : k - of_a));
  }
  return result;
}

bool vanishes_on(const IntegerVector& row, const ExactCone& cone) {
  const auto zero = [&](const IntegerVector& v) { return sign_of_dot(row, v) == 0; };
  return std::all_of(cone.rays.begin(), cone.rays.end(), zero) &&
         std::all_of(cone.lines.begin(), cone.lines.end(), zero);
}

int sign_of_product(const IntegerVector& row, const std::array<double, 3>& unit_row, const std::array<double, 3>& g) {
  // Rounding errors in units of 2^-53: 2 for the row, 1 for g, 3 for the sum; the rest is a margin.
  constexpr double kBound = 9 * 0x1p-53;
  const int sign = sign_in_doubles(unit_row.data(), g.data(), kBound);
  return sign != 0 ? sign : sign_of_dot(row, integer_vector(g));
}

int sign_of_product(const Cone& cone, std::size_t face, std::size_t ray) {
  // Larger than in the function above, because both the face and the ray are rounded.
  constexpr double kBound = 16 * 0x1p-53;
  const int sign = sign_in_doubles(cone.faces()[face].data(), cone.rays()[ray].data(), kBound);
  return sign != 0 ? sign : sign_of_dot(cone.exact().faces[face], cone.exact().rays[ray]);
}

void require_length(double rho) {
  if (!(rho > 0) || !std::isfinite(rho)) throw InputError("/rho", std::to_string(rho), "must be a positive length");
}

void refuse_infinite(const Eigen::Vector3d& v, const std::string& pointer) {
  int k = 0;
  while (k < 2 && std::isfinite(v[k])) ++k;
  throw InputError(pointer + "/" + std::to_string(k), std::isnan(v[k]) ? "nan" : "infinity", "must be a finite number");
}

void require_finite_wrench(const Eigen::Vector3d& g) {
  if (!g.allFinite()) refuse_infinite(g, "/wrench");
}

Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho) {
  require_finite_wrench(g);
  Eigen::Vector3d scaled(g.x(), g.y(), g.z() / rho);
  if (!std::isfinite(scaled.z())) {
    throw InputError("/wrench/2", std::to_string(g.z()), "divided by rho, must be within the range of doubles");
  }
  const double largest = scaled.cwiseAbs().maxCoeff();
  if (largest == 0) return scaled;
  // Scales the entries to about 1 first, so that their squares neither overflow nor underflow.
  for (double& entry : scaled) entry = std::ldexp(entry, -std::ilogb(largest));
  return scaled.normalized();
}

Cone::Rows scaled_normals(const Cone::Rows& normals, double rho) {
  Cone::Rows scaled;
  for (const Eigen::Vector3d& n : normals) scaled.push_back(Eigen::Vector3d(n.x(), n.y(), n.z() * rho).normalized());
  return scaled;
}

Cone::Rows scaled_spans(const Cone::Rows& spans, double rho) {
  Cone::Rows scaled;
  for (const Eigen::Vector3d& v : spans) scaled.push_back(Eigen::Vector3d(v.x(), v.y(), v.z() / rho).normalized());
  return scaled;
}

namespace {

using Normals = std::vector<Eigen::Vector3d>;

/// Both overloads of equidistant() return the unit direction whose products with the given unit normals are equal and
/// positive, if such a direction exists.
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return (a + b).normalized(); }
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3d v = (a - b).cross(a - c).normalized();
  return v.dot(a) < 0 ? Eigen::Vector3d(-v) : v;
}

/// Finds the direction that maximizes the smallest product with the normals. At most three normals determine the
/// optimum. Normals are added one at a time. If a new normal has a smaller product with the current optimum than the
/// earlier normals have, the new normal is one of those that determine the new optimum. The problem is then solved
/// again for the earlier normals under this condition (Seidel's method; the expected time is linear in the number of
/// normals).
class LargestCap {
 public:
  /// If `ends_early` is true, the search ends as soon as contradicts() shows that no direction has positive products
  /// with all normals.
  LargestCap(const Normals& normals, bool ends_early) : normals_(normals), ends_early_(ends_early) {}

  Eigen::Vector3d solve() {
    Eigen::Vector3d best = normals_[0];
    double reach = 1;
    for (std::size_t i = 1; i < normals_.size(); ++i) {
      if (!violates(best, reach, i)) continue;
      best = with_one(i);
      if (impossible_) break;
      reach = normals_[i].dot(best);  // normal i is one of the normals that determine the new optimum
    }
    return best;
  }
  /// Returns whether the search ended early, because no direction has positive products with all normals.
  bool impossible() const { return impossible_; }

 private:
  // The cap is the set of unit vectors whose product with `centre` is at least `reach`. It is the smallest cap around
  // `centre` that contains the earlier normals. Returns whether normal i lies outside the cap.
  bool violates(const Eigen::Vector3d& centre, double reach, std::size_t i) const {
    return normals_[i].dot(centre) < reach - 1e-14;
  }
  Eigen::Vector3d with_one(std::size_t i) {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[0]);
    for (std::size_t j = 1; j < i && !impossible_; ++j) {
      if (violates(best, normals_[i].dot(best), j)) best = with_two(i, j);
    }
    return best;
  }
  Eigen::Vector3d with_two(std::size_t i, std::size_t j) {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[j]);
    for (std::size_t k = 0; k < j; ++k) {
      if (violates(best, normals_[i].dot(best), k)) best = equidistant(normals_[i], normals_[j], normals_[k]);
    }
    impossible_ = ends_early_ && contradicts(best, normals_[i].dot(best), j);
    return best;
  }
  /// Returns whether one of the first `count` normals is far outside the cap of violates(). If any direction had
  /// positive products with all normals, the cap would contain all of these `count` normals. So if the result is true,
  /// no such direction exists.
  bool contradicts(const Eigen::Vector3d& centre, double reach, std::size_t count) const {
    constexpr double kFar = 1e-3;  // much larger than the rounding errors of the products
    return std::any_of(normals_.begin(), normals_.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Eigen::Vector3d& normal) { return normal.dot(centre) < reach - kFar; });
  }

  const Normals& normals_;
  bool ends_early_;
  bool impossible_ = false;
};

}  // namespace

Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals) { return LargestCap(normals, false).solve(); }

std::optional<Eigen::Vector3d> largest_positive_cap(const std::vector<Eigen::Vector3d>& normals) {
  LargestCap cap(normals, true);
  const Eigen::Vector3d best = cap.solve();
  return cap.impossible() ? std::nullopt : std::optional(best);
}

}  // namespace pawl::internal::inline cones

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

/// Returns whether, for every row of the list, the sign of the row's product with g satisfies `wanted`.
template <class Wanted>
bool all_signs(const std::vector<IntegerVector>& exact, const Cone::Rows& rows, const Eigen::Vector3d& g,
               Wanted wanted) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (!wanted(sign_of_product(exact[i], array_of(rows[i]), array_of(g)))) return false;
  }
  return true;
}

}  // namespace

/// All zero cones share their data, because every result is first constructed as a zero cone.
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

/// Returns a row (a face or an equality) of b that is zero on the cone `common` but not on a, or null if no such row
/// exists. The plane of the row either contains b or has b on one side.
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
    // The plane of a face of b contains `rest`, so it does not cut `rest`.
    if (vanishes_on(face, rest.exact())) continue;
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

Cone projection(const Cone& cone, const Eigen::Vector3d& direction) {
  internal::require_finite_wrench(direction);
  if (direction.isZero(0)) throw InputError("/direction", "[0, 0, 0]", "must not be zero");
  return intersection(minkowski_sum(cone, Cone::from_rays({}, {direction})), Cone::from_faces({}, {direction}));
}

std::optional<Cone> convex_union(const std::vector<Cone>& cones) {
  Cone hull;
  for (const Cone& cone : cones) hull = minkowski_sum(hull, cone);
  std::vector<Cone> rest{hull};
  for (const Cone& cone : cones) {
    if (cone.dimension() < hull.dimension()) continue;  // a cone of lower dimension has no volume in the hull
    std::vector<Cone> outside;
    for (const Cone& piece : rest) {
      for (Cone& left : difference(piece, cone)) outside.push_back(std::move(left));
    }
    rest = std::move(outside);
  }
  if (!rest.empty()) return std::nullopt;
  return hull;
}

using internal::ExactCone;
using internal::IntegerVector;
using internal::sign_of_dot;

namespace {

using Vectors = std::vector<IntegerVector>;

bool all_zero(const Vectors& rows, const Vectors& vectors) {
  return std::all_of(rows.begin(), rows.end(), [&](const IntegerVector& row) {
    return std::all_of(vectors.begin(), vectors.end(),
                       [&](const IntegerVector& v) { return sign_of_dot(row, v) == 0; });
  });
}

bool pairwise_orthogonal(const Vectors& basis) {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (internal::is_zero(basis[i])) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (sign_of_dot(basis[i], basis[j]) != 0) return false;
    }
  }
  return true;
}

/// Checks three conditions: no face has a positive product with a ray, each face has the product 0 with exactly
/// `expected` rays, and each ray has the product 0 with exactly `expected` faces.
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

/// Let q = dimension - lineality. Without its lines, the cone is a point (q = 0), a ray with one face (q = 1), a sector
/// with two rays and two faces (q = 2), or a cone with as many faces as rays (q = 3). For q > 0, each face contains q -
/// 1 rays and each ray lies on q - 1 faces.
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

namespace internal::inline cones {
namespace {

/// Finds the smallest angle between a unit direction and the points of a cone's boundary, in coordinates (fx, fy, tau /
/// rho). The nearest point lies on a ray or a line, or it is the foot of a perpendicular: on the plane of a facet, or
/// on the plane of a cone of dimension 2.
class NearestAngle {
 public:
  NearestAngle(const Cone& cone, const Eigen::Vector3d& direction, double rho)
      : direction_(direction), faces_(scaled_normals(cone.faces(), rho)) {
    for (const Eigen::Vector3d& ray : scaled_spans(cone.rays(), rho)) try_point(ray);
    for (const Eigen::Vector3d& line : scaled_spans(cone.lines(), rho)) {
      try_point(line);
      try_point(-line);
    }
    if (cone.dimension() == 3) {
      for (const Eigen::Vector3d& face : faces_) try_foot(face);
    } else if (cone.dimension() == 2) {
      try_foot(scaled_normals(cone.equalities(), rho)[0]);
    }
  }

  double angle() const { return angle_; }

 private:
  void try_point(const Eigen::Vector3d& point) {
    angle_ = std::min(angle_, std::atan2(direction_.cross(point).norm(), direction_.dot(point)));
  }
  void try_foot(const Eigen::Vector3d& normal) {
    const Eigen::Vector3d foot = direction_ - normal.dot(direction_) * normal;
    const auto outside = [&](const Eigen::Vector3d& face) { return face.dot(foot) > 1e-14; };
    // A foot close to the apex has a meaningless direction because of rounding, and is ignored. The given direction is
    // then at a right angle to the plane, and therefore at a right angle to the rays in the plane, which were already
    // compared.
    if (foot.norm() > 1e-12 && std::none_of(faces_.begin(), faces_.end(), outside)) try_point(foot);
  }

  Eigen::Vector3d direction_;
  std::vector<Eigen::Vector3d> faces_;
  double angle_ = std::numbers::pi;
};

}  // namespace
}  // namespace internal::inline cones

double angle_to(const Cone& cone, const Eigen::Vector3d& g, double rho) {
  internal::require_length(rho);
  const Eigen::Vector3d direction = internal::scaled_direction(g, rho);
  if (direction.isZero(0)) return std::numbers::pi;
  if (cone.contains(g)) return 0;
  return internal::NearestAngle(cone, direction, rho).angle();
}

namespace {

/// Returns the inward normals of the faces as unit vectors in coordinates (fx, fy, tau / rho).
Cone::Rows scaled_inward(const Cone& cone, double rho) {
  Cone::Rows normals = internal::scaled_normals(cone.faces(), rho);
  for (Eigen::Vector3d& normal : normals) normal = -normal;
  return normals;
}

double least_product(const Cone::Rows& normals, const Eigen::Vector3d& direction) {
  double least = 1;
  for (const Eigen::Vector3d& normal : normals) least = std::min(least, normal.dot(direction));
  return least;
}

/// Converts a vector from (fx, fy, tau / rho) to (fx, fy, tau), and scales the result to unit length.
Eigen::Vector3d unscaled(const Eigen::Vector3d& v, double rho) {
  return Eigen::Vector3d(v.x(), v.y(), v.z() * rho).normalized();
}

}  // namespace

Eigen::Vector3d relative_interior_point(const Cone& cone) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& ray : cone.rays()) sum += ray;
  return cone.rays().empty() ? sum : Eigen::Vector3d(sum.normalized());
}

WidestDirection widest_direction(const Cone& cone, double rho) {
  internal::require_length(rho);
  if (cone.is_all()) return {{1, 0, 0}, std::numbers::pi};
  if (cone.dimension() < 3) return {relative_interior_point(cone), 0};
  const Cone::Rows normals = scaled_inward(cone, rho);
  const Eigen::Vector3d centre = internal::largest_cap(normals);
  const double product = least_product(normals, centre);
  // If the product is not positive, the cone is so thin that doubles find no point inside it.
  if (product <= 0) return {relative_interior_point(cone), 0};
  return {unscaled(centre, rho), std::asin(std::min(1.0, product))};
}

double margin(const Cone& cone, const Eigen::Vector3d& g, double rho) {
  internal::require_length(rho);
  const Eigen::Vector3d direction = internal::scaled_direction(g, rho);
  if (cone.is_all()) return std::numbers::pi;
  if (cone.dimension() < 3 || direction.isZero(0)) return 0;
  const double product = least_product(scaled_inward(cone, rho), direction);
  return std::asin(std::clamp(product, -1.0, 1.0));
}

}  // namespace pawl
