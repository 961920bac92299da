// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "geometry/box_pairs.h"
#include "geometry/path_area.h"
#include "geometry/path_faults.h"
#include "geometry/polygon_faults.h"
#include "geometry/unchecked.h"
#include "io/drawing/drawing_checks.h"
#include "io/drawing/dxf_records.h"
#include "io/drawing/join_ends.h"
#include "io/drawing/near_segments.h"
#include "io/drawing/ring.h"

namespace pawl {
namespace internal {
namespace {

using Vector = Eigen::Vector2d;

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

  /// The segments at each node.
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

  /// From each segment that is in no ring yet, on at the other end, until it is back.
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
      if (seen.size() > kMostLoops) return;  // refused for their number
      seen.push_back(disc);
      rings_.push_back(ring_of(disc, c));
    }
  }

  /// Where a ring meets itself by the entities that do; then all that an outline may not be.
  void check_ring(const Ring& ring) {
    if (!ring.disc && sound(ring)) check_self(ring);
    if (!faults_.empty()) return;
    for (const Fault& one : outline_faults(ring.outline())) {
      fault(ring.first_curve(),
            fmt::format("the loop that it is part of: {}{}{}", one.value, one.value.empty() ? "" : ": ", one.message));
    }
  }

  /// Whether it has as many vertices as an outline may have, all different: then its segments can be compared.
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

  // Rings that do not meet lie inside each other or apart.

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

  /// For each ring those that it lies in.
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

  /// The path of SVG, filled by "nonzero", whose subpath a ring is; else 0.
  int filled_path(const Ring& ring) const {
    const int path = drawing_.curves[ring.curves[0]].nonzero_fill;
    const auto same = [&](std::size_t curve) { return drawing_.curves[curve].nonzero_fill == path; };
    return std::all_of(ring.curves.begin(), ring.curves.end(), same) ? path : 0;
  }

  /// A subpath that has its path filled on both sides bounds nothing.
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
    std::vector<int> turns;  // as drawn
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
      // A hole of the part lies in it, and in nothing else but what the part lies in.
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
}  // namespace internal

DrawnPart part_of(const Drawing& drawing, const DrawingOptions& options) {
  return internal::PartFinder(drawing, options).run();
}

}  // namespace pawl
