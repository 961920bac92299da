// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <numbers>

#include "geometry/path_area.h"
#include "geometry/path_faults.h"
#include "geometry/polygon_faults.h"
#include "geometry/rational_polygon.h"
#include "geometry/unchecked.h"

namespace pawl {
namespace internal {
namespace {

std::vector<Fault> faults_of(const Disc& disc, const std::string& pointer) {
  std::vector<Fault> faults;
  if (const char* wrong = wrong_with_point(disc.center)) {
    faults.push_back({pointer + "/center", fmt::format("[{},{}]", disc.center.x(), disc.center.y()), wrong});
  }
  if (!(disc.radius > 0) || !std::isfinite(disc.radius)) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be a finite number greater than 0"});
  } else if (disc.radius > kLargestLength) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be at most 1e9"});
  }
  return faults;
}

AreaProperties properties_of(const Disc& disc) {
  return {std::numbers::pi * disc.radius * disc.radius, disc.center, disc.radius * disc.radius / 2};
}

}  // namespace

std::span<const Eigen::Vector2d> vertices_of(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return polygon->vertices;
  if (const auto* path = std::get_if<Path>(&outline)) return path->vertices;
  return {};
}

AreaProperties unchecked_area_properties(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return exact_area_properties(*polygon);
  if (const auto* disc = std::get_if<Disc>(&outline)) return properties_of(*disc);
  return path_area_properties(std::get<Path>(outline));
}

}  // namespace internal

std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return internal::polygon_faults(*polygon, pointer);
  if (const auto* disc = std::get_if<Disc>(&outline)) return internal::faults_of(*disc, pointer);
  return internal::path_faults(std::get<Path>(outline), pointer);
}

void validate(const Outline& outline, const std::string& pointer) {
  std::vector<Fault> faults = outline_faults(outline, pointer);
  if (!faults.empty()) throw InputError(std::move(faults));
}

AreaProperties area_properties(const Outline& outline) {
  validate(outline);
  return internal::unchecked_area_properties(outline);
}

}  // namespace pawl
