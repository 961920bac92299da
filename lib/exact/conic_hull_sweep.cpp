// SPDX-License-Identifier: MIT
// The O(k log k) route for pointed cones: with a functional w that is positive on every direction, the cone is a planar
// point set in the plane w.x = 1, swept from the point at infinity c = e_z x w. Orders and turns are signs of
// determinants of the directions themselves, so nothing is divided and nothing is rounded.
#include <algorithm>
#include <cmath>

#include "exact/conic_hull.h"

namespace pawl::internal {
namespace {

constexpr int kAttempts = 8;  // perceptron rounds before the directions count as not clearly in a half-space
constexpr double kRoundoff = 0x1p-53;

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

bool clearly_positive(const Vector& w, const Approx& v) {
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) magnitude += std::fabs(w[i]) * v.magnitude[i];
  return dot(w, v.value) > (v.ulps + 8) * kRoundoff * magnitude + 0x1p-400;
}

void add_unit(Vector& w, const Vector& v) {
  const double scale = 1 / (std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]));
  if (!std::isfinite(scale)) return;
  for (int i = 0; i < 3; ++i) w[i] += v[i] * scale;
}

/// A w with w.v > 0 for every direction, certified; false when a few rounds find none.
bool find_functional(const DirectionPool& pool, const std::vector<int>& ids, Vector& w) {
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

/// Axes e_k whose value over w orders the sweep: the planar coordinates of v are v_first / (w.v), v_second / (w.v).
struct Axes {
  int first, second;
};

Axes sweep_axes(const Vector& w) {
  int largest = 0;
  int smallest = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::fabs(w[k]) > std::fabs(w[largest])) largest = k;
    if (std::fabs(w[k]) <= std::fabs(w[smallest])) smallest = k;  // <=: never the largest, even when all are equal
  }
  return {smallest, 3 - smallest - largest};
}

/// e_k x w, exactly.
Vector axis_cross(int k, const Vector& w) {
  Vector c{};
  c[(k + 1) % 3] = -w[(k + 2) % 3];
  c[(k + 2) % 3] = w[(k + 1) % 3];
  return c;
}

}  // namespace

bool ConicHullSolver::order_by_sweep(DirectionPool& pool, const std::vector<int>& ids) {
  Vector w;
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
  // Keys further apart than their errors are in the right order; the others are compared exactly.
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

/// One monotone chain over swept_[first], swept_[first + step], ...: only left turns stay.
void ConicHullSolver::extend_chain(DirectionPool& pool, int first, int last, int step) {
  const std::size_t start = chain_.size();
  for (int i = first; i != last + step; i += step) {
    const int id = swept_[static_cast<std::size_t>(i)].id;
    while (chain_.size() >= start + 2 && pool.sign_det(chain_[chain_.size() - 2], chain_.back(), id) <= 0) {
      chain_.pop_back();
    }
    chain_.push_back(id);
  }
  chain_.pop_back();  // the next chain begins with it
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

}  // namespace pawl::internal
