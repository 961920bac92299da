// SPDX-License-Identifier: MIT
#include "geometry/edge_stretches.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>

#include "geometry/segment.h"

namespace pawl::internal::inline geometry {
namespace {

double length_of(const Segment& segment) {
  const double chord = (segment.to - segment.from).norm();
  const double bulge = std::fabs(segment.bulge);
  return bulge == 0 ? chord : chord * (1 + bulge * bulge) / bulge * std::atan(bulge);
}

}  // namespace

std::vector<EdgeStretch> edge_stretches(const Outline& outline) {
  std::vector<EdgeStretch> stretches;
  for (const std::size_t number : edge_numbers(outline)) stretches.push_back({number});
  const auto* path = std::get_if<Path>(&outline);
  if (path == nullptr || path->curves.empty()) return stretches;
  const std::size_t size = stretches.size();
  const auto edge_of = [&](std::size_t i) { return stretches[i % size].edge; };
  const std::size_t count = std::max_element(stretches.begin(), stretches.end(), [](const auto& a, const auto& b) {
                              return a.edge < b.edge;
                            })->edge;
  // If edge 1 is a curve, it may begin at one of the last segments of the outline and continue with segment 0.
  std::size_t first = 0;
  while (count > 1 && edge_of(size + first - 1) == 1) first += size - 1;
  first %= size;
  for (std::size_t done = 0, end = 0; done < size; done = end) {
    double total = 0;
    while (end < size && edge_of(first + end) == edge_of(first + done)) {
      EdgeStretch& stretch = stretches[(first + end++) % size];
      stretch.from = total;
      total += length_of(segment_of(*path, static_cast<std::size_t>(&stretch - stretches.data())));
      stretch.to = total;
    }
    for (std::size_t i = done; i < end; ++i) {
      EdgeStretch& stretch = stretches[(first + i) % size];
      stretch.from /= total;
      stretch.to = i + 1 == end ? 1 : stretch.to / total;
    }
  }
  return stretches;
}

std::pair<std::size_t, double> segment_at(const std::vector<EdgeStretch>& stretches, std::size_t edge, double along) {
  constexpr double kInside = 1e-9;
  const auto holds = [&](const EdgeStretch& one) { return one.edge == edge && one.from <= along && along < one.to; };
  const auto found = std::find_if(stretches.begin(), stretches.end(), holds);
  PAWL_ASSERT(found != stretches.end());
  const auto segment = static_cast<std::size_t>(found - stretches.begin());
  if (found->whole()) return {segment, along};
  return {segment, std::clamp(found->on_segment(along), kInside, 1 - kInside)};
}

}  // namespace pawl::internal::inline geometry
