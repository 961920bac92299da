// SPDX-License-Identifier: MIT
#include "drawing/join_ends.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "drawing/dxf_entity.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {
namespace {

using Vector = Eigen::Vector2d;
using Place = std::pair<double, double>;

Place place_of(const Vector& v) { return {v.x(), v.y()}; }

/// A loose end: an end of a segment at which no other segment ends.
struct Loose {
  std::size_t segment;
  int end;  ///< which end of the segment: 0 for its start, 1 for its end
  std::size_t node;
  Vector at;
  double rounding;
  bool computed;
};

class Joiner {
 public:
  Joiner(const Drawing& drawing, Validator& faults) : drawing_(drawing), faults_(faults) {}

  JoinedSegments run(const std::vector<bool>& used, std::optional<double> join) {
    for (std::size_t c = 0; c < drawing_.curves.size(); ++c) {
      if (used[c]) add_curve(c);
    }
    if (result_.segments.size() > kMostLoopSegments) {
      faults_.add("", "",
                  fmt::format("the drawing has {} lines and arcs, more than {}, the most among which a part is "
                              "searched: read one layer of it",
                              result_.segments.size(), kMostLoopSegments));
      return {};
    }
    number_nodes();
    pair_up([](const Loose& a, const Loose& b) { return a.computed || b.computed ? a.rounding + b.rounding : -1; },
            true);
    unclear_ends_stay_ = !join;
    const double reach = join.value_or(kDefaultJoin * diameter_of(drawing_));
    if (reach > 0) pair_up([reach](const Loose&, const Loose&) { return reach; }, false, reach);
    unclear_ends_stay_ ? drop_collapsed() : refuse_collapsed(reach);
    return std::move(result_);
  }

 private:
  const DrawingPlace& location(std::size_t segment) const {
    return drawing_.curves[result_.segments[segment].curve].place;
  }

  void add_curve(std::size_t c) {
    const DrawingCurve& curve = drawing_.curves[c];
    if (!curve.disc && curve.bulges.empty()) ++result_.zero_length;
    for (std::size_t k = 0; k < curve.bulges.size(); ++k) {
      const std::size_t next = k + 1 == curve.vertices.size() ? 0 : k + 1;
      const int smooth = curve.smooth.empty() || curve.smooth[k] == 0 ? 0 : smooth_ + curve.smooth[k];
      add_segment({curve.vertices[k], curve.vertices[next], curve.bulges[k], c, smooth});
    }
    if (!curve.smooth.empty()) smooth_ += *std::max_element(curve.smooth.begin(), curve.smooth.end());
  }

  void add_segment(DrawnSegment segment) {
    if (segment.from == segment.to) {
      ++result_.zero_length;
      return;
    }
    // a segment and the reversed segment count as equal
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

  /// Joins pairs of loose ends a and b whose distance is at most reach(a, b). If an end has more than one partner, adds
  /// a fault or, if unclear_ends_stay_ is true, does not join this end and its partners.
  template <class Reach>
  void pair_up(const Reach& reach, bool by_rounding, double join = 0) {
    const std::vector<Loose> loose = loose_ends();
    std::vector<std::vector<std::size_t>> near(loose.size());
    if (!find_near(loose, reach, near)) return;
    std::vector<bool> unclear(loose.size(), false);
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (near[i].size() <= 1) continue;
      if (!unclear_ends_stay_) return refuse_choice(loose, i, near[i]);
      unclear[i] = true;
      for (const std::size_t j : near[i]) unclear[j] = true;
    }
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (unclear[i]) near[i].clear();
    }
    if (join > 0 && !only_ends_near(loose, near, join)) return;
    for (std::size_t i = 0; i < loose.size(); ++i) {
      if (near[i].size() == 1 && near[i][0] > i) merge(loose[i], loose[near[i][0]], by_rounding);
    }
  }

  /// For each loose end, finds the loose ends within reach, by a sweep along x. If too many ends are near each other
  /// for a fast search, returns false and, unless unclear_ends_stay_ is true, adds a fault.
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
        if (++compared > kMostCompared) return too_many_near();
        const double gap = (a.at - b.at).norm();
        if (a.segment == b.segment || gap > reach(a, b)) continue;
        if (unclear_ends_stay_ && gap > kLargestShare * std::min(length(a.segment), length(b.segment))) continue;
        near[order[i]].push_back(order[j]);
        near[order[j]].push_back(order[i]);
      }
    }
    return true;
  }

  /// Checks whether a vertex of another curve is within `join` of an end that is joined; the outline might continue at
  /// this vertex instead. If there is such a vertex, adds a fault and returns false or, if unclear_ends_stay_ is true,
  /// removes the pair of this end from `near`.
  bool only_ends_near(const std::vector<Loose>& loose, std::vector<std::vector<std::size_t>>& near, double join) {
    std::vector<std::set<std::size_t>> curves(result_.nodes);
    // The ends of segments: the x coordinate of the end, the index of its segment, and 0 for the segment's start or 1
    // for its end.
    std::vector<std::pair<double, std::pair<std::size_t, int>>> ends;
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
        if (++compared > kMostCompared) return too_many_near();
        const std::set<std::size_t>& there = curves[s.nodes[end]];
        if (there.contains(own) || there.contains(others)) continue;
        if (((end == 0 ? s.from : s.to) - loose[i].at).norm() > join) continue;
        const Vector p = end == 0 ? s.from : s.to;
        if (unclear_ends_stay_) {
          for (const std::size_t j : std::exchange(near[i], {})) std::erase(near[j], i);
          break;
        }
        faults_.add(line_pointer(location(loose[i].segment).line), text_of(location(loose[i].segment)),
                    fmt::format("its end at [{},{}] is near that of {}, but also [{},{}] of {}: join ends over a "
                                "smaller distance",
                                loose[i].at.x(), loose[i].at.y(), text_of(location(loose[near[i][0]].segment)), p.x(),
                                p.y(), text_of(location(k))));
        return false;
      }
    }
    return true;
  }

  bool too_many_near() {
    if (!unclear_ends_stay_) faults_.add("/join", "", "too many pairs of ends must be compared for this distance; choose a smaller one");
    return false;
  }

  void refuse_choice(const std::vector<Loose>& loose, std::size_t i, const std::vector<std::size_t>& near) {
    std::string others;
    for (const std::size_t j : near) others += (others.empty() ? "" : ", ") + text_of(location(loose[j].segment));
    faults_.add(
        line_pointer(location(loose[i].segment).line), text_of(location(loose[i].segment)),
        fmt::format("its end at [{},{}] is near the ends of {}: it is unknown which of them continues it; draw it "
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
        {kept.at, (kept.at - moved.at).norm(), location(kept.segment), location(moved.segment), by_rounding});
  }

  void drop_collapsed() {
    result_.zero_length +=
        static_cast<int>(std::erase_if(result_.segments, [](const DrawnSegment& s) { return s.from == s.to; }));
  }

  void refuse_collapsed(double join) {
    for (std::size_t k = 0; k < result_.segments.size(); ++k) {
      const DrawnSegment& s = result_.segments[k];
      if (s.from != s.to) continue;
      faults_.add(line_pointer(location(k).line), text_of(location(k)),
                  fmt::format("is shorter than the gaps that were closed, {:g}: both of its ends became one", join));
    }
  }

  double length(std::size_t segment) const {
    return (result_.segments[segment].to - result_.segments[segment].from).norm();
  }

  static constexpr std::size_t kMostCompared = 20'000'000;
  /// Largest gap that is closed by default, as a fraction of the shorter of the two segments. Without this limit, the
  /// default distance for a large sheet could be longer than the edges of a small part.
  static constexpr double kLargestShare = .1;

  const Drawing& drawing_;
  Validator& faults_;
  JoinedSegments result_;
  std::set<std::tuple<Place, Place, double>> seen_;
  int smooth_ = 0;                  ///< number of smooth curves found until now
  bool unclear_ends_stay_ = false;  ///< true: an end with more than one partner is not joined; false: such an end is a
                                    ///< fault
};

}  // namespace

JoinedSegments join_ends(const Drawing& drawing, const std::vector<bool>& used, std::optional<double> join,
                         Validator& faults) {
  return Joiner(drawing, faults).run(used, join);
}

double diameter_of(const Drawing& drawing) {
  Eigen::AlignedBox2d box;
  for (const DrawingCurve& curve : drawing.curves) {
    for (const Vector& vertex : curve.vertices) box.extend(vertex);
    if (!curve.disc) continue;
    const Vector radius(curve.disc->radius, curve.disc->radius);
    box.extend(Vector(curve.disc->center - radius));
    box.extend(Vector(curve.disc->center + radius));
  }
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

}  // namespace pawl::internal::inline drawing
