// SPDX-License-Identifier: MIT
#include "io/drawing/near_segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/segment_meeting.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Whether all of `other` is clearly on one side of the line that a straight side runs on.
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

}  // namespace pawl::internal
