// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <string>

namespace pawl::internal {

/// What a number may be; those of pawl/base/bounds.h bound lengths, wrenches, twists and accelerations.
enum class Bound {
  any,
  not_negative,
  positive,
  fraction,
  open_fraction,
  coordinate,
  length,
  positive_length,
  bulge,
  wrench,
  twist,
  acceleration,
  mass,       ///< a density or an inertia too
  link_mass,  ///< the same, or 0
  friction
};

/// The rules for single values, each in its one place: the readers ask them of what stands in a text, validate() of
/// what stands in memory. Each gives what is wrong with the value and what is expected; nothing ("") where it is right.
std::string wrong_number(Bound bound, double value);
std::string wrong_whole_number(double value, int least, int most);
std::string wrong_interval(const Friction& friction);  ///< its ends may be wrong too, each by itself
std::string wrong_direction(const Eigen::Vector2d& direction);
inline constexpr const char* kMissing = "missing";  ///< of a value that must stand there

}  // namespace pawl::internal
