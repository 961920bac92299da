// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/bounds.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/segment.h"

namespace pawl::internal::inline geometry {

/// Returns two edges of a polygon that meet and are not neighbours, or nothing if the polygon is simple. The result is
/// exact. O(n log n).
///
/// The method is the sweep of Shamos and Hoey (1976). A vertical line moves from left to right, and the edges that it
/// cuts are kept in the order from bottom to top. Just before two edges meet, they are neighbours in that order. It is
/// therefore sufficient to compare neighbours where the order changes, which is at vertices. Signs of orientation()
/// decide the order exactly.
///
/// The polygon must have at least 3 vertices, all finite and different, and no neighbouring edges that overlap.
std::optional<std::pair<std::size_t, std::size_t>> edges_that_meet(const Polygon& polygon);

}  // namespace pawl::internal::inline geometry

namespace pawl {
namespace internal::inline geometry {
namespace {

std::vector<Fault> faults_of(const Disc& disc, const std::string& pointer) {
  std::vector<Fault> faults;
  if (const char* wrong = wrong_with_point(disc.center)) {
    faults.push_back({pointer + "/center", fmt::format("[{},{}]", disc.center.x(), disc.center.y()), wrong});
  }
  if (!(disc.radius > 0) || !std::isfinite(disc.radius)) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be a finite number greater than 0"});
  } else if (disc.radius > kLargestLength) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be at most 1e9"});
  }
  return faults;
}

}  // namespace

}  // namespace internal::inline geometry

std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return internal::polygon_faults(*polygon, pointer);
  if (const auto* disc = std::get_if<Disc>(&outline)) return internal::faults_of(*disc, pointer);
  return internal::path_faults(std::get<Path>(outline), pointer);
}

void validate(const Outline& outline, const std::string& pointer) {
  std::vector<Fault> faults = outline_faults(outline, pointer);
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

/// Largest number of pairs of edges that are examined to find further meetings, after one meeting was found. It is
/// sufficient for all pairs of about 450 edges.
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

  /// Checks for neighbouring edges that overlap, as in a spike or in an outline with the area 0.
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

  /// Adds a fault for each pair of edges that meet although they are not neighbours, up to a limit. A sweep finds one
  /// such pair. Then both edges of this pair are compared with all other edges. Finally, all pairs of edges are
  /// compared.
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
         fmt::format("edge {} from {} to {} {} edge {} from {} to {}: the outline must not meet itself", i + 1,
                     text(vertex(i)), text(vertex(i + 1)), how == Meeting::cross ? "crosses" : "touches", j + 1,
                     text(vertex(j)), text(vertex(j + 1)))});
  }

  /// Returns whether the boxes of two edges have no common point.
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
    faults.push_back(
        {fmt::format("{}/{}", pointer, again), text(vertices[again]),
         fmt::format("repeats vertex {}; {}", first + 1,
                     closing ? "leave it out: the last vertex is joined to the first" : "list each vertex once")});
  }
  return faults;
}

std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer) {
  if (faults.size() <= kMostFaults) return faults;
  faults.resize(kMostFaults);
  faults.push_back(
      {pointer, "", fmt::format("has more faults of this kind; only the first {} are listed", kMostFaults)});
  return faults;
}

std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer) {
  return PolygonCheck(polygon, pointer).run();
}

namespace {

using Pair = std::pair<std::size_t, std::size_t>;

/// The sweep of Shamos and Hoey (1976), which only decides whether edges meet. It moves a line over the vertices from
/// left to right (by x, then by y, as if the line were slightly inclined). It keeps the edges that the line cuts, in
/// the order from bottom to top. This order can change only where edges meet. At each vertex, the adjacent edges in the
/// order must lie strictly below and above the vertex. Suppose that two edges are neighbours in the order from one
/// vertex to another. If they are in the right order at both vertices, they do not meet between these vertices. At the
/// first point where edges meet, two of these edges are neighbours in the order just before this point.
class EdgeSweep {
 public:
  explicit EdgeSweep(const Polygon& polygon) : vertices_(polygon.vertices), order_(Below{this}), places_(size()) {}

  std::optional<Pair> run() {
    std::vector<std::size_t> events(size());
    std::iota(events.begin(), events.end(), std::size_t{0});
    std::sort(events.begin(), events.end(), [this](std::size_t i, std::size_t j) { return before(i, j); });
    for (const std::size_t v : events) {
      const std::size_t in = previous(v);  // edge i begins at vertex i, so the edges `in` and v meet at vertex v
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
  /// The position of an edge in the order from bottom to top. When the line passes the end of this edge, the next edge
  /// of the outline may take the position.
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

  /// Returns +1 if the vertex lies above the edge, 0 if the vertex lies on the edge's line, and -1 if the vertex lies
  /// below the edge.
  int side(std::size_t vertex, std::size_t edge) const {
    return orientation(vertices_[left(edge)], vertices_[right(edge)], vertices_[vertex]);
  }

  /// Returns +1 if edge a is above edge b, -1 if it is below, and 0 if the compared vertex lies on the other edge's
  /// line. The edges are compared at the start of the edge that begins later, or at the right end of edge a if both
  /// begin at the same vertex.
  int side_of(std::size_t a, std::size_t b) const {
    if (left(a) == left(b)) return side(right(a), b);
    return before(left(b), left(a)) ? side(left(a), b) : -side(left(b), a);
  }

  /// Inserts two edges, both of which begin at vertex v.
  std::optional<Pair> begin_both(std::size_t a, std::size_t b) {
    for (const std::size_t edge : {a, b}) {
      const auto [place, inserted] = order_.insert(Place{edge});
      if (!inserted) return Pair(edge, place->edge);  // the vertex v lies on the edge at this position
      places_[edge] = place;
    }
    return std::nullopt;  // The edges directly above and below v do not pass through v: v was compared with them when
                          // the positions of a and b were searched.
  }

  /// Replaces edge `from`, which ends at v, by edge `to`, which begins at v.
  std::optional<Pair> pass(std::size_t v, std::size_t from, std::size_t to) {
    const auto place = places_[from];
    if (const std::optional<Pair> found = misplaced(v, place, place)) return found;
    place->edge = to;
    places_[to] = place;
    return std::nullopt;
  }

  /// Checks that no edge lies between two edges that end at v, and removes both.
  std::optional<Pair> end_both(std::size_t v, std::size_t a, std::size_t b) {
    auto low = places_[a];
    auto high = places_[b];
    if (std::next(low) != high && std::next(high) != low) return pair_between(low, high);
    if (const std::optional<Pair> found = misplaced(v, low, high)) return found;
    order_.erase(low);
    order_.erase(high);
    return std::nullopt;
  }

  /// Compares the edges of vertex v with the edges directly above and below them. If one edge of v has replaced the
  /// other, `a` equals `b`.
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

  /// Returns two edges that meet. The edges `a` and `b` end at the same vertex, but other edges are between them in the
  /// order. Therefore the vertex lies on the edge next to `a` or `b`, or two neighbours between `a` and `b` are in the
  /// wrong order.
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
    if (next(e) == f || next(f) == e) return false;  // neighbouring edges are expected to meet at their common vertex
    return meeting(vertices_[e], vertices_[next(e)], vertices_[f], vertices_[next(f)]) != Meeting::none;
  }

  const std::vector<Vector>& vertices_;
  Order order_;
  std::vector<Order::iterator> places_;  // for each edge that the line cuts, its position in the order
};

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> edges_that_meet(const Polygon& polygon) {
  return EdgeSweep(polygon).run();
}

namespace {

const char* word(SegmentMeeting meeting) {
  switch (meeting) {
    case SegmentMeeting::cross:
      return "crosses";
    case SegmentMeeting::overlap:
      return "overlaps";
    default:
      return "touches";
  }
}

class PathCheck {
 public:
  PathCheck(const Path& path, const std::string& pointer) : path_(path), pointer_(pointer) {}

  std::vector<Fault> run() {
    check_counts();
    if (faults_.empty()) check_numbers();
    if (faults_.empty()) check_curves();
    if (faults_.empty()) faults_ = repeated_vertex_faults(path_.vertices, pointer_);
    if (faults_.empty()) check_reach();
    if (faults_.empty()) check_meetings();
    return first_faults(std::move(faults_), pointer_);
  }

 private:
  std::size_t size() const { return path_.vertices.size(); }

  void check_counts() {
    if (size() < 2 || size() > kMostVertices) {
      faults_.push_back({pointer_, fmt::format("array of {} vertices", size()),
                         fmt::format("a path has from 2 to {} vertices", kMostVertices)});
    }
    if (path_.bulges.size() != size()) {
      faults_.push_back({pointer_, fmt::format("array of {} bulges", path_.bulges.size()),
                         fmt::format("a path must have one bulge per vertex ({})", size())});
    }
    if (!path_.curves.empty() && path_.curves.size() != size()) {
      faults_.push_back({pointer_, fmt::format("array of {} curve numbers", path_.curves.size()),
                         fmt::format("a path must have no curve numbers, or one per vertex ({})", size())});
    }
  }

  /// Checks the numbers of a path. In the input, the bulge of segment i belongs to the entry of the vertex at the
  /// segment's end.
  void check_numbers() {
    for (std::size_t i = 0; i < size(); ++i) {
      const Vector& vertex = path_.vertices[i];
      if (const char* wrong = wrong_with_point(vertex)) {
        faults_.push_back({fmt::format("{}/{}", pointer_, i), text(vertex), wrong});
      }
      if (const char* wrong = wrong_with_bulge(path_.bulges[i])) {
        faults_.push_back({fmt::format("{}/{}/bulge", pointer_, i + 1), fmt::format("{}", path_.bulges[i]), wrong});
      }
    }
  }

  /// Checks that no curve number is negative, and that the segments of each curve are consecutive.
  void check_curves() {
    const std::vector<int>& curves = path_.curves;
    const auto fault = [&](std::size_t i, std::string message) {
      faults_.push_back({fmt::format("{}/{}/curve", pointer_, i + 1), fmt::to_string(curves[i]), std::move(message)});
    };
    std::map<int, std::size_t> last;  // last segment of each curve that was found until now
    for (std::size_t i = 0; i < curves.size(); ++i) {
      if (curves[i] < 0) fault(i, "must be from 1, or 0 for a segment of no curve");
      if (curves[i] <= 0) continue;
      const auto [earlier, is_new] = last.try_emplace(curves[i], i);
      // a curve may continue from the last segment of the outline to segment 0
      const bool around = curves[0] == curves[i] && std::all_of(curves.begin() + static_cast<long>(i), curves.end(),
                                                                [&](int curve) { return curve == curves[i]; });
      if (!is_new && earlier->second + 1 != i && !around) {
        fault(i, fmt::format("is the number of the curve that ends with entry {}; expected the entries of one curve one "
                             "after the other, or another number",
                             earlier->second + 1));
      }
      earlier->second = i;
    }
  }

  /// Checks that the radius of each arc of more than half a turn is within bounds, because it can be much larger than
  /// the chord.
  void check_reach() {
    for (std::size_t i = 0; i < size(); ++i) {
      const Segment segment = segment_of(path_, i);
      if (std::fabs(segment.bulge) <= 1 || radius_of(segment) <= kLargestLength) continue;
      faults_.push_back(
          {fmt::format("{}/{}/bulge", pointer_, i + 1), fmt::format("{}", segment.bulge),
           fmt::format(
               "makes an arc with a radius of {:.6g}; for arcs of more than half a circle it must be at most 1e9",
               radius_of(segment))});
    }
  }

  void check_meetings() {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < size(); ++i) boxes.push_back(box_of(segment_of(path_, i)));
    BoxPairs(std::move(boxes)).visit([&](std::size_t i, std::size_t j) {
      const SegmentMeeting meeting = segment_meeting(path_, i, j);
      if (meeting != SegmentMeeting::none) faults_.push_back(meeting_fault(i, j, meeting));
      return faults_.size() <= kMostFaults;
    });
    std::sort(faults_.begin(), faults_.end(), [](const Fault& a, const Fault& b) { return a.message < b.message; });
  }

  Fault meeting_fault(std::size_t i, std::size_t j, SegmentMeeting meeting) const {
    const auto segment = [&](std::size_t k) {
      const Segment s = segment_of(path_, k);
      return fmt::format("{} {} from {} to {}", s.bulge == 0 ? "edge" : "arc", k + 1, text(s.from), text(s.to));
    };
    return {pointer_, "",
            fmt::format("{} {} {}: the outline must not meet itself", segment(i), word(meeting), segment(j))};
  }

  const Path& path_;
  const std::string& pointer_;
  std::vector<Fault> faults_;
};

}  // namespace

const char* wrong_with_bulge(double bulge) {
  const double size = std::fabs(bulge);
  if (!std::isfinite(bulge)) return "must be a finite number";
  if (bulge == 0 || (size >= kSmallestBulge && size <= kLargestBulge)) return nullptr;
  return "must be 0, or from 1e-12 to 1e6 in size";
}

std::vector<Fault> path_faults(const Path& path, const std::string& pointer) { return PathCheck(path, pointer).run(); }

}  // namespace pawl::internal::inline geometry
