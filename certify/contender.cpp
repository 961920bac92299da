// SPDX-License-Identifier: MIT
#include "contender.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pawl::internal {

bool comes_first(const Contender& a, const Contender& b) { return a.number() < b.number(); }

bool has_less_error(const Contender& a, const Contender& b) {
  const auto key = [](const Contender& c) {
    const double error = c.is.score[FixtureObjective::pose_error];
    return std::tuple(std::isnan(error), std::isnan(error) ? 0 : error, c.number());
  };
  return key(a) < key(b);
}

bool is_clamped_elsewhere(const Contender& a, const Contender& b) {
  const FixtureCandidate &one = a.is.candidate, &other = b.is.candidate;
  if (!one.clamp || !other.clamp || one.pose != other.pose) return false;
  return std::equal(one.fixels.begin(), one.fixels.end(), other.fixels.begin(), other.fixels.end(),
                    [](const Fixel& fixel, const Fixel& as) { return fixel.at == as.at; });
}

double least_force(const Contender& contender) {
  const auto& forces = contender.is.candidate.clamp->forces;
  return *std::min_element(forces.begin(), forces.end());
}

}  // namespace pawl::internal
