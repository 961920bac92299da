// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/drawing.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "base/faults.h"
#include "drawing/dxf_entity.h"
#include "drawing/read_drawing.h"
#include "geometry/outline.h"
#include "geometry/segment.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {

/// A straight segment or an arc of a drawing.
struct DrawnSegment {
  Eigen::Vector2d from{0, 0}, to{0, 0};
  double bulge = 0;
  std::size_t curve = 0;          ///< index in the drawing
  std::size_t nodes[2] = {0, 0};  ///< of its ends; ends that are joined have the same node
};

/// The segments of all chains, without duplicates, with their ends joined.
struct JoinedSegments {
  std::vector<DrawnSegment> segments;
  std::size_t nodes = 0;
  std::vector<JoinedEnds> joined;
  int duplicates = 0, zero_length = 0;
};

/// Joins the ends of segments. Nodes are positions of ends; equal ends have the same node. Then ends that meet no other
/// ("loose" ends) are paired: first those within their roundings where one of them was computed, then those within
/// `join`. The vertex is the end that is written in the file rather than a computed one, otherwise that of the earlier
/// curve; bulges stay. More than two loose ends within reach of each other are a fault, because it is unknown which
/// belong together.
JoinedSegments join_ends(const Drawing& drawing, double join, Validator& faults);

/// Returns 16 units in the last place of a box's coordinates: curves that touch in the drawing may be that far apart
/// when read.
double rounding_of(const Box& box);

/// Returns whether all of one segment is on one side of the line through the other, a straight one, by more than their
/// rounding. Fast, in doubles; false proves nothing.
bool clearly_apart(const Segment& first, const Segment& second);

/// Returns whether one of the segments, moved along an axis by the rounding of their coordinates, meets the other.
bool nearly_meet(const Segment& first, const Segment& second);

/// A closed curve: its vertices, and for each segment the index of its curve in the drawing. A disc is two halves.
struct Ring {
  Path path;
  std::vector<std::size_t> curves;
  std::optional<Disc> disc;

  Outline outline() const {
    if (disc) return *disc;
    const bool straight = std::all_of(path.bulges.begin(), path.bulges.end(), [](double b) { return b == 0; });
    return straight ? Outline(Polygon{path.vertices}) : Outline(path);
  }
  std::size_t first_curve() const { return *std::min_element(curves.begin(), curves.end()); }
};

inline Ring ring_of(const Disc& disc, std::size_t curve) {
  const Eigen::Vector2d radius(disc.radius, 0);
  return {Path{{disc.center - radius, disc.center + radius}, {1, 1}}, {curve, curve}, disc};
}

/// Reverses a ring, from clockwise to counterclockwise, keeping vertex 0.
inline void turn_round(Ring& ring) {
  std::reverse(ring.path.vertices.begin() + 1, ring.path.vertices.end());
  std::reverse(ring.path.bulges.begin(), ring.path.bulges.end());
  std::reverse(ring.curves.begin(), ring.curves.end());
  for (double& bulge : ring.path.bulges) bulge = bulge == 0 ? 0 : -bulge;
}

namespace {

using Vector = Eigen::Vector2d;
using Place = std::pair<double, double>;

Place place_of(const Vector& v) { return {v.x(), v.y()}; }

/// An end that no other end meets.
struct Loose {
  std::size_t segment;
  int end;  ///< 0: from, 1: to
  std::size_t node;
  Vector at;
  double rounding;
  bool computed;
};

class Joiner {
 public:
  Joiner(const Drawing& drawing, Validator& faults) : drawing_(drawing), faults_(faults) {}

  JoinedSegments run(double join) {
    for (std::size_t c = 0; c < drawing_.curves.size(); ++c) add_curve(c);
    if (result_.segments.size() > kMostLoopSegments) {
      faults_.add("", "",
                  fmt::format("the drawing has {} lines and arcs, more than {}, the most that a part is looked for "
                              "in: read one layer of it",
                              result_.segments.size(), kMostLoopSegments));
      return {};
    }
    number_nodes();
    pair_up([](const Loose& a, const Loose& b) { return a.computed || b.computed ? a.rounding + b.rounding : -1; },
            true);
    if (join > 0) pair_up([join](const Loose&, const Loose&) { return join; }, false, join);
    refuse_collapsed(join);
    return std::move(result_);
  }

 private:
  const DrawingPlace& place(std::size_t segment) const {
    return drawing_.curves[result_.segments[segment].curve].place;
  }

  void add_curve(std::size_t c) {
    const DrawingCurve& curve = drawing_.curves[c];
    if (!curve.disc && curve.bulges.empty()) ++result_.zero_length;
    for (std::size_t k = 0; k < curve.bulges.size(); ++k) {
      const std::size_t next = k + 1 == curve.vertices.size() ? 0 : k + 1;
      add_segment({curve.vertices[k], curve.vertices[next], curve.bulges[k], c});
    }
  }

  void add_segment(DrawnSegment segment) {
    if (segment.from == segment.to) {
      ++result_.zero_length;
      return;
    }
    // A segment and its reverse are the same.
    Place a = place_of(segment.from), b = place_of(segment.to);
    double bulge = segment.bulge;
    if (b < a) {
      std::swap(a, b);
      bulge = 0.0 - bulge;
    }
    if (!seen_.insert({a, b, bulge}).second) {
      ++result_.duplicates;
      return;
    }
    result_.segments.push_back(segment);
  }

  void number_nodes() {
    std::map<Place, std::size_t> numbers;
    for (DrawnSegment& segment : result_.segments) {
      for (const int end : {0, 1}) {
        const Place at = place_of(end == 0 ? segment.from : segment.to);
        segment.nodes[end] = numbers.try_emplace(at, numbers.size()).first->second;
      }
    }
    result_.nodes = numbers.size();
  }

  std::vector<Loose> loose_ends() const {
    std::vector<int> ends(result_.nodes, 0);
    for (const DrawnSegment& s : result_.segments) {
      for (const std::size_t node : s.nodes) ++ends[node];
    }
    std::vector<Loose> loose;
    for (std::size_t k = 0; k < result_.segments.size(); ++k) {
      const DrawnSegment& s = result_.segments[k];
      const DrawingCurve& curve = drawing_.curves[s.curve];
      for (const int end : {0, 1}) {
        if (ends[s.nodes[end]] != 1) continue;
        loose.push_back({k, end, s.nodes[end], end == 0 ? s.from : s.to, curve.end_rounding, curve.computed_ends});
      }
    }
    return loose;
  }

  /// Joins loose ends that are at most reach(a, b) apart. Adds a fault if there is more than one choice.
  template <class Reach>
  void pair_up(const Reach& reach, bool by_rounding, double join = 0) {
    const std::vector<Loose> loose = loose_ends();
    std::vector<std::vector<std::size_t>> near(loose.size());
    if (!find_near(loose, reach, near)) return;
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (near[i].size() > 1) return refuse_choice(loose, i, near[i]);
    }
    if (join > 0 && !only_ends_near(loose, near, join)) return;
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (near[i].size() == 1 && near[i][0] > i) merge(loose[i], loose[near[i][0]], by_rounding);
    }
  }

  /// Finds the loose ends within reach of each other by a sweep along x. Returns false and adds a fault if too many are
  /// near each other that it would take too long.
  template <class Reach>
  bool find_near(const std::vector<Loose>& loose, const Reach& reach, std::vector<std::vector<std::size_t>>& near) {
    std::vector<std::size_t> order(loose.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(loose[a].at.x(), a) < std::pair(loose[b].at.x(), b);
    });
    double widest = 0;
    for (const Loose& one : loose) widest = std::max(widest, reach(one, one));
    std::size_t compared = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const Loose &a = loose[order[i]], &b = loose[order[j]];
        if (b.at.x() - a.at.x() > widest) break;
        if (++compared > kMostCompared) {
          faults_.add("/join", "", "too many ends are within this distance of each other");
          return false;
        }
        if (a.segment == b.segment || (a.at - b.at).norm() > reach(a, b)) continue;
        near[order[i]].push_back(order[j]);
        near[order[j]].push_back(order[i]);
      }
    }
    return true;
  }

  /// Returns whether no vertex of another curve is within `join` of an end that is joined: the outline could continue
  /// there too. Otherwise adds a fault.
  bool only_ends_near(const std::vector<Loose>& loose, const std::vector<std::vector<std::size_t>>& near, double join) {
    std::vector<std::set<std::size_t>> curves(result_.nodes);
    std::vector<std::pair<double, std::pair<std::size_t, int>>> ends;  // x, segment and end
    for (std::size_t k = 0; k < result_.segments.size(); ++k) {
      const DrawnSegment& s = result_.segments[k];
      for (const int end : {0, 1}) {
        curves[s.nodes[end]].insert(s.curve);
        ends.push_back({(end == 0 ? s.from : s.to).x(), {k, end}});
      }
    }
    std::sort(ends.begin(), ends.end());
    std::size_t compared = 0;
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (near[i].empty()) continue;
      const std::size_t own = result_.segments[loose[i].segment].curve;
      const std::size_t others = result_.segments[loose[near[i][0]].segment].curve;
      const double x = loose[i].at.x();
      auto at =
          std::lower_bound(ends.begin(), ends.end(), x - join, [](const auto& e, double v) { return e.first < v; });
      for (; at != ends.end() && at->first <= x + join; ++at) {
        const auto [k, end] = at->second;
        const DrawnSegment& s = result_.segments[k];
        if (++compared > kMostCompared) {
          faults_.add("/join", "", "too many ends are within this distance of each other");
          return false;
        }
        const std::set<std::size_t>& there = curves[s.nodes[end]];
        if (there.contains(own) || there.contains(others)) continue;
        if (((end == 0 ? s.from : s.to) - loose[i].at).norm() > join) continue;
        const Vector p = end == 0 ? s.from : s.to;
        faults_.add(line_pointer(place(loose[i].segment).line), text_of(place(loose[i].segment)),
                    fmt::format("its end at [{},{}] is near that of {}, but also [{},{}] of {}: join ends over a "
                                "smaller distance",
                                loose[i].at.x(), loose[i].at.y(), text_of(place(loose[near[i][0]].segment)), p.x(),
                                p.y(), text_of(place(k))));
        return false;
      }
    }
    return true;
  }

  void refuse_choice(const std::vector<Loose>& loose, std::size_t i, const std::vector<std::size_t>& near) {
    std::string others;
    for (const std::size_t j : near) others += (others.empty() ? "" : ", ") + text_of(place(loose[j].segment));
    faults_.add(
        line_pointer(place(loose[i].segment).line), text_of(place(loose[i].segment)),
        fmt::format("its end at [{},{}] is near the ends of {}: which of them it goes on in is unknown; draw it "
                    "closed, or join ends over a smaller distance",
                    loose[i].at.x(), loose[i].at.y(), cut(others)));
  }

  void merge(const Loose& a, const Loose& b, bool by_rounding) {
    const bool keep_b = a.computed && !b.computed;
    const Loose &kept = keep_b ? b : a, &moved = keep_b ? a : b;
    DrawnSegment& segment = result_.segments[moved.segment];
    (moved.end == 0 ? segment.from : segment.to) = kept.at;
    segment.nodes[moved.end] = kept.node;
    result_.joined.push_back(
        {kept.at, (kept.at - moved.at).norm(), place(kept.segment), place(moved.segment), by_rounding});
  }

  void refuse_collapsed(double join) {
    for (std::size_t k = 0; k < result_.segments.size(); ++k) {
      const DrawnSegment& s = result_.segments[k];
      if (s.from != s.to) continue;
      faults_.add(line_pointer(place(k).line), text_of(place(k)),
                  fmt::format("is shorter than the gaps that were closed, {:g}: both of its ends became one", join));
    }
  }

  static constexpr std::size_t kMostCompared = 20'000'000;

  const Drawing& drawing_;
  Validator& faults_;
  JoinedSegments result_;
  std::set<std::tuple<Place, Place, double>> seen_;
};

}  // namespace

JoinedSegments join_ends(const Drawing& drawing, double join, Validator& faults) {
  return Joiner(drawing, faults).run(join);
}

namespace {

/// Returns whether all of `other` is clearly on one side of the line through a straight segment.
bool beside(const Segment& straight, const Segment& other) {
  if (straight.bulge != 0) return false;
  const Box box = box_of(other);
  const double room = 4 * std::max(rounding_of(box), rounding_of(box_of(straight)));
  const Vector d = (straight.to - straight.from).normalized();
  double least = HUGE_VAL, most = -HUGE_VAL;
  const auto add = [&](const Vector& p) {
    const double side = d.x() * (p.y() - straight.from.y()) - d.y() * (p.x() - straight.from.x());
    least = std::min(least, side);
    most = std::max(most, side);
  };
  if (other.bulge == 0) {
    add(other.from);
    add(other.to);
  } else {
    for (const Vector& p : {box.low, box.high, Vector(box.low.x(), box.high.y()), Vector(box.high.x(), box.low.y())})
      add(p);
  }
  return least > room || most < -room;
}

}  // namespace

double rounding_of(const Box& box) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  return kRounding * std::max(box.low.lpNorm<Eigen::Infinity>(), box.high.lpNorm<Eigen::Infinity>());
}

bool clearly_apart(const Segment& first, const Segment& second) {
  return beside(first, second) || beside(second, first);
}

bool nearly_meet(const Segment& first, const Segment& second) {
  const double by = std::max(rounding_of(box_of(first)), rounding_of(box_of(second)));
  for (const Vector& way : {Vector(by, 0), Vector(-by, 0), Vector(0, by), Vector(0, -by)}) {
    const Segment moved{second.from + way, second.to + way, second.bulge};
    if (segment_meeting(first, moved, {}) != SegmentMeeting::none) return true;
  }
  return false;
}

}  // namespace pawl::internal::inline drawing

namespace pawl {
namespace internal::inline drawing {
namespace {

class PartFinder {
 public:
  PartFinder(const Drawing& drawing, const DrawingOptions& options) : drawing_(drawing), options_(options) {}

  DrawnPart run() {
    find_rings();
    faults_.finish();
    for (const Ring& ring : rings_) check_ring(ring);
    faults_.finish();
    check_meetings();
    faults_.finish();
    return part();
  }

 private:
  const DrawingPlace& place(std::size_t curve) const { return drawing_.curves[curve].place; }
  void fault(std::size_t curve, std::string message) {
    faults_.add(line_pointer(place(curve).line), text_of(place(curve)), std::move(message));
  }

  void find_rings() {
    joined_ = join_ends(drawing_, options_.join, faults_);
    if (!faults_.empty()) return;
    sort_segments();
    check_ends();
    if (!faults_.empty()) return;
    walk();
    add_discs();
    if (rings_.empty()) faults_.add("", "", nothing_drawn());
    if (rings_.size() > kMostLoops) {
      faults_.add("", "", fmt::format("the drawing has {} closed curves, more than {}", rings_.size(), kMostLoops));
    }
    std::sort(rings_.begin(), rings_.end(),
              [](const Ring& a, const Ring& b) { return a.first_curve() < b.first_curve(); });
  }

  std::string nothing_drawn() const {
    std::string message = "the drawing has no closed curve that could be a part";
    if (!drawing_.left_out.empty()) message += "; not read: " + list_of(drawing_.left_out);
    return message;
  }

  /// Lists the segments at each node.
  void sort_segments() {
    at_node_.resize(joined_.nodes);
    for (std::size_t k = 0; k < joined_.segments.size(); ++k) {
      for (const std::size_t node : joined_.segments[k].nodes) at_node_[node].push_back(k);
    }
  }

  Vector end_at(std::size_t segment, std::size_t node) const {
    const DrawnSegment& s = joined_.segments[segment];
    return s.nodes[0] == node ? s.from : s.to;
  }

  void check_ends() {
    for (const std::vector<std::size_t>& segments : at_node_) {
      if (segments.size() > 2) refuse_branch(segments);
    }
    std::vector<std::pair<std::size_t, std::size_t>> loose;  // node, segment
    for (std::size_t node = 0; node < at_node_.size(); ++node) {
      if (at_node_[node].size() == 1) loose.emplace_back(node, at_node_[node][0]);
    }
    constexpr std::size_t kMostNamed = 100;
    for (std::size_t k = 0; k < std::min(loose.size(), kMostNamed); ++k) refuse_loose(loose, k);
    if (loose.size() > kMostNamed) faults_.add("", "", fmt::format("{} more open ends", loose.size() - kMostNamed));
  }

  void refuse_branch(const std::vector<std::size_t>& segments) {
    const std::size_t node = [&] {
      for (const std::size_t one : joined_.segments[segments[0]].nodes) {
        if (&at_node_[one] == &segments) return one;
      }
      return joined_.segments[segments[0]].nodes[0];
    }();
    const Vector at = end_at(segments[0], node);
    std::string others;
    constexpr std::size_t kMostNamed = 5;
    for (std::size_t k = 1; k < std::min(segments.size(), kMostNamed + 1); ++k) {
      others += (k > 1 ? ", " : "") + text_of(place(joined_.segments[segments[k]].curve));
    }
    if (segments.size() > kMostNamed + 1) others += ", ...";
    fault(joined_.segments[segments[0]].curve,
          fmt::format("the outline branches at [{},{}], where {} lines or arcs end, this one and {}", at.x(), at.y(),
                      segments.size(), others));
  }

  void refuse_loose(const std::vector<std::pair<std::size_t, std::size_t>>& loose, std::size_t k) {
    const auto [node, segment] = loose[k];
    const Vector at = end_at(segment, node);
    std::string message = fmt::format("the chain is open: its end at [{},{}] meets no other end", at.x(), at.y());
    double nearest = HUGE_VAL;
    std::size_t other = 0;
    for (const auto& [node_j, segment_j] : loose) {
      const double distance = (end_at(segment_j, node_j) - at).norm();
      if (segment_j == segment || distance >= nearest) continue;
      nearest = distance;
      other = segment_j;
    }
    if (nearest < HUGE_VAL) {
      message +=
          fmt::format("; the nearest open end is {:.3g} away, of {}: a gap that join closes if it is at least that",
                      nearest, text_of(place(joined_.segments[other].curve)));
    }
    fault(joined_.segments[segment].curve, message);
  }

  /// Follows the segments from each one that is in no ring yet until it returns there.
  void walk() {
    std::vector<bool> done(joined_.segments.size(), false);
    for (std::size_t first = 0; first < joined_.segments.size(); ++first) {
      if (done[first]) continue;
      Ring ring;
      std::size_t segment = first, node = joined_.segments[first].nodes[0];
      while (!done[segment]) {
        done[segment] = true;
        const DrawnSegment& s = joined_.segments[segment];
        const bool forward = s.nodes[0] == node;
        ring.path.vertices.push_back(forward ? s.from : s.to);
        ring.path.bulges.push_back(forward || s.bulge == 0 ? s.bulge : -s.bulge);
        ring.curves.push_back(s.curve);
        node = s.nodes[forward ? 1 : 0];
        const std::vector<std::size_t>& both = at_node_[node];
        segment = both[0] == segment ? both[1] : both[0];
      }
      rings_.push_back(std::move(ring));
    }
  }

  void add_discs() {
    std::vector<Disc> seen;
    for (std::size_t c = 0; c < drawing_.curves.size(); ++c) {
      if (!drawing_.curves[c].disc) continue;
      const Disc& disc = *drawing_.curves[c].disc;
      const auto same = [&](const Disc& other) { return other.center == disc.center && other.radius == disc.radius; };
      if (std::any_of(seen.begin(), seen.end(), same)) {
        ++joined_.duplicates;
        continue;
      }
      if (seen.size() > kMostLoops) return;  // reported as too many rings
      seen.push_back(disc);
      rings_.push_back(ring_of(disc, c));
    }
  }

  /// Reports where a ring meets itself, by the entities that do. If there is nothing, reports all other faults of an
  /// outline.
  void check_ring(const Ring& ring) {
    if (!ring.disc && sound(ring)) check_self(ring);
    if (!faults_.empty()) return;
    for (const Fault& one : outline_faults(ring.outline())) {
      fault(ring.first_curve(),
            fmt::format("the loop that it is part of: {}{}{}", one.value, one.value.empty() ? "" : ": ", one.message));
    }
  }

  /// Returns whether the segments of a ring can be compared: it has at most as many vertices as an outline may have,
  /// and valid bulges.
  static bool sound(const Ring& ring) {
    return ring.path.vertices.size() <= kMostVertices &&
           std::all_of(ring.path.bulges.begin(), ring.path.bulges.end(),
                       [](double b) { return wrong_with_bulge(b) == nullptr; });
  }

  void check_self(const Ring& ring) {
    if (ring.path.vertices.size() < 3) return;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < ring.curves.size(); ++i) boxes.push_back(box_of(segment_of(ring.path, i)));
    int named = 0;
    BoxPairs(std::move(boxes)).visit([&](std::size_t i, std::size_t j) {
      if (segment_meeting(ring.path, i, j) == SegmentMeeting::none) return true;
      refuse_meeting(ring, i, ring, j);
      return ++named < kMostMeetings;
    });
  }

  void refuse_meeting(const Ring& a, std::size_t i, const Ring& b, std::size_t j, const char* meets = "meets") {
    const auto ends = [](const Ring& ring, std::size_t k) {
      const Segment s = segment_of(ring.path, k);
      return fmt::format("[{},{}] to [{},{}]", s.from.x(), s.from.y(), s.to.x(), s.to.y());
    };
    fault(a.curves[i], fmt::format("from {}: {} {} from {}; {}", ends(a, i), meets, text_of(place(b.curves[j])),
                                   ends(b, j), &a == &b ? "an outline must not meet itself" : "loops must not meet"));
  }

  void check_meetings() {
    std::vector<Box> boxes;
    std::vector<std::pair<std::size_t, std::size_t>> owners;  // ring, segment
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      for (std::size_t i = 0; i < rings_[r].curves.size(); ++i) {
        boxes.push_back(box_of(segment_of(rings_[r].path, i)));
        const double room = rounding_of(boxes.back());
        boxes.back().low.array() -= room;
        boxes.back().high.array() += room;
        owners.emplace_back(r, i);
      }
    }
    int named = 0;
    BoxPairs(std::move(boxes)).visit([&](std::size_t a, std::size_t b) {
      const auto [ring_a, i] = owners[a];
      const auto [ring_b, j] = owners[b];
      if (ring_a == ring_b) return true;
      const Segment first = segment_of(rings_[ring_a].path, i), second = segment_of(rings_[ring_b].path, j);
      if (clearly_apart(first, second)) return true;
      if (segment_meeting(first, second, {}) != SegmentMeeting::none) {
        refuse_meeting(rings_[ring_a], i, rings_[ring_b], j);
      } else if (nearly_meet(first, second)) {
        refuse_meeting(rings_[ring_a], i, rings_[ring_b], j, "is within rounding of");
      } else {
        return true;
      }
      return ++named < kMostMeetings;
    });
  }

  // Rings that do not meet are nested or apart.

  bool is_inside(const Ring& inner, const Outline& outer) const {
    return unchecked_closest_points(outer, inner.path.vertices[0]).front().distance < 0;
  }

  static Eigen::AlignedBox2d box(const Ring& ring) {
    Eigen::AlignedBox2d all;
    for (std::size_t i = 0; i < ring.curves.size(); ++i) {
      const Box one = box_of(segment_of(ring.path, i));
      all.extend(one.low);
      all.extend(one.high);
    }
    return all;
  }

  /// Returns for each ring the rings that contain it.
  std::vector<std::vector<std::size_t>> find_outer() const {
    std::vector<Eigen::AlignedBox2d> boxes;
    for (const Ring& ring : rings_) boxes.push_back(box(ring));
    std::vector<std::vector<std::size_t>> outer(rings_.size());
    for (std::size_t o = 0; o < rings_.size(); ++o) {
      const Outline outline = rings_[o].outline();
      for (std::size_t r = 0; r < rings_.size(); ++r) {
        if (r != o && boxes[o].contains(boxes[r]) && is_inside(rings_[r], outline)) outer[r].push_back(o);
      }
    }
    return outer;
  }

  /// Returns the number of the SVG path with fill rule "nonzero" of which a ring is a subpath, else 0.
  int filled_path(const Ring& ring) const {
    const int path = drawing_.curves[ring.curves[0]].nonzero_fill;
    const auto same = [&](std::size_t curve) { return drawing_.curves[curve].nonzero_fill == path; };
    return std::all_of(ring.curves.begin(), ring.curves.end(), same) ? path : 0;
  }

  /// Reports subpaths whose path is filled on both sides of them: they bound nothing.
  void check_fill(const std::vector<int>& turns, const std::vector<std::vector<std::size_t>>& outer) {
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      const int path = filled_path(rings_[r]);
      if (path == 0) continue;
      int around = 0;
      for (const std::size_t o : outer[r]) around += filled_path(rings_[o]) == path ? turns[o] : 0;
      if ((around == 0) != (around + turns[r] == 0)) continue;
      fault(
          rings_[r].first_curve(),
          "a subpath in another that turns the same way: by the fill rule nonzero it is filled, and no hole; give the "
          "path fill-rule evenodd, or none as its fill");
    }
  }

  std::size_t chosen(const std::vector<std::vector<std::size_t>>& outer) {
    if (options_.loop > 0) {
      if (static_cast<std::size_t>(options_.loop) > rings_.size()) {
        faults_.add("/loop", options_.loop, fmt::format("the drawing has {} loops, counted from 1", rings_.size()));
        return 0;
      }
      return static_cast<std::size_t>(options_.loop) - 1;
    }
    std::vector<std::size_t> outermost, deep;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      if (outer[r].empty()) outermost.push_back(r);
      if (outer[r].size() > 1) deep.push_back(r);
    }
    constexpr const char* kChoose = "choose the part by its number with loop";
    if (outermost.size() > 1) {
      for (const std::size_t r : outermost) {
        fault(rings_[r].first_curve(),
              fmt::format("begins loop {}, one of {} that lie in no other: {}", r + 1, outermost.size(), kChoose));
      }
    }
    for (const std::size_t r : deep) {
      fault(rings_[r].first_curve(),
            fmt::format("begins loop {}, which lies in a hole, as another part would: {}", r + 1, kChoose));
    }
    return outermost.empty() ? 0 : outermost[0];
  }

  DrawnPart part() {
    std::vector<int> turns;  // as drawn: 1 counterclockwise, -1 clockwise
    for (Ring& ring : rings_) {
      turns.push_back(!ring.disc && turn_of(ring.path) < 0 ? -1 : 1);
      if (turns.back() < 0) turn_round(ring);
    }
    const std::vector<std::vector<std::size_t>> outer = find_outer();
    check_fill(turns, outer);
    const std::size_t main = chosen(outer);
    faults_.finish();
    DrawnPart part;
    std::vector<Outline> holes;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      DrawnLoop loop;
      loop.outline = rings_[r].outline();
      loop.properties = unchecked_area_properties(loop.outline);
      // A hole of the part is in the part, and otherwise only in rings that contain the part.
      const bool within = std::find(outer[r].begin(), outer[r].end(), main) != outer[r].end();
      if (r == main) loop.kind = DrawnLoop::Kind::outline;
      if (within && outer[r].size() == outer[main].size() + 1) loop.kind = DrawnLoop::Kind::hole;
      if (loop.kind == DrawnLoop::Kind::hole) holes.push_back(loop.outline);
      for (const std::size_t curve : rings_[r].curves) loop.places.push_back(place(curve));
      if (rings_[r].disc) loop.places.resize(1);
      part.loops.push_back(std::move(loop));
    }
    part.outline = part.loops[main].outline;
    part.has_holes = !holes.empty();
    part.properties = part.has_holes ? area_properties_with_holes(part.outline, holes) : part.loops[main].properties;
    part.unit = drawing_.unit;
    part.joined = std::move(joined_.joined);
    part.duplicates = joined_.duplicates;
    part.zero_length = joined_.zero_length;
    part.shortest = HUGE_VAL;
    for (const Ring& ring : rings_) {
      for (std::size_t i = 0; i < ring.curves.size(); ++i) {
        const Segment s = segment_of(ring.path, i);
        part.shortest = std::min(part.shortest, (s.to - s.from).norm());
      }
    }
    return part;
  }

  static constexpr int kMostMeetings = 10;

  const Drawing& drawing_;
  const DrawingOptions& options_;
  Validator faults_;
  JoinedSegments joined_;
  std::vector<std::vector<std::size_t>> at_node_;
  std::vector<Ring> rings_;
};

}  // namespace
}  // namespace internal::inline drawing

DrawnPart part_of(const Drawing& drawing, const DrawingOptions& options) {
  return internal::PartFinder(drawing, options).run();
}

}  // namespace pawl
