// SPDX-License-Identifier: MIT
#include "contender.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

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

namespace {

/// Edges and places on them, in 1e-8 of the edge, in the order of the edges; of the clamp last. The shift keeps the
/// bounds between two off the short fractions where pins are.
std::vector<std::pair<std::size_t, std::int64_t>> places_of(const FixtureCandidate& candidate) {
  constexpr double kFine = 1e8, kShift = .337;
  const auto place = [](const Locator& locator) {
    return std::pair(locator.edge, static_cast<std::int64_t>(std::floor(kFine * locator.along + kShift)));
  };
  std::vector<std::pair<std::size_t, std::int64_t>> places;
  for (const Locator& locator : candidate.locators) places.push_back(place(locator));
  std::sort(places.begin(), places.end());
  if (candidate.clamp) places.push_back(place(candidate.clamp->locator));
  return places;
}

}  // namespace

std::vector<bool> repeated(const Contenders& contenders) {
  std::set<std::vector<std::pair<std::size_t, std::int64_t>>> seen;
  std::vector<bool> repeated;
  for (const Contender& contender : contenders) {
    repeated.push_back(!seen.insert(places_of(contender.is.candidate)).second);
  }
  return repeated;
}

double least_force(const Contender& contender) {
  const auto& forces = contender.is.candidate.clamp->forces;
  return *std::min_element(forces.begin(), forces.end());
}

}  // namespace pawl::internal
