// SPDX-License-Identifier: MIT
#include "geometry/edge_sweep.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "exact/orientation.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;
using Pair = std::pair<std::size_t, std::size_t>;

/// The sweep of Shamos and Hoey (1976), which only decides: it moves a line over the vertices from left to right (by x,
/// then by y, as if the line leaned a little) and keeps the edges that the line cuts, from below to above. The order
/// can change only where edges meet. At each vertex the edges beside it in the order must lie strictly below and above
/// it. Two edges that are neighbours in the order from one vertex to another, in their right places at both, do not
/// meet in between; and of the edges through the first point where any meet, two are neighbours just before it.
class EdgeSweep {
 public:
  explicit EdgeSweep(const Polygon& polygon) : vertices_(polygon.vertices), order_(Below{this}), places_(size()) {}

  std::optional<Pair> run() {
    std::vector<std::size_t> events(size());
    std::iota(events.begin(), events.end(), std::size_t{0});
    std::sort(events.begin(), events.end(), [this](std::size_t i, std::size_t j) { return before(i, j); });
    for (const std::size_t v : events) {
      const std::size_t in = previous(v);  // edge i runs from vertex i, so these are the vertex's two edges
      const bool in_ends = before(in, v);
      const bool out_ends = before(next(v), v);
      const std::optional<Pair> found = in_ends && out_ends     ? end_both(v, in, v)
                                        : !in_ends && !out_ends ? begin_both(in, v)
                                        : in_ends               ? pass(v, in, v)
                                                                : pass(v, v, in);
      if (found) return found;
    }
    return std::nullopt;
  }

 private:
  /// An edge's place in the order, where its follower may take over.
  struct Place {
    mutable std::size_t edge;
  };
  struct Below {
    const EdgeSweep* sweep;
    bool operator()(const Place& a, const Place& b) const { return sweep->side_of(a.edge, b.edge) < 0; }
  };
  using Order = std::set<Place, Below>;

  std::size_t size() const { return vertices_.size(); }
  std::size_t previous(std::size_t i) const { return (i + size() - 1) % size(); }
  std::size_t next(std::size_t i) const { return (i + 1) % size(); }
  bool before(std::size_t i, std::size_t j) const {
    const Vector& a = vertices_[i];
    const Vector& b = vertices_[j];
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  }
  std::size_t left(std::size_t edge) const { return before(edge, next(edge)) ? edge : next(edge); }
  std::size_t right(std::size_t edge) const { return before(edge, next(edge)) ? next(edge) : edge; }

  /// +1 when the vertex lies above the edge, 0 on its line.
  int side(std::size_t vertex, std::size_t edge) const {
    return orientation(vertices_[left(edge)], vertices_[right(edge)], vertices_[vertex]);
  }

  /// +1 when edge a begins above edge b, or b below a.
  int side_of(std::size_t a, std::size_t b) const {
    if (left(a) == left(b)) return side(right(a), b);
    return before(left(b), left(a)) ? side(left(a), b) : -side(left(b), a);
  }

  /// Two edges begin at one vertex v.
  std::optional<Pair> begin_both(std::size_t a, std::size_t b) {
    for (const std::size_t edge : {a, b}) {
      const auto [place, inserted] = order_.insert(Place{edge});
      if (!inserted) return Pair(edge, place->edge);  // v lies on that edge
      places_[edge] = place;
    }
    return std::nullopt;  // the edges beside the new ones were compared with v on the way to their place
  }

  /// Edge `to` goes on where edge `from` ends.
  std::optional<Pair> pass(std::size_t v, std::size_t from, std::size_t to) {
    const auto place = places_[from];
    if (const std::optional<Pair> found = misplaced(v, place, place)) return found;
    place->edge = to;
    places_[to] = place;
    return std::nullopt;
  }

  /// Two edges end at v: nothing may lie between them.
  std::optional<Pair> end_both(std::size_t v, std::size_t a, std::size_t b) {
    auto low = places_[a];
    auto high = places_[b];
    if (std::next(low) != high && std::next(high) != low) return pair_between(low, high);
    if (const std::optional<Pair> found = misplaced(v, low, high)) return found;
    order_.erase(low);
    order_.erase(high);
    return std::nullopt;
  }

  /// Looks above and below the places of v's edges (one place twice when one edge takes over from another).
  std::optional<Pair> misplaced(std::size_t v, Order::iterator a, Order::iterator b) const {
    for (const auto& [place, other] : {std::pair(a, b), std::pair(b, a)}) {
      const auto above = std::next(place);
      if (above != order_.end() && above != other && side(v, above->edge) >= 0) return Pair(place->edge, above->edge);
      if (place == order_.begin()) continue;
      const auto below = std::prev(place);
      if (below != other && side(v, below->edge) <= 0) return Pair(place->edge, below->edge);
    }
    return std::nullopt;
  }

  /// Edges that end at v with others between them in the order: either v lies on the one next to an edge of v, or two
  /// neighbours in between have changed places.
  Pair pair_between(Order::iterator a, Order::iterator b) const {
    bool a_first = false;
    for (auto place = a; place != order_.end() && !a_first; ++place) a_first = place == b;
    auto place = a_first ? a : b;
    const auto last = a_first ? b : a;
    while (place != last && !meet(place->edge, std::next(place)->edge)) ++place;
    PAWL_ASSERT(place != last);
    return {place->edge, std::next(place)->edge};
  }

  bool meet(std::size_t e, std::size_t f) const {
    if (next(e) == f || next(f) == e) return false;  // in one vertex, as they should
    return meeting(vertices_[e], vertices_[next(e)], vertices_[f], vertices_[next(f)]) != Meeting::none;
  }

  const std::vector<Vector>& vertices_;
  Order order_;
  std::vector<Order::iterator> places_;  // by edge, of those that the line cuts
};

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> edges_that_meet(const Polygon& polygon) {
  return EdgeSweep(polygon).run();
}

}  // namespace pawl::internal
