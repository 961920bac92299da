// SPDX-License-Identifier: MIT
#include "geometry/polygon_faults.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/orientation.h"
#include "geometry/edge_sweep.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// How many pairs of edges are looked at for further meetings once one is known: all of some 450 edges.
constexpr std::size_t kMostPairs = 100000;

std::string text(const Vector& v) { return fmt::format("[{},{}]", v.x(), v.y()); }

class PolygonCheck {
 public:
  PolygonCheck(const Polygon& polygon, const std::string& pointer) : polygon_(polygon), pointer_(pointer) {}

  std::vector<Fault> run() {
    check_count();
    if (faults_.empty()) check_finite();
    if (faults_.empty()) check_repeated();
    if (faults_.empty()) check_folded();
    if (faults_.empty()) check_meetings();
    return first_faults(std::move(faults_), pointer_);
  }

 private:
  std::size_t size() const { return polygon_.vertices.size(); }
  const Vector& vertex(std::size_t i) const { return polygon_.vertices[i % size()]; }
  std::size_t previous(std::size_t i) const { return (i + size() - 1) % size(); }
  std::size_t next(std::size_t i) const { return (i + 1) % size(); }
  std::string at(std::size_t i) const { return fmt::format("{}/{}", pointer_, i); }

  void check_count() {
    if (size() >= 3 && size() <= kMostVertices) return;
    faults_.push_back({pointer_, fmt::format("array of {} vertices", size()),
                       fmt::format("a polygon has from 3 to {} vertices", kMostVertices)});
  }

  void check_finite() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (const char* wrong = wrong_with_point(vertex(i))) faults_.push_back({at(i), text(vertex(i)), wrong});
    }
  }

  void check_repeated() { faults_ = repeated_vertex_faults(polygon_.vertices, pointer_); }

  /// Neighbouring edges that overlap: a spike, or an outline without area.
  void check_folded() {
    for (std::size_t i = 0; i < size(); ++i) {
      const Vector& a = vertex(previous(i));
      const Vector& b = vertex(i);
      const Vector& c = vertex(next(i));
      if (orientation(a, b, c) != 0 || within_segment(a, c, b)) continue;
      faults_.push_back(
          {at(i), text(b), fmt::format("the outline folds back here: edges {} and {} overlap", previous(i), i)});
    }
  }

  /// Edges that are no neighbours must not meet. A sweep finds two that do; then some others are named, the two edges'
  /// own first.
  void check_meetings() {
    const auto found = edges_that_meet(polygon_);
    if (!found) return;
    const auto [e, f] = *found;
    check_pair(std::min(e, f), std::max(e, f));
    PAWL_ASSERT(faults_.size() == 1);
    for (std::size_t i = 0; i < size(); ++i) {
      if (i != f) check_pair(std::min(e, i), std::max(e, i));
      if (i != e) check_pair(std::min(f, i), std::max(f, i));
    }
    std::size_t pairs = 0;
    for (std::size_t j = 1; j < size() && pairs < kMostPairs; ++j) {
      for (std::size_t i = 0; i < j; ++i, ++pairs) {
        if (i != e && i != f && j != e && j != f) check_pair(i, j);
      }
    }
    std::sort(faults_.begin(), faults_.end(), [](const Fault& a, const Fault& b) { return a.message < b.message; });
  }

  void check_pair(std::size_t i, std::size_t j) {
    if (faults_.size() > kMostFaults || i == j || next(i) == j || next(j) == i || apart(i, j)) return;
    const Meeting how = meeting(vertex(i), vertex(i + 1), vertex(j), vertex(j + 1));
    if (how == Meeting::none) return;
    faults_.push_back(
        {pointer_, "",
         fmt::format("edge {} from {} to {} {} edge {} from {} to {}: the outline must not meet itself", i,
                     text(vertex(i)), text(vertex(i + 1)), how == Meeting::cross ? "crosses" : "touches", j,
                     text(vertex(j)), text(vertex(j + 1)))});
  }

  /// Whether the boxes of two edges are apart.
  bool apart(std::size_t i, std::size_t j) const {
    for (int k = 0; k < 2; ++k) {
      const auto [low_i, high_i] = std::minmax(vertex(i)[k], vertex(i + 1)[k]);
      const auto [low_j, high_j] = std::minmax(vertex(j)[k], vertex(j + 1)[k]);
      if (high_i < low_j || high_j < low_i) return true;
    }
    return false;
  }

  const Polygon& polygon_;
  const std::string& pointer_;
  std::vector<Fault> faults_;
};

}  // namespace

const char* wrong_with_point(const Eigen::Vector2d& point) {
  if (!point.allFinite()) return "must be finite numbers";
  return point.cwiseAbs().maxCoeff() <= kLargestLength ? nullptr : "must be numbers from -1e9 to 1e9";
}

std::vector<Fault> repeated_vertex_faults(const std::vector<Vector>& vertices, const std::string& pointer) {
  const std::size_t size = vertices.size();
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::make_tuple(vertices[i].x(), vertices[i].y(), i); };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return key(i) < key(j); });
  std::vector<std::pair<std::size_t, std::size_t>> repeats;
  for (std::size_t k = 1, first = 0; k < size; ++k) {
    if (vertices[order[k]] != vertices[order[first]]) first = k;
    if (first != k) repeats.emplace_back(order[k], order[first]);
  }
  std::sort(repeats.begin(), repeats.end());
  std::vector<Fault> faults;
  for (const auto& [again, first] : repeats) {
    const bool closing = first == 0 && again + 1 == size;
    faults.push_back({fmt::format("{}/{}", pointer, again), text(vertices[again]),
                      fmt::format("repeats vertex {}; {}", first,
                                  closing ? "leave it out: the last vertex is joined to the first"
                                          : "each vertex must stand once")});
  }
  return faults;
}

std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer) {
  if (faults.size() <= kMostFaults) return faults;
  faults.resize(kMostFaults);
  faults.push_back({pointer, "", fmt::format("has more faults; the first {} are named", kMostFaults)});
  return faults;
}

std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer) {
  return PolygonCheck(polygon, pointer).run();
}

}  // namespace pawl::internal
