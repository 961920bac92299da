// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <numbers>

#include "geometry/polygon_faults.h"
#include "geometry/rational_polygon.h"

namespace pawl {
namespace {

std::vector<Fault> faults_of(const Disc& disc, const std::string& pointer) {
  std::vector<Fault> faults;
  if (!disc.center.allFinite()) {
    faults.push_back(
        {pointer + "/center", fmt::format("[{},{}]", disc.center.x(), disc.center.y()), "must be finite numbers"});
  }
  if (!(disc.radius > 0) || !std::isfinite(disc.radius)) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be a finite number greater than 0"});
  }
  return faults;
}

AreaProperties properties_of(const Disc& disc) {
  return {std::numbers::pi * disc.radius * disc.radius, disc.center, disc.radius * disc.radius / 2};
}

}  // namespace

std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return polygon_faults(*polygon, pointer);
  return faults_of(std::get<Disc>(outline), pointer);
}

AreaProperties area_properties(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return exact_area_properties(*polygon);
  return properties_of(std::get<Disc>(outline));
}

}  // namespace pawl
