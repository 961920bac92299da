// SPDX-License-Identifier: MIT
#include "exact/conic_hull.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace pawl::internal::inline exact {
namespace {

// Up to this number of directions, directions are inserted one by one. If there are more and no lines, solve_pointed()
// is tried first, which is faster according to measurements.
constexpr std::size_t kSweepFrom = 20;

/// A coordinate axis e_k with det(e_k, a, b) != 0: its index k, and the sign of this determinant. If a and b are
/// parallel, the index is -1 and the sign 0.
struct Axis {
  int index = -1;
  int sign = 0;
};

Axis axis_off_plane(DirectionPool& pool, int a, int b) {
  for (int k = 0; k < 3; ++k) {
    if (const int sign = pool.sign_det(k, a, b)) return {k, sign};
  }
  return {};
}

bool same_side(DirectionPool& pool, int a, int b) {
  for (int k = 0; k < 3; ++k) {
    if (const int sign = pool.sign_entry(a, k)) return sign == pool.sign_entry(b, k);
  }
  return false;
}

void set_cone(ConicHull& hull, int lineality, std::initializer_list<int> lines, std::initializer_list<int> rays) {
  hull.lineality = lineality;
  std::copy(lines.begin(), lines.end(), hull.lines.begin());
  hull.rays.assign(rays);
}

void set_all(ConicHull& hull) { set_cone(hull, 3, {}, {}); }

void set_half_space(DirectionPool& pool, ConicHull& hull, int line0, int line1, int ray) {
  if (pool.sign_det(line0, line1, ray) < 0) std::swap(line0, line1);
  set_cone(hull, 2, {line0, line1}, {ray});
}

/// In the ring of rays, replaces all rays that lie strictly between rays[first] and rays[last] by one ray.
void replace_run(std::vector<int>& rays, int first, int last, int ray) {
  if (last <= first) {
    rays.resize(static_cast<std::size_t>(first) + 1);
    rays.erase(rays.begin(), rays.begin() + last);
    rays.push_back(ray);
  } else if (last == first + 1) {
    rays.insert(rays.begin() + last, ray);
  } else {
    rays[static_cast<std::size_t>(first) + 1] = ray;
    rays.erase(rays.begin() + first + 2, rays.begin() + last);
  }
}

}  // namespace

void ConicHull::clear() {
  lineality = 0;
  rays.clear();
}

void ConicHullSolver::solve(DirectionPool& pool, const std::vector<int>& lines, const std::vector<int>& rays,
                            ConicHull& hull) {
  hull.clear();
  if (lines.empty() && rays.size() > kSweepFrom && solve_pointed(pool, rays, hull)) return;
  for (const int line : lines) insert_line(pool, line, hull);
  std::size_t begin = 0;
  if (lines.empty() && rays.size() >= 3) {
    if (const int turn =
            pool.sign_det(rays[0], rays[1], rays[2])) {  // tried first, because the first three directions are usually
                                                         // independent
      hull.rays.assign({rays[0], rays[1], rays[2]});
      if (turn < 0) std::swap(hull.rays[0], hull.rays[1]);
      begin = 3;
    }
  }
  for (std::size_t i = begin; i < rays.size(); ++i) insert(pool, rays[i], hull);
}

/// Adds a line (the direction `id` and its negative) to a hull that has no rays, only lines.
void ConicHullSolver::insert_line(DirectionPool& pool, int id, ConicHull& hull) {
  const auto& known = hull.lines;
  const bool independent = hull.lineality == 0   ? !pool.is_zero(id)
                           : hull.lineality == 1 ? axis_off_plane(pool, known[0], id).sign != 0
                                                 : hull.lineality == 2 && pool.sign_det(known[0], known[1], id) != 0;
  if (!independent) return;
  if (hull.lineality < 2) hull.lines[hull.lineality] = id;
  ++hull.lineality;
}

void ConicHullSolver::insert(DirectionPool& pool, int id, ConicHull& hull) {
  switch (hull.lineality) {
    case 0:
      return insert_pointed(pool, id, hull);
    case 1:
      return insert_around_line(pool, id, hull);
    case 2:
      return insert_on_plane(pool, id, hull);
    default:
      return;
  }
}

void ConicHullSolver::insert_pointed(DirectionPool& pool, int id, ConicHull& hull) {
  switch (hull.ray_count()) {
    case 0:
      if (!pool.is_zero(id)) hull.rays.push_back(id);
      return;
    case 1: {
      const int ray = hull.rays[0];
      if (axis_off_plane(pool, ray, id).sign != 0) {
        hull.rays.push_back(id);
      } else if (!pool.is_zero(id) && !same_side(pool, ray, id)) {
        set_cone(hull, 1, {ray}, {});
      }
      return;
    }
    case 2:
      return insert_sector(pool, id, hull);
    default:
      return insert_polygon(pool, id, hull);
  }
}

void ConicHullSolver::insert_sector(DirectionPool& pool, int id, ConicHull& hull) {
  const int a = hull.rays[0];
  const int b = hull.rays[1];
  if (const int side = pool.sign_det(a, b, id)) {
    if (side < 0) std::swap(hull.rays[0], hull.rays[1]);
    hull.rays.push_back(id);
    return;
  }
  // The direction `id` equals x a + y b, because it lies in the sector's plane. Only the signs of x and y matter.
  const Axis axis = axis_off_plane(pool, a, b);
  const int x = axis.sign * pool.sign_det(axis.index, id, b);
  const int y = axis.sign * pool.sign_det(axis.index, a, id);
  if (x >= 0 && y >= 0) return;
  if (x < 0 && y < 0) return set_cone(hull, 2, {a, b}, {});
  if (y == 0) return set_cone(hull, 1, {a}, {b});
  if (x == 0) return set_cone(hull, 1, {b}, {a});
  hull.rays[x < 0 ? 0 : 1] = x < 0 ? a : b;
  if (x < 0) {
    hull.rays[1] = id;  // b lies between a and id
  } else {
    hull.rays[0] = id;  // a lies between id and b
  }
}

/// Adds a direction to a pointed cone with interior. A facet is visible if it does not have `id` strictly on its inner
/// side. If `id` is outside the cone, at least one facet has `id` strictly on its outer side. The visible facets are
/// then neighbours in the ring, and two facets through `id` replace them. If all facets are visible, collapse() adds
/// `id`.
void ConicHullSolver::insert_polygon(DirectionPool& pool, int id, ConicHull& hull) {
  const int count = hull.ray_count();
  const auto side = [&pool, &hull, count, id](int i) {
    const int* rays = hull.rays.data();
    return pool.sign_det(rays[i], rays[i + 1 == count ? 0 : i + 1], id);
  };
  int sign = 1;
  int first = 0;
  while (first < count && (sign = side(first)) > 0) ++first;
  bool outside = sign < 0;
  int last = first + 1;
  for (; last < count && (sign = side(last)) <= 0; ++last) outside |= sign < 0;
  if (first == 0 && last < count) {
    first = count;
    for (; (sign = side(first - 1)) <= 0; --first) outside |= sign < 0;
  }
  if (!outside) return;
  if (first == 0 && last == count) return collapse(pool, id, hull);
  replace_run(hull.rays, first % count, last, id);
}

/// Adds a direction whose negative lies in the closed cone, so that the cone gains a line.
void ConicHullSolver::collapse(DirectionPool& pool, int id, ConicHull& hull) {
  const int count = hull.ray_count();
  const auto ray = [&](int i) { return hull.rays[(i + count) % count]; };
  const auto lies_on = [&](int i) { return pool.sign_det(ray(i), ray(i + 1), id) == 0; };
  int zeros = 0;
  for (int i = 0; i < count; ++i) zeros += lies_on(i);
  if (zeros == 0) return set_all(hull);
  int i = 0;
  while (!(lies_on(i) && (zeros == 1 || lies_on(i - 1)))) ++i;
  if (zeros == 1) return set_half_space(pool, hull, ray(i), ray(i + 1), ray(i + 2));
  return set_cone(hull, 1, {ray(i)}, {ray(i + 1), ray(i - 1)});
}

void ConicHullSolver::insert_around_line(DirectionPool& pool, int id, ConicHull& hull) {
  const int line = hull.lines[0];
  if (hull.ray_count() == 2) return insert_wedge(pool, id, hull);
  if (hull.ray_count() == 0) {
    if (axis_off_plane(pool, line, id).sign != 0) hull.rays.push_back(id);
    return;
  }
  const int ray = hull.rays[0];
  if (const int side = pool.sign_det(line, ray, id)) {
    hull.rays.push_back(id);
    if (side < 0) std::swap(hull.rays[0], hull.rays[1]);
    return;
  }
  const Axis axis = axis_off_plane(pool, line, ray);
  if (axis.sign * pool.sign_det(axis.index, line, id) < 0) set_cone(hull, 2, {line, ray}, {});
}

void ConicHullSolver::insert_wedge(DirectionPool& pool, int id, ConicHull& hull) {
  const int line = hull.lines[0];
  const int a = hull.rays[0];
  const int b = hull.rays[1];
  // The new direction `id` is x a + y b plus a multiple of the line. Only the signs of x and y are computed.
  const int x = pool.sign_det(line, id, b);
  const int y = pool.sign_det(line, a, id);
  if (x >= 0 && y >= 0) return;
  if (x < 0 && y < 0) return set_all(hull);
  if (y == 0) return set_half_space(pool, hull, line, a, b);
  if (x == 0) return set_half_space(pool, hull, line, b, a);
  hull.rays[x < 0 ? 1 : 0] = id;
}

void ConicHullSolver::insert_on_plane(DirectionPool& pool, int id, ConicHull& hull) {
  const int side = pool.sign_det(hull.lines[0], hull.lines[1], id);
  if (side == 0) return;
  if (hull.ray_count() == 1) {
    if (side < 0) set_all(hull);
    return;
  }
  if (side < 0) std::swap(hull.lines[0], hull.lines[1]);
  hull.rays.push_back(id);
}

void dual_generators(DirectionPool& pool, const ConicHull& hull, DualGenerators& dual) {
  dual.rays.clear();
  dual.lines.clear();
  const int count = hull.ray_count();
  const auto& rays = hull.rays;
  const auto lines_normal_to = [&](int a) {
    int m = 0;
    while (pool.sign_entry(a, m) == 0) ++m;
    dual.lines.push_back({a, (m + 1) % 3});
    dual.lines.push_back({a, (m + 2) % 3});
    return m;
  };
  // Adds to dual.rays a covector that is 0 on the direction a and negative on the direction b.
  const auto face_in_plane = [&](int a, int b) {
    const Axis axis = axis_off_plane(pool, a, b);
    dual.rays.push_back(axis.sign > 0 ? CrossPair{a, axis.index} : CrossPair{axis.index, a});
  };
  switch (hull.lineality) {
    case 0:
      if (count == 0) {
        dual.lines = {{1, 2}, {2, 0}, {0, 1}};
      } else if (count == 1) {
        const int m = lines_normal_to(rays[0]);
        const int k = (m + 1) % 3;
        const int l = (m + 2) % 3;
        dual.rays.push_back(pool.sign_entry(rays[0], m) > 0 ? CrossPair{l, k} : CrossPair{k, l});
      } else if (count == 2) {
        dual.lines.push_back({rays[0], rays[1]});
        face_in_plane(rays[0], rays[1]);
        face_in_plane(rays[1], rays[0]);
      } else {
        for (std::size_t i = 0; i + 1 < rays.size(); ++i) dual.rays.push_back({rays[i + 1], rays[i]});
        dual.rays.push_back({rays.front(), rays.back()});
      }
      return;
    case 1:
      if (count == 0) {
        lines_normal_to(hull.lines[0]);
      } else if (count == 1) {
        dual.lines.push_back({hull.lines[0], rays[0]});
        face_in_plane(hull.lines[0], rays[0]);
      } else {
        dual.rays.push_back({rays[0], hull.lines[0]});
        dual.rays.push_back({hull.lines[0], rays[1]});
      }
      return;
    case 2:
      if (count == 0) {
        dual.lines.push_back({hull.lines[0], hull.lines[1]});
      } else {
        dual.rays.push_back({hull.lines[1], hull.lines[0]});
      }
      return;
    default:
      return;
  }
}

// The O(k log k) method for pointed cones of k directions. Let w be a vector with w . v > 0 for every direction v. The
// ray along each direction then meets the plane w . x = 1 in a point. The points are swept in the order of one of their
// coordinates, which is their order by angle about a point at infinity in the direction c = e_k x w (k is Axes::first).
// The order of two points and the turn of three points are signs of determinants of the directions themselves. The
// method therefore needs neither division nor rounding.

namespace {

// Number of passes of the perceptron method. If these passes find no half-space that contains all directions, the
// directions are inserted one by one instead.
constexpr int kAttempts = 8;

using Coordinates = std::array<double, 3>;

double dot(const Coordinates& a, const Coordinates& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

bool clearly_positive(const Coordinates& w, const Approx& v) {
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) magnitude += std::fabs(w[i]) * v.magnitude[i];
  return dot(w, v.value) > (v.ulps + 8) * kRoundoff * magnitude + 0x1p-400;
}

void add_unit(Coordinates& w, const Coordinates& v) {
  const double scale = 1 / (std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]));
  if (!std::isfinite(scale)) return;
  for (int i = 0; i < 3; ++i) w[i] += v[i] * scale;
}

/// Finds a vector w for which w.v > 0 is certain for every direction v. Returns false if kAttempts passes do not find
/// such a vector.
bool find_functional(const DirectionPool& pool, const std::vector<int>& ids, Coordinates& w) {
  w = {0, 0, 0};
  for (const int id : ids) add_unit(w, pool.approx(id).value);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    bool positive = true;
    for (const int id : ids) {
      if (clearly_positive(w, pool.approx(id))) continue;
      positive = false;
      add_unit(w, pool.approx(id).value);
    }
    if (positive) return true;
  }
  return false;
}

/// The axes whose coordinates are used in the plane w . x = 1. In this plane, a direction v has the coordinates v_first
/// / (w . v) and v_second / (w . v).
struct Axes {
  int first, second;
};

Axes sweep_axes(const Coordinates& w) {
  int largest = 0;
  int smallest = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::fabs(w[k]) > std::fabs(w[largest])) largest = k;
    // `<=` (and not `<`), so that `smallest` differs from `largest` even if all entries are equal.
    if (std::fabs(w[k]) <= std::fabs(w[smallest])) smallest = k;
  }
  return {smallest, 3 - smallest - largest};
}

/// Returns e_k x w, computed exactly.
Coordinates axis_cross(int k, const Coordinates& w) {
  Coordinates c{};
  c[(k + 1) % 3] = -w[(k + 2) % 3];
  c[(k + 2) % 3] = w[(k + 1) % 3];
  return c;
}

}  // namespace

bool ConicHullSolver::order_by_sweep(DirectionPool& pool, const std::vector<int>& ids) {
  Coordinates w;
  if (!find_functional(pool, ids, w)) return false;
  const Axes axes = sweep_axes(w);
  swept_.clear();
  double error = 0;
  for (const int id : ids) {
    const Approx& v = pool.approx(id);
    const double height = dot(w, v.value);
    const double key = v.value[axes.first] / height;
    const double size =
        std::fabs(w[0]) * v.magnitude[0] + std::fabs(w[1]) * v.magnitude[1] + std::fabs(w[2]) * v.magnitude[2];
    error = std::max(error, (v.ulps + 16) * kRoundoff * (v.magnitude[axes.first] + std::fabs(key) * size) / height);
    swept_.push_back({key, id});
  }
  int sweep = -1;
  int second = -1;
  // Two directions whose keys differ by more than `tie` are certainly in the order of their keys. All other directions
  // are compared exactly.
  const double tie = 4 * error;
  const auto before = [&](const Swept& a, const Swept& b) {
    if (std::fabs(a.key - b.key) > tie) return a.key < b.key;
    if (sweep < 0) {
      sweep = pool.add(axis_cross(axes.first, w));
      second = pool.add(axis_cross(axes.second, w));
    }
    if (const int sign = pool.sign_det(sweep, a.id, b.id)) return sign < 0;
    return pool.sign_det(second, a.id, b.id) < 0;
  };
  std::sort(swept_.begin(), swept_.end(), before);
  const auto parallel = [&](const Swept& a, const Swept& b) { return !before(a, b); };
  swept_.erase(std::unique(swept_.begin(), swept_.end(), parallel), swept_.end());
  return true;
}

/// Builds one monotone chain from swept_[first], swept_[first + step], ..., swept_[last]. The chain turns left
/// everywhere.
void ConicHullSolver::extend_chain(DirectionPool& pool, int first, int last, int step) {
  const std::size_t start = chain_.size();
  for (int i = first; i != last + step; i += step) {
    const int id = swept_[i].id;
    while (chain_.size() >= start + 2 && pool.sign_det(chain_[chain_.size() - 2], chain_.back(), id) <= 0) {
      chain_.pop_back();
    }
    chain_.push_back(id);
  }
  chain_.pop_back();  // removes the last direction, because the next chain begins with it
}

bool ConicHullSolver::solve_pointed(DirectionPool& pool, const std::vector<int>& ids, ConicHull& hull) {
  const int before = pool.size();
  if (!order_by_sweep(pool, ids)) return false;
  pool.truncate(before);
  const int last = static_cast<int>(swept_.size()) - 1;
  chain_.clear();
  if (last == 0) {
    chain_.push_back(swept_[0].id);
  } else {
    extend_chain(pool, 0, last, 1);
    extend_chain(pool, last, 0, -1);
  }
  hull.rays.assign(chain_.begin(), chain_.end());
  return true;
}

}  // namespace pawl::internal::inline exact
