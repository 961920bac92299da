// SPDX-License-Identifier: MIT
#include "geometry/polygon_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/orientation.h"
#include "geometry/rational_polygon.h"

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;

/// One broken outline can cross itself millions of times: the first few say enough.
constexpr std::size_t kMostMeetings = 10;

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
    if (faults_.empty()) check_topology();
    return std::move(faults_);
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
      if (!vertex(i).allFinite()) faults_.push_back({at(i), text(vertex(i)), "must be finite numbers"});
    }
  }

  /// Equal vertices, neighbours or not, by sorting.
  void check_repeated() {
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return std::make_tuple(vertex(i).x(), vertex(i).y(), i); };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return key(i) < key(j); });
    std::vector<std::pair<std::size_t, std::size_t>> repeats;
    for (std::size_t k = 1, first = 0; k < size(); ++k) {
      if (vertex(order[k]) != vertex(order[first])) first = k;
      if (first != k) repeats.emplace_back(order[k], order[first]);
    }
    std::sort(repeats.begin(), repeats.end());
    for (const auto& [again, first] : repeats) {
      const bool closing = first == 0 && again + 1 == size();
      faults_.push_back({at(again), text(vertex(again)),
                         fmt::format("repeats vertex {}; {}", first,
                                     closing ? "leave it out: the last vertex is joined to the first"
                                             : "each vertex must stand once")});
    }
  }

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

  /// Edges that are no neighbours must not meet: a sweep over their left ends, exact tests where boxes overlap.
  void check_meetings() {
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto left = [&](std::size_t i) { return std::min(vertex(i).x(), vertex(i + 1).x()); };
    const auto right = [&](std::size_t i) { return std::max(vertex(i).x(), vertex(i + 1).x()); };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return left(i) < left(j); });
    for (std::size_t k = 0; k < size() && faults_.size() < kMostMeetings; ++k) {
      for (std::size_t m = k + 1; m < size() && left(order[m]) <= right(order[k]); ++m) {
        check_pair(std::min(order[k], order[m]), std::max(order[k], order[m]));
        if (faults_.size() == kMostMeetings) break;
      }
    }
    std::sort(faults_.begin(), faults_.end(), [](const Fault& a, const Fault& b) { return a.message < b.message; });
  }

  void check_pair(std::size_t i, std::size_t j) {
    if (next(i) == j || next(j) == i || apart_in_y(i, j)) return;
    const Meeting how = meeting(vertex(i), vertex(i + 1), vertex(j), vertex(j + 1));
    if (how == Meeting::none) return;
    faults_.push_back(
        {pointer_, "",
         fmt::format("edge {} from {} to {} {} edge {} from {} to {}: the outline must not meet itself", i,
                     text(vertex(i)), text(vertex(i + 1)), how == Meeting::cross ? "crosses" : "touches", j,
                     text(vertex(j)), text(vertex(j + 1)))});
  }

  bool apart_in_y(std::size_t i, std::size_t j) const {
    const auto [low_i, high_i] = std::minmax(vertex(i).y(), vertex(i + 1).y());
    const auto [low_j, high_j] = std::minmax(vertex(j).y(), vertex(j + 1).y());
    return high_i < low_j || high_j < low_i;
  }

  void check_topology() {
    const std::string reason = topological_failure(polygon_);
    if (!reason.empty()) faults_.push_back({pointer_, "", "not a simple polygon: " + reason});
  }

  const Polygon& polygon_;
  const std::string& pointer_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer) {
  return PolygonCheck(polygon, pointer).run();
}

}  // namespace pawl
