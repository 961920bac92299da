// SPDX-License-Identifier: MIT
#include "exact/conic_hull.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

/// The entries are small integers, so that every determinant below is exact.
using Vector = std::array<long, 3>;
using Vectors = std::vector<Vector>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
long det(const Vector& a, const Vector& b, const Vector& c) { return dot(cross(a, b), c); }
bool is_zero(const Vector& v) { return v == Vector{}; }
Vector negated(const Vector& v) { return {-v[0], -v[1], -v[2]}; }

int rank(const Vectors& vectors) {
  int best = 0;
  for (const Vector& a : vectors) {
    if (!is_zero(a)) best = std::max(best, 1);
    for (const Vector& b : vectors) {
      if (!is_zero(cross(a, b))) best = std::max(best, 2);
      for (const Vector& c : vectors) {
        if (det(a, b, c) != 0) return 3;
      }
    }
  }
  return best;
}

/// on_ray() returns whether w is a positive multiple of v. in_sector() returns whether w is between a and b in their
/// plane.
bool on_ray(const Vector& v, const Vector& w) { return is_zero(cross(v, w)) && dot(v, w) > 0; }
bool in_sector(const Vector& a, const Vector& b, const Vector& w) {
  const Vector n = cross(a, b);
  return !is_zero(n) && dot(n, w) == 0 && det(n, a, w) >= 0 && det(n, w, b) >= 0;
}

/// Returns whether w is in the cone of the vectors. By Caratheodory's theorem, w is then in the cone of at most three
/// independent ones of them, so only these are tried.
bool spanned(const Vectors& vectors, const Vector& w) {
  if (is_zero(w)) return true;
  for (const Vector& a : vectors) {
    if (on_ray(a, w)) return true;
    for (const Vector& b : vectors) {
      if (in_sector(a, b, w)) return true;
      for (const Vector& c : vectors) {
        if (det(a, b, c) > 0 && det(w, b, c) >= 0 && det(a, w, c) >= 0 && det(a, b, w) >= 0) return true;
      }
    }
  }
  return false;
}

/// Returns the number of extreme rays of a pointed cone. A vector spans an extreme ray if it is not a sum of
/// nonnegative multiples of vectors with other directions.
std::size_t extreme_rays(const Vectors& vectors) {
  Vectors distinct;
  for (const Vector& v : vectors) {
    const bool known = std::any_of(distinct.begin(), distinct.end(), [&](const Vector& d) { return on_ray(d, v); });
    if (!is_zero(v) && !known) distinct.push_back(v);
  }
  std::size_t extreme = 0;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    Vectors others = distinct;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    extreme += !spanned(others, distinct[i]);
  }
  return extreme;
}

struct Hull {
  ConicHull hull;
  Vectors lines, rays;
};

Hull solve(const Vectors& vectors) {
  static DirectionPool pool;
  static ConicHullSolver solver;
  pool.reset(nullptr);
  std::vector<int> ids;
  for (const Vector& v : vectors) {
    ids.push_back(pool.add({static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])}));
  }
  Hull result;
  solver.solve(pool, {}, ids, result.hull);
  const auto vector = [&](int id) { return vectors[static_cast<std::size_t>(id - ids.front())]; };
  const int lines = result.hull.lineality % 3;
  for (int k = 0; k < lines; ++k) result.lines.push_back(vector(result.hull.lines[static_cast<std::size_t>(k)]));
  for (const int id : result.hull.rays) result.rays.push_back(vector(id));
  return result;
}

/// Returns the vectors that lie in the lineality space of their cone. A vector lies in it if the cone also contains the
/// negative vector.
Vectors lineality_space(const Vectors& vectors) {
  Vectors lines;
  std::copy_if(vectors.begin(), vectors.end(), std::back_inserter(lines),
               [&](const Vector& v) { return spanned(vectors, negated(v)); });
  return lines;
}

void check(const Vectors& vectors) {
  const auto [hull, lines, rays] = solve(vectors);
  REQUIRE(hull.dimension() == rank(vectors));
  REQUIRE(hull.lineality == rank(lineality_space(vectors)));
  if (hull.lineality == 3) return;
  Vectors generators = rays;
  for (const Vector& line : lines) generators.insert(generators.end(), {line, negated(line)});
  for (const Vector& v : vectors) REQUIRE(spanned(generators, v));
  if (hull.lineality == 0) REQUIRE(rays.size() == extreme_rays(vectors));
  if (hull.lineality != 0 || rays.size() < 3) return;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (const Vector& v : rays) REQUIRE(det(rays[i], rays[(i + 1) % rays.size()], v) >= 0);
  }
}

Vectors random_vectors(std::mt19937& engine) {
  const int size = std::uniform_int_distribution<>(1, 3)(engine);
  std::uniform_int_distribution<long> entry(-size, size);
  std::uniform_int_distribution<long> up(std::uniform_int_distribution<>(0, 1)(engine) ? 0 : -size, size);
  const bool swept = std::uniform_int_distribution<>(0, 39)(engine) == 0;  // with many vectors, the hull uses its sweep
                                                                           // method
  Vectors vectors(std::uniform_int_distribution<std::size_t>(swept ? 21 : 1, swept ? 26 : 12)(engine));
  for (Vector& v : vectors) v = {entry(engine), entry(engine), up(engine)};
  return vectors;
}

}  // namespace

// With entries of at most 3, most cones are degenerate: they have parallel, opposite and coplanar vectors, and vectors
// on facets.
TEST_CASE("the hull of small integer directions agrees with an exhaustive search") {
  std::mt19937 engine(11);
  std::set<int> kinds;
  for (int i = 0, cases = oracle::count(2000); i < cases; ++i) {
    const Vectors vectors = random_vectors(engine);
    CAPTURE(vectors.size());
    CAPTURE(i);
    check(vectors);
    const ConicHull hull = solve(vectors).hull;
    kinds.insert(10 * hull.lineality + std::min(hull.ray_count(), 6));
  }
  // All kinds of cones must occur: with lineality 0 and 0 to 6 or more rays, where 0 rays means that all vectors are
  // zero; with lineality 1 and 0 to 2 rays; with lineality 2 and 0 or 1 ray; and with lineality 3.
  for (const int kind : {1, 2, 3, 4, 5, 6, 10, 11, 12, 20, 21, 30}) CHECK_MESSAGE(kinds.count(kind) == 1, kind);
}

// The facets of a hull form a cyclic list. A new direction replaces consecutive facets of this list. In a random order,
// these facets begin and end at every index, and sometimes include both the last and the first entry of the list.
TEST_CASE("a hull does not depend on the order of its directions") {
  std::mt19937 engine(12);
  Vectors circle = {{5, 0, 1},   {4, 3, 1},  {3, 4, 1},  {0, 5, 1},  {-3, 4, 1}, {-4, 3, 1}, {-5, 0, 1}, {-4, -3, 1},
                    {-3, -4, 1}, {0, -5, 1}, {3, -4, 1}, {4, -3, 1}, {1, 1, 1},  {0, 0, 2},  {8, 6, 2},  {7, 7, 2}};
  for (int i = 0; i < 300; ++i) {
    std::shuffle(circle.begin(), circle.end(), engine);
    const Hull hull = solve(circle);
    REQUIRE(hull.rays.size() == 12);
    check(circle);
  }
}
