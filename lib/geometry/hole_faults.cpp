// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/outline.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "geometry/outline.h"
#include "geometry/segment.h"

namespace pawl {
namespace internal::inline geometry {
namespace {

/// Returns the edges of an outline. A disc is represented by two semicircles, whose ends are rounded.
std::vector<Segment> segments_of(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const Eigen::Vector2d left = disc->center - Eigen::Vector2d(disc->radius, 0);
    const Eigen::Vector2d right = disc->center + Eigen::Vector2d(disc->radius, 0);
    return {{left, right, 1}, {right, left, 1}};
  }
  const std::span<const Eigen::Vector2d> vertices = vertices_of(outline);
  const auto* path = std::get_if<Path>(&outline);
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Eigen::Vector2d& end = vertices[i + 1 < vertices.size() ? i + 1 : 0];
    segments.push_back({vertices[i], end, path != nullptr ? path->bulges[i] : 0});
  }
  return segments;
}

/// A search for the faults of holes whose own outlines are valid.
class HoleCheck {
 public:
  HoleCheck(const Loops& loops, const std::string& pointer) : loops_(loops), pointer_(pointer) {
    for (std::size_t k = 0; k < loops.size(); ++k) {
      for (const Segment& segment : segments_of(loops[k])) {
        segments_.push_back(segment);
        owners_.push_back(k);
      }
    }
  }

  std::vector<Fault> run() {
    check_meetings();
    if (faults_.empty()) check_nesting();
    return first_faults(std::move(faults_), pointer_);
  }

 private:
  static std::string name_of(std::size_t loop) { return loop == 0 ? "the outline" : fmt::format("hole {}", loop); }

  void refuse(std::size_t hole, const std::string& message) {
    faults_.push_back({fmt::format("{}/{}", pointer_, hole - 1), "", fmt::format("hole {} {}", hole, message)});
  }

  void check_meetings() {
    std::vector<Box> boxes;
    for (const Segment& segment : segments_) boxes.push_back(box_of(segment));
    std::set<std::pair<std::size_t, std::size_t>> met;
    BoxPairs(std::move(boxes)).visit([&](std::size_t i, std::size_t j) {
      const auto [first, second] = std::minmax(owners_[i], owners_[j]);
      if (first == second || met.contains({first, second})) return true;
      if (!meet(i, j)) return true;
      met.insert({first, second});
      return met.size() <= kMostFaults;
    });
    for (const auto& [first, second] : met) {
      refuse(second, fmt::format("meets {}; the loops of a part must be apart", name_of(first)));
    }
  }

  bool meet(std::size_t i, std::size_t j) const {
    const auto *a = std::get_if<Disc>(&loops_[owners_[i]]), *b = std::get_if<Disc>(&loops_[owners_[j]]);
    if (a == nullptr || b == nullptr) return segment_meeting(segments_[i], segments_[j], {}) != SegmentMeeting::none;
    const Rational apart = (ExactPoint(a->center) - ExactPoint(b->center)).squared();
    const Rational sum = rational(a->radius) + rational(b->radius), rest = rational(a->radius) - rational(b->radius);
    return apart <= sum * sum && apart >= rest * rest;
  }

  /// Reports holes outside the outline and holes inside other holes. No two loops meet, so it is sufficient to test one
  /// point of each hole.
  void check_nesting() {
    std::vector<Box> boxes(loops_.size(), {Eigen::Vector2d::Constant(HUGE_VAL), Eigen::Vector2d::Constant(-HUGE_VAL)});
    std::vector<Eigen::Vector2d> points(loops_.size());
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      Box& box = boxes[owners_[i]];
      box.low = box.low.cwiseMin(box_of(segments_[i]).low);
      box.high = box.high.cwiseMax(box_of(segments_[i]).high);
      points[owners_[i]] = segments_[i].from;
    }
    const auto is_inside = [&](std::size_t inner, std::size_t outer) {
      return !boxes[inner].apart(boxes[outer]) &&
             unchecked_closest_points(loops_[outer], points[inner]).front().distance < 0;
    };
    for (std::size_t k = 1; k < loops_.size(); ++k) {
      if (!is_inside(k, 0)) refuse(k, "lies outside the outline; a hole must lie inside it");
      for (std::size_t other = 1; other < loops_.size(); ++other) {
        if (other != k && is_inside(k, other)) {
          refuse(k, fmt::format("lies inside hole {}; what lies in a hole is not part of the body", other));
        }
      }
    }
  }

  const Loops& loops_;
  const std::string& pointer_;
  std::vector<Segment> segments_;
  std::vector<std::size_t> owners_;  ///< for each segment, the index of its loop
  std::vector<Fault> faults_;
};

}  // namespace
}  // namespace internal::inline geometry

std::vector<Fault> hole_faults(const Loops& loops, const std::string& pointer) {
  static constexpr const char* kKinds[] = {"polygon", "disc", "path"};
  std::vector<Fault> faults;
  for (std::size_t k = 0; k < loops.holes.size(); ++k) {
    const std::string place = fmt::format("{}/{}/{}", pointer, k, kKinds[loops.holes[k].index()]);
    for (Fault& fault : outline_faults(loops.holes[k], place)) faults.push_back(std::move(fault));
  }
  if (!faults.empty() || loops.holes.empty()) return faults;
  return internal::HoleCheck(loops, pointer).run();
}

void validate(const Loops& loops) {
  validate(loops.outer);
  std::vector<Fault> faults = hole_faults(loops, "/outline/holes");
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl

namespace pawl::internal::inline geometry {

std::vector<Fault> body_faults(const Loops& loops, const std::string& pointer) {
  static constexpr const char* kKinds[] = {"/polygon", "/disc", "/path"};
  std::vector<Fault> faults = outline_faults(loops.outer, pointer + kKinds[loops.outer.index()]);
  return faults.empty() ? hole_faults(loops, pointer + "/holes") : faults;
}

}  // namespace pawl::internal::inline geometry
