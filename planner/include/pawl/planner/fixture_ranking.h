// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/fixture_options.h>

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

using FixtureObjective = FixtureOptions::Objective;
inline constexpr std::size_t kObjectiveCount = 11;  ///< number of objectives

std::string_view name_of(FixtureObjective objective);  ///< name in the task file, such as "pose_error"

/// The measures of one fixture as a row of numbers for comparison. Angles are in degrees, as in thresholds; lengths are
/// in the task's unit.
struct FixtureScore {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  std::size_t candidate = 0;  ///< candidate number, from 1; breaks ties: the lower number comes first
  Guarantee guarantee = Guarantee::at_rest;
  std::array<double, kObjectiveCount> values = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};

  double& operator[](FixtureObjective objective) { return values[static_cast<std::size_t>(objective)]; }
  double operator[](FixtureObjective objective) const { return values[static_cast<std::size_t>(objective)]; }
};

/// A threshold as a bound on one value of a score. A score whose value is unknown misses the threshold.
struct FixtureThreshold {
  std::optional<FixtureObjective> objective;  ///< objective that is bounded; without a value for a threshold on the
                                              ///< guarantee
  bool at_least = true;                       ///< true if the bound is a lower bound, false if it is an upper bound
  double bound = 0;  ///< bound on the value; for a threshold on the guarantee, its numeric value

  std::string name() const;  ///< name in the task file, such as "margin_deg"
  double value_of(const FixtureScore& score) const;
  [[nodiscard]] bool met_by(const FixtureScore& score) const;
  /// Returns the shortfall of a score that misses the threshold, in (0, 1]: 1 minus the ratio of the smaller to the
  /// larger of value and bound.
  double shortfall(const FixtureScore& score) const;
  /// Returns a positive value as a bound that the value meets, with four significant digits; the value itself for a
  /// threshold on the guarantee.
  double rounded_bound(double value) const;
};
std::vector<FixtureThreshold> thresholds_of(const FixtureOptions& options);
/// Sets the option of a threshold to its bound.
void set_threshold(FixtureOptions::Thresholds& thresholds, const FixtureThreshold& threshold);

/// The scores that meet all thresholds, and the thresholds that the others miss.
struct [[nodiscard]] ThresholdReport {
  std::vector<std::size_t> met;  ///< indices in the list of scores, ascending
  /// For each score the index of the threshold with the largest shortfall (the first one, if several are equal).
  /// Without a value if the score meets all thresholds.
  std::vector<std::optional<std::size_t>> worst_missed;

  /// A threshold that some scores miss while they meet all others, with the bound with which one of these scores would
  /// meet it.
  struct OnlyMissed {
    std::size_t threshold = 0;  ///< index in the list of thresholds
    double best = 0;            ///< best value among the scores that miss no other threshold
    std::size_t score = 0;      ///< index of the score that has the best value
    std::size_t alone = 0;      ///< number of scores that miss no other threshold
  };
  std::vector<OnlyMissed> only_missed;  ///< one entry per such threshold, in the order of the thresholds
  /// Index of the score whose largest shortfall is smallest; set if no score meets all thresholds.
  std::optional<std::size_t> nearest;
};
ThresholdReport check_thresholds(const std::vector<FixtureScore>& scores,
                                 const std::vector<FixtureThreshold>& thresholds);

/// A ranking of fixtures by several objectives. One fixture dominates another if it is at least as good in all
/// objectives and better in at least one. The Pareto set contains the fixtures that no other fixture dominates. Values
/// that agree to about five digits (17 bits) count as equal. Rounding therefore decides nothing: a part and its mirror
/// image have the same Pareto set.
struct [[nodiscard]] FixtureRanking {
  /// Indices in the list of scores, best first: the Pareto set, then the others, each group sorted by worst measure. A
  /// fixture's worst measure is the objective in which most other fixtures are better. The fewer fixtures are better in
  /// that objective, the earlier the fixture comes. This order does not depend on the scale of any objective. Ties are
  /// in the order of the candidates.
  std::vector<std::size_t> order;
  std::size_t front = 0;  ///< size of the Pareto set

  // One entry per score, in the order of the list:
  std::vector<FixtureObjective> worst;  ///< worst measure of each (the first in `objectives`, if several are equal)
  std::vector<std::size_t> better;      ///< number of fixtures that are better in that measure
  std::vector<std::optional<std::size_t>> loses;  ///< for each fixture, a member of the Pareto set that dominates it,
                                                  ///< if any
};

/// Ranks fixtures. An unknown value is worse than any known one. Divide and conquer [H. T. Kung, F. Luccio, F. P.
/// Preparata, On finding the maxima of a set of vectors, 1975]: O(n log n) for up to three objectives, O(n log^(k-2) n)
/// for k objectives.
FixtureRanking rank_fixtures(const std::vector<FixtureScore>& scores, const std::vector<FixtureObjective>& objectives);

/// Returns whether the first score is at least as good in all objectives and better in at least one. An unknown value
/// is worse than any known one.
[[nodiscard]] bool dominates(const FixtureScore& score, const FixtureScore& other,
                             const std::vector<FixtureObjective>& objectives);

}  // namespace pawl
