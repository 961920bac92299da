// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "exact/numbers.h"

namespace pawl::internal::inline geometry {

/// A point or a vector in rationals.
struct ExactPoint {
  Rational x, y;

  ExactPoint() = default;
  ExactPoint(Rational x_in, Rational y_in) : x(std::move(x_in)), y(std::move(y_in)) {}
  explicit ExactPoint(const Eigen::Vector2d& v) : x(rational(v.x())), y(rational(v.y())) {}

  ExactPoint operator+(const ExactPoint& other) const { return {x + other.x, y + other.y}; }
  ExactPoint operator-(const ExactPoint& other) const { return {x - other.x, y - other.y}; }
  ExactPoint operator*(const Rational& factor) const { return {x * factor, y * factor}; }
  ExactPoint left() const { return {-y, x}; }  ///< Returns the vector turned by +90 degrees.
  Rational dot(const ExactPoint& other) const { return x * other.x + y * other.y; }
  Rational cross(const ExactPoint& other) const { return x * other.y - y * other.x; }
  Rational squared() const { return dot(*this); }
  bool operator==(const ExactPoint&) const = default;
};

struct ExactCircle {
  ExactPoint center;
  Rational radius_squared;
};

/// A straight segment or an arc of a path, in doubles.
struct Segment {
  Eigen::Vector2d from, to;  ///< start and end, m; they must differ
  double bulge = 0;          ///< bulge: tan(sweep / 4); 0 for a straight segment
};

/// A segment in rationals. With d = to - from, n = d turned by +90 degrees, m the middle of the chord and b the bulge,
/// the centre is m + n (1 - b^2) / (4 b) and the radius |d| (1 + b^2) / (4 |b|) (pawl/geometry/outline.h). The sweep is
/// 4 atan b, and at both ends the angle between chord and arc is half of the sweep. Therefore the segment has the
/// direction of (1 - b^2) d - 2 b n at its start, and of (1 - b^2) d + 2 b n at its end.
struct ExactSegment {
  ExactPoint from, to;
  Rational bulge;

  ExactSegment(const Segment& segment) : from(segment.from), to(segment.to), bulge(rational(segment.bulge)) {}

  ExactPoint chord() const { return to - from; }
  ExactPoint start_direction() const { return chord() * (1 - bulge * bulge) - chord().left() * (2 * bulge); }
  ExactPoint end_direction() const { return chord() * (1 - bulge * bulge) + chord().left() * (2 * bulge); }
  ExactCircle circle() const;  ///< Returns the circle of an arc. The segment must be an arc.
};

/// segment_of() returns segment i of a valid path. segment_before() returns the number of the segment before segment i.
Segment segment_of(const Path& path, std::size_t i);
std::size_t segment_before(const Path& path, std::size_t i);

// The functions below return signs that determine the position of a point p relative to a segment. The signs are
// computed in doubles if rounding permits, and otherwise in rationals.

/// Returns +1 if p lies to the left of the line or circle of the segment. For an arc that turns left this is the inside
/// of the circle. The result is the sign of
///
///     F(p) = (1 - b^2) d x (p - from) - 2 b (p - from) . (p - to),
///
/// For b = 0, F is |d| times the distance from the line. For an arc, F is -2 b (|p - centre|^2 - radius^2), because
/// both expressions are 0 at the ends and at the middle of the arc.
int side_of(const Segment& segment, const Eigen::Vector2d& p);

/// ahead_of_start() returns the sign of the component of p - from along the segment's direction at its start.
/// ahead_of_end() returns the sign of the component of p - to along the segment's direction at its end.
int ahead_of_start(const Segment& segment, const Eigen::Vector2d& p);
int ahead_of_end(const Segment& segment, const Eigen::Vector2d& p);

/// Returns whether the outline has a corner where segment `before` ends and segment `after` begins, that is, whether
/// its direction changes there.
bool is_corner(const Segment& before, const Segment& after);

/// start_direction() and end_direction() return vectors along the segment's direction at its start and at its end, in
/// doubles. The vectors may have any length.
Eigen::Vector2d start_direction(const Segment& segment);
Eigen::Vector2d end_direction(const Segment& segment);

/// Returns the point in the middle of the segment.
Eigen::Vector2d middle(const Segment& segment);

double radius_of(const Segment& arc);  ///< Returns the radius, m; infinite for a straight segment.

/// Returns the centre of an arc. Its last digits may differ from those of arc_center() (plane.h).
Eigen::Vector2d center_of(const Segment& arc);

/// A box with sides parallel to the axes that contains a segment, with a margin for rounding.
struct Box {
  Eigen::Vector2d low, high;
  bool apart(const Box& other) const {
    return (low.array() > other.high.array()).any() || (other.low.array() > high.array()).any();
  }
};
Box box_of(const Segment& segment);

/// The pairs of boxes that overlap. visit() calls found(i, j) for each pair, in any order, until found() returns false.
class BoxPairs {
 public:
  explicit BoxPairs(std::vector<Box> boxes) : boxes_(std::move(boxes)) {
    Eigen::Vector2d extent(0, 0);
    Eigen::Vector2d low = boxes_[0].low;
    Eigen::Vector2d high = boxes_[0].high;
    for (const Box& box : boxes_) {
      extent += box.high - box.low;
      low = low.cwiseMin(box.low);
      high = high.cwiseMax(box.high);
    }
    // Chooses the axis on which fewer boxes overlap: the axis on which the sum of the boxes' lengths, divided by the
    // whole extent, is smaller.
    axis_ = extent.x() * (high.y() - low.y()) <= extent.y() * (high.x() - low.x()) ? 0 : 1;
  }

  template <class Found>
  void visit(const Found& found) const {
    std::vector<std::size_t> order(boxes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto low = [&](std::size_t i) { return std::pair(boxes_[i].low[axis_], i); };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return low(i) < low(j); });
    std::vector<std::size_t> open;
    for (const std::size_t i : order) {
      const auto passed = [&](std::size_t j) { return boxes_[j].high[axis_] < boxes_[i].low[axis_]; };
      open.erase(std::remove_if(open.begin(), open.end(), passed), open.end());
      for (const std::size_t j : open) {
        if (!boxes_[i].apart(boxes_[j]) && !found(std::min(i, j), std::max(i, j))) return;
      }
      open.push_back(i);
    }
  }

 private:
  std::vector<Box> boxes_;
  int axis_ = 0;
};

enum class SegmentMeeting { none, touch, cross, overlap };

/// Which ends of two segments of an outline are the same vertex.
struct SharedEnds {
  bool first_to_second = false;  ///< true if the first segment ends at the vertex where the second begins
  bool second_to_first = false;  ///< true if the second segment ends at the vertex where the first begins
};

/// Returns how two segments of a path meet, apart from a shared vertex. The result is exact; `overlap` means that they
/// have a piece in common.
///
/// Each segment lies on a curve a |p|^2 + b . p + c = 0, which is a line for a = 0. Eliminating the quadratic term from
/// two such equations gives a line that contains the common points. The common points are therefore p0 +- p1 sqrt(D)
/// with p0, p1 and D rational. To decide whether such a point lies on a segment, only signs of linear functions of the
/// point are needed: its position along the chord for a straight segment, and its side of the chord for an arc. Each of
/// these signs is the sign of an expression u + v sqrt(D), decided by squaring. O(1).
SegmentMeeting segment_meeting(const Segment& first, const Segment& second, const SharedEnds& shared);

/// Returns how segments i and j of a path meet, apart from a shared vertex. The result is exact.
SegmentMeeting segment_meeting(const Path& path, std::size_t i, std::size_t j);

}  // namespace pawl::internal::inline geometry
