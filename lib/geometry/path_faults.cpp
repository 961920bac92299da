// SPDX-License-Identifier: MIT
#include "geometry/path_faults.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/orientation.h"
#include "geometry/box_pairs.h"
#include "geometry/polygon_faults.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

std::string text(const Vector& v) { return fmt::format("[{},{}]", v.x(), v.y()); }

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
                         fmt::format("a path of {} vertices has as many bulges", size())});
    }
  }

  /// The bulge of segment i stands with the vertex that it leads to.
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

  /// Arcs of more than half a turn can be much larger than their chord.
  void check_reach() {
    for (std::size_t i = 0; i < size(); ++i) {
      const Segment segment = segment_of(path_, i);
      if (std::fabs(segment.bulge) <= 1 || radius_of(segment) <= kLargestLength) continue;
      faults_.push_back({fmt::format("{}/{}/bulge", pointer_, i + 1), fmt::format("{}", segment.bulge),
                         fmt::format("makes an arc with a radius of {:.6g}; at most 1e9 where it is more than "
                                     "half a circle",
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
      return fmt::format("{} {} from {} to {}", s.bulge == 0 ? "edge" : "arc", k, text(s.from), text(s.to));
    };
    return {pointer_, "",
            fmt::format("{} {} {}: the outline must not meet itself", segment(i), word(meeting), segment(j))};
  }

  const Path& path_;
  const std::string& pointer_;
  std::vector<Fault> faults_;
};

}  // namespace

SegmentMeeting segment_meeting(const Path& path, std::size_t i, std::size_t j) {
  const std::size_t size = path.vertices.size();
  const Segment first = segment_of(path, i);
  const Segment second = segment_of(path, j);
  const SharedEnds shared{i + 1 == j || (i + 1 == size && j == 0), j + 1 == i || (j + 1 == size && i == 0)};
  if (first.bulge != 0 || second.bulge != 0) return segment_meeting(first, second, shared);
  if (!shared.first_to_second && !shared.second_to_first) {
    const Meeting meeting = internal::meeting(first.from, first.to, second.from, second.to);
    if (meeting == Meeting::none) return SegmentMeeting::none;
    return meeting == Meeting::cross ? SegmentMeeting::cross : SegmentMeeting::touch;
  }
  const Vector& before = shared.first_to_second ? first.from : second.from;
  const Vector& joint = shared.first_to_second ? first.to : second.to;
  const Vector& after = shared.first_to_second ? second.to : first.to;
  if (before != after && (orientation(before, joint, after) != 0 || within_segment(before, after, joint))) {
    return SegmentMeeting::none;
  }
  return SegmentMeeting::overlap;
}

const char* wrong_with_bulge(double bulge) {
  const double size = std::fabs(bulge);
  if (!std::isfinite(bulge)) return "must be a finite number";
  if (bulge == 0 || (size >= kSmallestBulge && size <= kLargestBulge)) return nullptr;
  return "must be 0, or from 1e-12 to 1e6 in size";
}

std::vector<Fault> path_faults(const Path& path, const std::string& pointer) { return PathCheck(path, pointer).run(); }

}  // namespace pawl::internal
