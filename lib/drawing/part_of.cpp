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
#include "drawing/join_ends.h"
#include "drawing/open_chains.h"
#include "drawing/read_drawing.h"
#include "geometry/outline.h"
#include "geometry/segment.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {

using Vector = Eigen::Vector2d;

/// Returns 16 units in the last place of a box's coordinates. The numbers of a file are rounded, so curves that touch
/// in the design may be this far apart in the file.
double rounding_of(const Box& box);

/// Returns true if a fast test in doubles shows that the segments do not meet: one of them is straight, and the other
/// lies, by more than rounding, on one side of its line. If the result is false, the segments may meet or not.
bool clearly_apart(const Segment& first, const Segment& second);

/// Returns whether the segments meet if one of them is moved along an axis by the rounding error of the coordinates.
bool nearly_meet(const Segment& first, const Segment& second);

/// Replaces the curve numbers of a path (they are DrawnSegment::smooth) by numbers that count from 1 in the path's
/// order. The number 0 remains 0. If a curve has only one segment, its number becomes 0, because a segment without a
/// number is an edge too. A curve that another curve interrupts becomes two curves.
void number_curves(std::vector<int>& curves);

/// A closed curve: its vertices, and for each segment the index of its curve in the drawing. A disc consists of two
/// semicircles. The curve numbers of the path are the numbers DrawnSegment::smooth.
struct Ring {
  Path path;
  std::vector<std::size_t> curves;
  std::optional<Disc> disc;

  Outline outline() const {
    if (disc) return *disc;
    Path numbered = path;
    number_curves(numbered.curves);
    const bool straight = std::all_of(path.bulges.begin(), path.bulges.end(), [](double b) { return b == 0; });
    return straight && numbered.curves.empty() ? Outline(Polygon{path.vertices}) : Outline(std::move(numbered));
  }
  std::size_t first_curve() const { return *std::min_element(curves.begin(), curves.end()); }
};

inline Ring ring_of(const Disc& disc, std::size_t curve) {
  const Eigen::Vector2d radius(disc.radius, 0);
  return {Path{{disc.center - radius, disc.center + radius}, {1, 1}}, {curve, curve}, disc};
}

/// Makes a clockwise ring counterclockwise by reversing it. Vertex 0 stays vertex 0.
inline void turn_round(Ring& ring) {
  std::reverse(ring.path.vertices.begin() + 1, ring.path.vertices.end());
  std::reverse(ring.path.bulges.begin(), ring.path.bulges.end());
  std::reverse(ring.path.curves.begin(), ring.path.curves.end());
  std::reverse(ring.curves.begin(), ring.curves.end());
  for (double& bulge : ring.path.bulges) bulge = bulge == 0 ? 0 : -bulge;
}

namespace {

/// Returns whether the whole segment `other` is clearly on one side of the line through the segment `straight`.
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

void number_curves(std::vector<int>& curves) {
  const std::size_t size = curves.size();
  std::size_t start = 0;  // number of segments at the end of the list that belong to the curve of segment 0
  while (start < size && curves[0] != 0 && curves[(size - start - 1) % size] == curves[0]) ++start;
  std::rotate(curves.begin(), curves.end() - static_cast<long>(start), curves.end());
  int count = 0;
  for (std::size_t first = 0, end = 0; first < size; first = end) {
    while (end < size && curves[end] == curves[first]) ++end;
    const int number = curves[first] != 0 && end - first > 1 ? ++count : 0;
    std::fill(curves.begin() + static_cast<long>(first), curves.begin() + static_cast<long>(end), number);
  }
  std::rotate(curves.begin(), curves.begin() + static_cast<long>(start), curves.end());
  if (count == 0) curves.clear();
}

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
    find_loops();
    const std::size_t main = chosen();
    faults_.finish();
    if (options_.loop == 0) check_doubtful(main);
    faults_.finish();
    return part(main);
  }

  /// Returns all parts of the drawing, as parts_of() does.
  std::vector<DrawnPart> run_all() {
    find_loops();
    double largest = 0;
    std::vector<std::size_t> parts;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      if (outer_[r].size() % 2 != 0) continue;  // a ring that lies inside an odd number of other rings is a hole
      parts.push_back(r);
      largest = std::max(largest, box(rings_[r]).diagonal().norm());
    }
    check_doubtful_beside(largest);
    faults_.finish();
    std::vector<DrawnPart> all;
    for (const std::size_t r : parts) all.push_back(part(r));
    return all;
  }

 private:
  const DrawingPlace& location(std::size_t curve) const { return drawing_.curves[curve].place; }
  void fault(std::size_t curve, std::string message) {
    faults_.add(line_pointer(location(curve).line), text_of(location(curve)), std::move(message));
  }

  /// Finds the closed loops, checks them, and determines which loops lie in which other loops. Throws InputError for
  /// faults of the loops.
  void find_loops() {
    find_rings();
    faults_.finish();
    for (Ring& ring : rings_) {
      shorten_cusps(ring);
      check_ring(ring);
    }
    faults_.finish();
    check_meetings();
    faults_.finish();
    nest();
    faults_.finish();
  }

  void find_rings() {
    used_ = used_curves();
    joined_ = join_ends(drawing_, used_, options_.join, faults_);
    if (!faults_.empty()) return;
    open_ = take_open_chains(joined_, drawing_);
    for (DrawnChain& one : chains_of_unused(drawing_, used_)) open_.push_back(std::move(one));
    sort_segments();
    check_branches();
    if (!faults_.empty()) return;
    walk();
    add_discs();
    if (rings_.empty()) refuse_open_chains();
    if (rings_.size() > kMostLoops) {
      faults_.add("", "", fmt::format("the drawing has {} closed curves, more than {}", rings_.size(), kMostLoops));
    }
    std::sort(rings_.begin(), rings_.end(),
              [](const Ring& a, const Ring& b) { return a.first_curve() < b.first_curve(); });
  }

  /// Returns, for each curve, whether it is used to make loops. If only one layer has closed loops, only the curves of
  /// this layer are used. Otherwise the same rule is tried with colors, and then with line types. If no rule applies,
  /// all curves are used.
  std::vector<bool> used_curves() {
    const std::vector<bool> all(drawing_.curves.size(), true);
    struct Property {
      const char* name;
      std::string DrawingPlace::*value;
    };
    for (const Property& property : {Property{"layer", &DrawingPlace::layer}, Property{"color", &DrawingPlace::color},
                                     Property{"line type", &DrawingPlace::line_type}}) {
      std::map<std::string, std::vector<bool>> groups;
      for (std::size_t c = 0; c < all.size() && groups.size() <= kMostGroups; ++c) {
        groups.try_emplace(location(c).*property.value, all.size(), false).first->second[c] = true;
      }
      if (groups.size() < 2 || groups.size() > kMostGroups) continue;
      std::vector<const std::pair<const std::string, std::vector<bool>>*> with_loops;
      for (const auto& group : groups) {
        if (has_loops(group.second)) with_loops.push_back(&group);
      }
      if (with_loops.size() != 1) continue;
      const std::string& value = with_loops[0]->first;
      notes_.push_back(
          value.empty() ? fmt::format("only the curves without a {} of their own have closed loops; the open chains of the "
                                      "others are left out",
                                      property.name)
                        : fmt::format("only {} \"{}\" has closed loops; the open chains of the others are left out",
                                      property.name, value));
      return with_loops[0]->second;
    }
    return all;
  }

  bool has_loops(const std::vector<bool>& used) const {
    for (std::size_t c = 0; c < used.size(); ++c) {
      if (used[c] && drawing_.curves[c].disc) return true;
    }
    Validator none;
    JoinedSegments joined = join_ends(drawing_, used, options_.join, none);
    take_open_chains(joined, drawing_);
    return !joined.segments.empty();
  }

  /// Returns a hint at other layers with closed loops, such as: Layer "CUT" has a closed outline: try layer "CUT".
  /// Returns "" if no other layer has a closed loop.
  std::string layer_hint(const std::string& own) {
    if (!closed_layers_) {
      closed_layers_.emplace();
      std::map<std::string, std::vector<bool>> groups;
      for (std::size_t c = 0; c < drawing_.curves.size() && groups.size() <= kMostGroups; ++c) {
        groups.try_emplace(location(c).layer, drawing_.curves.size(), false).first->second[c] = true;
      }
      if (groups.size() > kMostGroups) return "";
      for (const auto& [layer, used] : groups) {
        if (!layer.empty() && has_loops(used)) closed_layers_->push_back(layer);
      }
    }
    for (const std::string& layer : *closed_layers_) {
      if (layer != own) return fmt::format("Layer \"{0}\" has a closed outline: try layer \"{0}\"", layer);
    }
    return "";
  }

  std::string nothing_drawn() const {
    std::string message = "the drawing has no closed curve that could be a part";
    if (!drawing_.left_out.empty()) message += "; not read: " + list_of(drawing_.left_out);
    return message;
  }

  /// Finds, for each node, the segments that end at the node.
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

  void check_branches() {
    for (const std::vector<std::size_t>& segments : at_node_) {
      if (segments.size() > 2) refuse_branch(segments);
    }
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
      others += (k > 1 ? ", " : "") + text_of(location(joined_.segments[segments[k]].curve));
    }
    if (segments.size() > kMostNamed + 1) others += ", ...";
    fault(joined_.segments[segments[0]].curve,
          fmt::format("the outline branches at [{},{}], where {} lines or arcs end, this one and {}", at.x(), at.y(),
                      segments.size(), others));
  }

  /// Adds the faults of a drawing without a closed loop, which name the ends of its open chains.
  void refuse_open_chains() {
    constexpr std::size_t kMostNamed = 50;
    if (open_.empty()) faults_.add("", "", nothing_drawn());
    for (std::size_t k = 0; k < std::min(open_.size(), kMostNamed); ++k) refuse_open(k);
    if (open_.size() > kMostNamed) faults_.add("", "", fmt::format("{} more open chains", open_.size() - kMostNamed));
  }

  /// Reports both ends of an open chain, each with the nearest open end.
  void refuse_open(std::size_t chain) {
    const OpenChain& own = open_[chain].chain;
    for (const bool front : {true, false}) {
      const Vector at = front ? own.vertices.front() : own.vertices.back();
      double nearest = HUGE_VAL;
      std::size_t other = 0;  // index of the curve that has the nearest other open end
      for (std::size_t j = 0; j < open_.size(); ++j) {
        const OpenChain& one = open_[j].chain;
        for (const bool other_front : {true, false}) {
          const bool own_segment = j == chain && (front == other_front || own.bulges.size() == 1);
          const double distance = ((other_front ? one.vertices.front() : one.vertices.back()) - at).norm();
          if (own_segment || distance >= nearest) continue;
          nearest = distance;
          other = other_front ? open_[j].from_curve : open_[j].to_curve;
        }
      }
      refuse_end(location(front ? open_[chain].from_curve : open_[chain].to_curve), at, nearest, location(other));
    }
  }

  void refuse_end(const DrawingPlace& place, const Vector& at, double nearest, const DrawingPlace& other) {
    std::string message =
        fmt::format("the chain of lines is not closed: its end at [{},{}] meets no other end", at.x(), at.y());
    if (nearest == HUGE_VAL) {
      faults_.add(line_pointer(place.line), text_of(place), message);
      return;
    }
    message += fmt::format("; the nearest open end is {:.3g} away, on {}. ", nearest, text_of(other));
    const std::string hint = layer_hint(place.layer);
    if (!hint.empty()) {
      message += hint;
    } else if (!options_.layer.empty() || !options_.not_layer.empty()) {
      message +=
          "If the outline continues on another layer, name that layer too (layer); otherwise close the gap (join)";
    } else if (place.layer != other.layer) {
      message += fmt::format(
          "They are on different layers. If both belong to the outline, close the gap with join {:.2g} "
          "or more",
          nearest);
    } else {
      message += fmt::format("Close the gap with join {:.2g} or more", nearest);
    }
    faults_.add(line_pointer(place.line), text_of(place), message);
  }

  /// Reports chains that may be an outline with gaps.
  void check_doubtful(std::size_t main) { check_doubtful_beside(box(rings_[main]).diagonal().norm()); }
  void check_doubtful_beside(double size) {
    constexpr std::size_t kMostNamed = 20;
    std::size_t named = 0;
    for (const DoubtfulChain& one : find_doubtful(open_, size)) {
      if (++named > kMostNamed) return;
      const DrawingPlace& where = open_[one.chain].chain.place;
      std::string message =
          one.chain == one.other && one.gap == 0
              ? "begins an open chain that is larger than the largest closed loop. If it is an outline with a gap, "
                "close "
                "the gap (join); otherwise choose the part (loop)"
              : fmt::format(
                    "belongs to a chain that is nearly closed: a gap of {:.3g} remains before {}. Close the gap "
                    "(join) if the chain bounds the part or a hole; otherwise choose the part (loop)",
                    one.gap, text_of(open_[one.other].chain.place));
      if (const std::string hint = layer_hint(where.layer); !hint.empty()) message += ". " + hint;
      faults_.add(line_pointer(where.line), text_of(where), message);
    }
  }

  /// Finds the rings. Starts at each segment that is not in a ring yet, and follows the segments until it returns to
  /// the start.
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
        ring.path.curves.push_back(s.smooth);
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
      if (!used_[c] || !drawing_.curves[c].disc) continue;
      const Disc& disc = *drawing_.curves[c].disc;
      const auto same = [&](const Disc& other) { return other.center == disc.center && other.radius == disc.radius; };
      if (std::any_of(seen.begin(), seen.end(), same)) {
        ++joined_.duplicates;
        continue;
      }
      if (seen.size() > kMostLoops) return;  // ends the search; the caller then reports that there are too many rings
      seen.push_back(disc);
      rings_.push_back(ring_of(disc, c));
    }
  }

  /// Repairs cusps: vertices at which the ring reverses its direction. If rounding makes the two sides of a cusp cross,
  /// shortens one of them by the length that counts as rounding.
  void shorten_cusps(Ring& ring) {
    const double rounding = kDefaultJoin * diameter_of(drawing_);
    const double by = std::min(options_.join.value_or(rounding), rounding);
    if (ring.disc || !sound(ring) || ring.path.vertices.size() < 3 || !(by > 0)) return;
    for (std::size_t i = 0; i < ring.curves.size(); ++i) {
      const std::size_t next = (i + 1) % ring.curves.size();
      if (!is_cusp(ring.path, i, next) || segment_meeting(ring.path, i, next) == SegmentMeeting::none) continue;
      const Vector tip = ring.path.vertices[next];
      for (const bool second : {true, false}) {
        const std::optional<Path> shorter = shortened(ring.path, second ? next : i, second, by);
        if (!shorter || segment_meeting(*shorter, i, next) != SegmentMeeting::none) continue;
        ring.path = *shorter;
        const Vector at = ring.path.vertices[next];
        const DrawingPlace &kept = location(ring.curves[second ? next : i]),
                           &moved = location(ring.curves[second ? i : next]);
        joined_.joined.push_back({at, (at - tip).norm(), kept, moved, false});
        notes_.push_back(
            fmt::format("the cusp at [{},{}], whose sides touch within rounding, is shortened by {:.2g}: {}", tip.x(),
                        tip.y(), (at - tip).norm(), text_of(kept)));
        break;
      }
    }
  }

  /// Returns whether two consecutive segments have opposite directions where they meet.
  static bool is_cusp(const Path& path, std::size_t i, std::size_t next) {
    constexpr double kLargestAngle = 1e-6;
    const Vector in = end_direction(segment_of(path, i)).normalized();
    const Vector out = start_direction(segment_of(path, next)).normalized();
    return (in + out).norm() < kLargestAngle;
  }

  /// Shortens segment `arc` of the path by the length `by` at its start or at its end, and returns the changed path.
  /// The neighboring segment then ends at the new end of the arc. Returns nothing if segment `arc` is straight, or if
  /// this segment or its neighbor is shorter than ten times `by`.
  static std::optional<Path> shortened(const Path& path, std::size_t arc, bool at_start, double by) {
    const std::size_t count = path.bulges.size();
    const Segment segment = segment_of(path, arc);
    const Segment neighbor = segment_of(path, at_start ? (arc + count - 1) % count : (arc + 1) % count);
    const double least = 10 * by;
    if (segment.bulge == 0 || (segment.to - segment.from).norm() < least ||
        (neighbor.to - neighbor.from).norm() < least) {
      return std::nullopt;
    }
    const Vector center = center_of(segment);
    const double angle = std::copysign(by / radius_of(segment), segment.bulge);
    const Vector end = at_start ? segment.from : segment.to;
    Path shorter = path;
    shorter.vertices[at_start ? arc : (arc + 1) % count] =
        center + Eigen::Rotation2Dd(at_start ? angle : -angle) * (end - center);
    shorter.bulges[arc] = std::tan(std::atan(segment.bulge) - angle / 4);
    return shorter;
  }

  /// Reports the points where a ring meets itself, and names the entities that meet at these points. If the ring does
  /// not meet itself, reports all other faults of its outline.
  void check_ring(const Ring& ring) {
    if (!ring.disc && sound(ring)) check_self(ring);
    if (!faults_.empty()) return;
    for (const Fault& one : outline_faults(ring.outline())) {
      fault(ring.first_curve(),
            fmt::format("the loop that it is part of: {}{}{}", one.value, one.value.empty() ? "" : ": ", one.message));
    }
  }

  /// Returns whether the segments of a ring can be compared: the bulges must be valid, and the ring must not have more
  /// vertices than an outline may have.
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
    fault(a.curves[i], fmt::format("from {}: {} {} from {}; {}", ends(a, i), meets, text_of(location(b.curves[j])),
                                   ends(b, j), &a == &b ? "an outline must not meet itself" : "loops must not meet"));
  }

  void check_meetings() {
    std::vector<Box> boxes;
    // For each entry of the list above, its ring and its segment.
    std::vector<std::pair<std::size_t, std::size_t>> owners;
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

  // The functions below may assume that no two rings meet, so that either one of two rings lies inside the other, or
  // they are apart.

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

  /// Returns, for each ring, the indices of the rings that contain it.
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

  /// If this ring is a subpath of an SVG path with the fill rule "nonzero", returns the number of that path, otherwise
  /// 0.
  int filled_path(const Ring& ring) const {
    const int path = drawing_.curves[ring.curves[0]].nonzero_fill;
    const auto same = [&](std::size_t curve) { return drawing_.curves[curve].nonzero_fill == path; };
    return std::all_of(ring.curves.begin(), ring.curves.end(), same) ? path : 0;
  }

  /// Reports subpaths that do not bound an area, because the fill rule fills the area on both sides of them.
  void check_fill(const std::vector<int>& turns, const std::vector<std::vector<std::size_t>>& outer) {
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      const int path = filled_path(rings_[r]);
      if (path == 0) continue;
      int around = 0;
      for (const std::size_t o : outer[r]) around += filled_path(rings_[o]) == path ? turns[o] : 0;
      if ((around == 0) != (around + turns[r] == 0)) continue;
      fault(rings_[r].first_curve(),
            "a subpath in another that turns the same way: by the fill rule nonzero it is filled, so it is not a hole; "
            "give the "
            "path fill-rule evenodd, or none as its fill");
    }
  }

  /// Makes all rings counterclockwise, and determines which rings lie in which other rings.
  void nest() {
    std::vector<int> turns;  // orientation in the drawing: 1 for counterclockwise, -1 for clockwise
    for (Ring& ring : rings_) {
      turns.push_back(!ring.disc && turn_of(ring.path) < 0 ? -1 : 1);
      if (turns.back() < 0) turn_round(ring);
    }
    outer_ = find_outer();
    check_fill(turns, outer_);
  }

  /// Returns the index of the ring that is the outline of the part: the ring selected by options_.loop, or the only
  /// outer ring. Adds faults if the selected ring does not exist, if no ring is selected and there are several outer
  /// rings, or if a ring lies in a hole.
  std::size_t chosen() {
    if (options_.loop > 0) {
      if (static_cast<std::size_t>(options_.loop) > rings_.size()) {
        faults_.add("/loop", options_.loop, fmt::format("the drawing has {} loops, counted from 1", rings_.size()));
        return 0;
      }
      return static_cast<std::size_t>(options_.loop) - 1;
    }
    std::vector<std::size_t> outermost, deep;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      if (outer_[r].empty()) outermost.push_back(r);
      if (outer_[r].size() > 1) deep.push_back(r);
    }
    if (outermost.size() > 1) {
      constexpr std::size_t kMostNamed = 6;
      std::string choice;
      for (std::size_t k = 0; k < std::min(outermost.size(), kMostNamed); ++k) {
        choice += fmt::format("{}loop {}", k == 0 ? "" : k + 1 == outermost.size() ? " or " : ", ", outermost[k] + 1);
      }
      if (outermost.size() > kMostNamed) choice += " and others";
      for (const std::size_t r : outermost) {
        fault(rings_[r].first_curve(), fmt::format("begins loop {}, {}. There are {} outlines. Choose one: {}", r + 1,
                                                   size_text(r), outermost.size(), choice));
      }
    }
    for (const std::size_t r : deep) {
      fault(rings_[r].first_curve(), fmt::format("begins loop {}, {}. This loop lies in a hole, so it may be another part. "
                                                 "Choose the part with the option loop, by its number",
                                                 r + 1, size_text(r)));
    }
    return outermost.empty() ? 0 : outermost[0];
  }

  /// Returns the width, the height and the area of a ring as a text such as "60 x 40, area 2386".
  std::string size_text(std::size_t r) const {
    const Vector size = box(rings_[r]).diagonal();
    return fmt::format("{:.4g} x {:.4g}, area {:.4g}", size.x(), size.y(),
                       unchecked_area_properties(rings_[r].outline()).area);
  }

  DrawnPart part(std::size_t main) {
    DrawnPart part;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
      DrawnLoop loop;
      loop.outline = rings_[r].outline();
      loop.properties = unchecked_area_properties(loop.outline);
      // A hole of the part lies in the part and in all rings that contain the part, but in no other ring.
      const bool within = std::find(outer_[r].begin(), outer_[r].end(), main) != outer_[r].end();
      if (r == main) loop.kind = DrawnLoop::Kind::outline;
      if (within && outer_[r].size() == outer_[main].size() + 1) loop.kind = DrawnLoop::Kind::hole;
      if (loop.kind == DrawnLoop::Kind::hole) part.holes.push_back(loop.outline);
      for (const std::size_t curve : rings_[r].curves) loop.places.push_back(location(curve));
      if (rings_[r].disc) loop.places.resize(1);
      part.loops.push_back(std::move(loop));
    }
    part.outline = part.loops[main].outline;
    part.properties = unchecked_area_properties(Loops(part.outline, part.holes));
    part.digest = drawing_.digest;
    part.unit = drawing_.unit;
    part.joined = joined_.joined;
    part.notes = notes_;
    for (const DrawnChain& one : open_) part.open_chains.push_back(one.chain);
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
  static constexpr std::size_t kMostGroups = 100;

  const Drawing& drawing_;
  const DrawingOptions& options_;
  Validator faults_;
  std::vector<bool> used_;  ///< for each curve, whether it is used to make loops
  JoinedSegments joined_;
  std::vector<DrawnChain> open_;
  std::vector<std::vector<std::size_t>> at_node_;
  std::vector<Ring> rings_;
  std::vector<std::vector<std::size_t>> outer_;  ///< for each ring, the rings that contain it
  std::vector<std::string> notes_;
  std::optional<std::vector<std::string>>
      closed_layers_;  ///< names of the layers with closed loops; computed at first use
};

}  // namespace
}  // namespace internal::inline drawing

DrawnPart part_of(const Drawing& drawing, const DrawingOptions& options) {
  return internal::PartFinder(drawing, options).run();
}

std::vector<DrawnPart> parts_of(const Drawing& drawing, const DrawingOptions& options) {
  return internal::PartFinder(drawing, options).run_all();
}

}  // namespace pawl
