// SPDX-License-Identifier: MIT
#include <pawl/scenes/support_options.h>

namespace pawl {

Support support_of(const SimulateOptions::Support& options, double normal_force, const Outline& outline,
                   const Eigen::Vector2d& center) {
  using Law = SimulateOptions::Support::Law;
  Support support;
  if (options.law == Law::none) return support;
  const bool viscous = options.law == Law::viscous;
  support.law = viscous ? Support::Law::viscous : Support::Law::ellipsoid;
  support.strength = viscous ? options.friction : options.friction * normal_force;
  if (options.moment_radius) {
    support.moment_radius = *options.moment_radius;
  } else {
    support.moment_radius = viscous ? root_mean_square_distance(outline, center) : mean_distance(outline, center);
  }
  return support;
}

}  // namespace pawl
