// SPDX-License-Identifier: MIT
#include "contact/body_frame.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "exact/turn.h"
#include "exact/written.h"

namespace pawl::internal {
namespace {

constexpr double kRoundoff = 0x1p-53;

}  // namespace

BodyFrame::BodyFrame(const Eigen::Vector3d& pose, double position_error, double angle_error)
    : pose_(pose), position_error_(position_error), angle_error_(angle_error) {}

BodyPoint BodyFrame::point(const Eigen::Vector2d& world) const {
  bool exact = true;
  const Eigen::Vector2d from = written_difference(world, pose_.head<2>(), &exact);
  const double size = from.stableNorm();
  BodyPoint result{turned(from, -pose_.z()), position_error_ + angle_error_ * size};
  result.of_numbers = quarter_turns(pose_.z()).has_value() && position_error_ == 0 && angle_error_ == 0;
  result.exact = exact && result.of_numbers;
  if (!exact) result.error += 2 * kRoundoff * size;
  result.error += written_error(world);
  if (!quarter_turns(pose_.z())) result.error += turn_error() * size;
  return result;
}

/// Lengths near the ends of the doubles' range are first scaled by a power of two, which changes no direction.
Eigen::Vector2d BodyFrame::direction(const Eigen::Vector2d& world) const {
  constexpr int kOrdinary = 900;
  const int exponent = std::ilogb(std::max(std::fabs(world.x()), std::fabs(world.y())));
  if (std::abs(exponent) < kOrdinary) return turned(world, -pose_.z());
  return turned({std::ldexp(world.x(), -exponent), std::ldexp(world.y(), -exponent)}, -pose_.z());
}

double BodyFrame::direction_error(const Eigen::Vector2d& world) const {
  const double turn = quarter_turns(pose_.z()) ? 0 : 2 * turn_error();
  return angle_error_ + turn + written_error(world) / world.stableNorm();
}

/// Of sine and cosine, and of what the angle's number means: one in degrees was rounded as it was read, by pi / 180,
/// and as it became radians.
double BodyFrame::turn_error() const { return kTurnError + 3 * kRoundoff * std::fabs(pose_.z()); }

}  // namespace pawl::internal
