// SPDX-License-Identifier: MIT
#include "modes/motion_cone.h"

#include <algorithm>

namespace pawl::internal {

bool MotionCone::build(DirectionPool& pool, const ContactDirections& directions, std::string_view letters,
                       const ContactSet& set) {
  const auto add_row = [&](int row, int sign, bool strict) {  // sign * row . v' >= 0
    polar_rays_.push_back(sign > 0 ? directions.negative(row) : row);
    if (strict) strict_.push_back(polar_rays_.back());
  };
  polar_lines_.clear();
  polar_rays_.clear();
  strict_.clear();
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const int normal = directions.normal(static_cast<int>(i));
    const int tangent = directions.tangent(static_cast<int>(i));
    switch (letters[i]) {
      case 'a':
        add_row(normal, -1, true);
        break;
      case 's':
        add_row(normal, 1, set.contacts[i].touching);
        break;
      default:
        polar_lines_.push_back(normal);
        if (letters[i] == 'n') {
          polar_lines_.push_back(tangent);
        } else {
          add_row(tangent, letters[i] == 'l' ? 1 : -1, true);
        }
    }
  }
  hulls_.solve(pool, polar_lines_, polar_rays_, polar_);
  dual_generators(pool, polar_, generators_);
  return strictly_feasible(pool);
}

/// A relative interior point is the sum of the rays: it satisfies a strict row when some ray does.
bool MotionCone::strictly_feasible(DirectionPool& pool) const {
  return std::all_of(strict_.begin(), strict_.end(), [&](int row) {
    return std::any_of(generators_.rays.begin(), generators_.rays.end(),
                       [&](CrossPair ray) { return pool.sign_det(ray.a, ray.b, row) < 0; });
  });
}

}  // namespace pawl::internal
