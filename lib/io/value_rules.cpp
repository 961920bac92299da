// SPDX-License-Identifier: MIT
#include "io/value_rules.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <cmath>
#include <limits>

#include "geometry/path_faults.h"

namespace pawl::internal {
namespace {

struct Range {
  double least;
  bool open;  // least itself is excluded
  double most;
  const char* words;
};

Range range_of(Bound bound) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (bound) {
    case Bound::any:
    case Bound::bulge:  // no range: 0, and sizes
      break;
    case Bound::not_negative:
      return {0, false, kInfinity, "must be at least 0"};
    case Bound::positive:
      return {0, true, kInfinity, "must be greater than 0"};
    case Bound::fraction:
      return {0, false, 1, "must be from 0 to 1"};
    case Bound::open_fraction:
      return {0, true, std::nextafter(1., 0.), "must be greater than 0 and less than 1"};
    case Bound::coordinate:
      return {-kLargestLength, false, kLargestLength, "must be from -1e9 to 1e9"};
    case Bound::length:
      return {0, false, kLargestLength, "must be from 0 to 1e9"};
    case Bound::positive_length:
      return {0, true, kLargestLength, "must be greater than 0 and at most 1e9"};
    case Bound::mass:
      return {kLeastMass, false, kLargestMass, "must be from 1e-60 to 1e60"};
    case Bound::link_mass:
      return {0, false, kLargestMass, "must be 0 or from 1e-60 to 1e60"};
    case Bound::friction:
      return {0, false, kLargestFriction, "must be from 0 to 1e9"};
    case Bound::wrench:
      return {-kLargestWrench, false, kLargestWrench, "must be from -1e100 to 1e100 (N, N, N length)"};
    case Bound::twist:
      return {-kLargestTwist, false, kLargestTwist, "must be from -1e9 to 1e9 (length/s, angle/s)"};
    case Bound::acceleration:
      return {-kLargestAcceleration, false, kLargestAcceleration, "must be from -1e9 to 1e9 (length/s^2, angle/s^2)"};
  }
  return {-kInfinity, false, kInfinity, ""};
}

}  // namespace

std::string wrong_number(Bound bound, double value) {
  if (!std::isfinite(value)) return "must be a finite number";
  if (bound == Bound::bulge) {
    const char* wrong = wrong_with_bulge(value);
    return wrong != nullptr ? wrong : "";
  }
  // The bound of these that people miss is the sign, so the message names only that.
  if (bound == Bound::mass && value <= 0) return "must be greater than 0";
  if ((bound == Bound::link_mass || bound == Bound::friction) && value < 0) return "must be at least 0";
  const Range range = range_of(bound);
  if (bound == Bound::link_mass && value > 0 && value < kLeastMass) return range.words;
  const bool above = range.open ? value > range.least : value >= range.least;
  return above && value <= range.most ? "" : range.words;
}

std::string wrong_whole_number(double value, int least, int most) {
  if (value >= least && value <= most && value == std::floor(value)) return "";
  return least == most ? fmt::format("must be {}", least)
                       : fmt::format("must be a whole number from {} to {}", least, most);
}

std::string wrong_interval(const Friction& friction) {
  return friction.low > friction.high ? "low must be at most high" : "";
}

std::string wrong_direction(const Eigen::Vector2d& direction) {
  return direction.x() == 0 && direction.y() == 0 ? "must not be the zero vector" : "";
}

}  // namespace pawl::internal
