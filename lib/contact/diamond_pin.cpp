// SPDX-License-Identifier: MIT
#include "contact/diamond_pin.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "exact/orientation.h"
#include "geometry/plane.h"

namespace pawl::internal::inline contact {
namespace {

using Vector = Eigen::Vector2d;

/// Returns the outline of a diamond pin about its centre, with its flats perpendicular to the x axis.
Path diamond_outline(const Fixel& pin) {
  const double a = pin.diamond_width / 2, b = std::sqrt((pin.radius - a) * (pin.radius + a));
  const double bulge = std::tan(std::asin(a / pin.radius) / 2);
  return {{{a, -b}, {a, b}, {-a, b}, {-a, -b}}, {0, bulge, 0, bulge}};
}

std::vector<Wall> wall_of(const Fixel& pin) {
  Wall wall;
  wall.outline = diamond_outline(pin);
  wall.pose << pin.at, std::atan2(pin.diamond->y(), pin.diamond->x());
  wall.friction = pin.friction;
  return {wall};
}

/// Converts a message about a wall to the corresponding message about a diamond pin.
std::string about_pin(std::string message) {
  using Words = std::pair<std::string, std::string>;
  for (const auto& [from, to] : {Words("this wall", "the diamond pin"), Words("the wall", "the pin"),
                                 Words("move the part until they touch, or reduce \"reach\"", "move one of them")}) {
    const std::size_t at = message.find(from);
    if (at != std::string::npos) message.replace(at, from.size(), to);
  }
  return message.starts_with("overlaps") ? "the diamond pin " + message : message;
}

/// Returns whether two contacts are the two ends of the overlap between a flat of the pin and an edge of the part. They
/// are if neither contact is on a round face, if the contacts are more than 4 `tolerance` apart, and if their normals
/// differ by at most an angle of about 2 `tolerance` / (their distance), which a difference of their gaps can cause.
bool along_flat(const WallContact& a, const WallContact& b, double tolerance) {
  if (a.of_wall.kind == Feature::Kind::arc || b.of_wall.kind == Feature::Kind::arc) return false;
  const double apart = (a.contact.point - b.contact.point).norm();
  const double turned = (a.contact.normal.stableNormalized() - b.contact.normal.stableNormalized()).norm();
  return apart > 4 * tolerance && turned <= tolerance::kEqualDistance + 2 * tolerance / apart;
}

}  // namespace

DiamondPin::DiamondPin(const Loops& part, const Fixel& fixel, const Friction& friction, double contact_tolerance,
                       const char* unit)
    : fixel_(fixel),
      tolerance_(contact_tolerance),
      wall_(wall_of(fixel)),
      contacts_(part, wall_, friction, contact_tolerance, unit) {}

PartPose DiamondPin::widened(PartPose pose) const {
  pose.position_error += 4 * std::numeric_limits<double>::epsilon() * fixel_.radius;
  return pose;
}

WallContact DiamondPin::nearest(const PartPose& pose, std::size_t number) const {
  const std::string pointer = fmt::format("/fixels/{}", number),
                    at = fmt::format("[{},{}]", fixel_.at.x(), fixel_.at.y());
  std::vector<WallContact> found;
  try {
    found = contacts_.find(widened(pose), std::numeric_limits<double>::max());
  } catch (const InputError& error) {
    throw InputError(pointer, at, about_pin(error.faults().front().message));
  }
  const auto gap = [](const WallContact& one) { return one.contact.gap; };
  const auto best = std::min_element(found.begin(), found.end(),
                                     [&](const WallContact& a, const WallContact& b) { return gap(a) < gap(b); });
  if (best == found.end()) throw InputError(pointer, at, "the part has no contact with the diamond pin");
  const double least = gap(*best);
  const auto rivals = [&](const WallContact& other) {
    if (std::fabs(least) <= tolerance_) return std::fabs(gap(other)) <= tolerance_;
    return gap(other) - least <= tolerance::kEqualDistance * least;
  };
  std::erase_if(found, [&](const WallContact& other) { return !rivals(other); });
  for (const WallContact& one : found) {
    for (const WallContact& other : found) {
      if (!along_flat(one, other, tolerance_)) continue;
      const WallContact& on_edge = one.of_part.kind == Feature::Kind::vertex ? other : one;
      throw InputError(pointer, at,
                       fmt::format("a flat of the diamond pin lies along {} of the part, so they do not touch at one "
                                   "point; turn \"diamond\" so that a round face is nearest, or replace the pin by a "
                                   "wall, which has two contacts there",
                                   text_of(on_edge.of_part)));
    }
  }
  if (fixel_.normal) {
    const Vector normal = turned(*fixel_.normal, -pose.pose.z()).stableNormalized();
    const auto along = [&](const WallContact& one) { return one.contact.normal.stableNormalized().dot(normal); };
    const auto chosen = std::max_element(
        found.begin(), found.end(), [&](const WallContact& a, const WallContact& b) { return along(a) < along(b); });
    return *chosen;
  }
  if (found.size() == 1) return found.front();
  throw InputError(
      pointer, at,
      fmt::format("{} and {} of the part are equally close to the diamond pin, so its normal is not unique; "
                  "move it, or give \"normal\" to choose one",
                  text_of(found[0].of_part), text_of(found[1].of_part)));
}

}  // namespace pawl::internal::inline contact

namespace pawl {

Outline outline_of(const Fixel& fixel) {
  if (!fixel.diamond) return Disc{fixel.at, fixel.radius};
  Path path = internal::diamond_outline(fixel);
  const double angle = std::atan2(fixel.diamond->y(), fixel.diamond->x());
  for (Eigen::Vector2d& vertex : path.vertices) vertex = fixel.at + internal::turned(vertex, angle);
  return path;
}

}  // namespace pawl
