// SPDX-License-Identifier: MIT
#include "certificate_sides.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {

using Point = CertificateFile::Point;
using Side = CertificateFile::Side;

Point middle(const Side& side) { return (side.from - side.centre) / side.radius * std::polar(1., side.sweep / 2); }

Point tangent(const Side& side, Point at) {
  return side.sweep == 0 ? side.to - side.from : (side.sweep > 0 ? 1. : -1.) * Point(0, 1) * (at - side.centre);
}

double distance(const Side& side, Point p) {
  const double ends = std::min(std::abs(p - side.from), std::abs(p - side.to));
  if (side.sweep == 0) {
    const double length = std::abs(side.to - side.from);
    const Point along = (side.to - side.from) / length;
    const double s = dot(along, p - side.from);
    return s < 0 || s > length ? ends : std::fabs(cross(along, p - side.from));
  }
  const Point arm = p - side.centre;
  const double off = std::fabs(std::arg(arm / middle(side)));
  return off <= std::fabs(side.sweep) / 2 ? std::fabs(std::abs(arm) - side.radius) : ends;
}

/// The angles that sides are seen at, summed; arcs as chords nearer to them than `clear`.
bool winds_round(const std::vector<Side>& sides, Point p, double clear) {
  double round = 0;
  for (const Side& side : sides) {
    const double step = 2 * std::sqrt(clear / std::max(side.radius, clear));
    const int pieces = side.sweep == 0 ? 1 : 1 + static_cast<int>(std::fabs(side.sweep) / step);
    const Point arm = side.from - side.centre;
    Point last = side.from - p;
    for (int k = 1; k <= pieces; ++k) {
      const Point place = k == pieces ? side.to : side.centre + arm * std::polar(1., side.sweep * k / pieces);
      round += std::arg((place - p) / last);
      last = place - p;
    }
  }
  return round > 3;
}

}  // namespace pawl::internal
