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
inline constexpr std::size_t kObjectiveCount = 14;  ///< number of objectives

std::string_view name_of(FixtureObjective objective);  ///< name in the task file, such as "pose_error"

/// The measures of one fixture as a row of numbers for comparison. Angles are in degrees, as in thresholds; lengths are
/// in the task's unit.
struct FixtureScore {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  std::size_t candidate = 0;  ///< candidate number, from 1; of equal fixtures, the one with the lower number comes
                              ///< first
  Guarantee guarantee = Guarantee::at_rest;
  std::array<double, kObjectiveCount> values = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown,
                                                kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown,
                                                kUnknown};

  double& operator[](FixtureObjective objective) { return values[static_cast<std::size_t>(objective)]; }
  double operator[](FixtureObjective objective) const { return values[static_cast<std::size_t>(objective)]; }
};

/// A threshold: a bound on one value of a score. A score whose value is unknown misses the threshold.
struct FixtureThreshold {
  std::optional<FixtureObjective> objective;  ///< objective that is bounded; without a value for a threshold on the
                                              ///< guarantee
  bool at_least = true;                       ///< true if the bound is a lower bound, false if it is an upper bound
  double bound = 0;  ///< bound on the value; for a threshold on the guarantee, its numeric value

  std::string name() const;  ///< name in the task file, such as "margin_deg"
  double value_of(const FixtureScore& score) const;
  [[nodiscard]] bool met_by(const FixtureScore& score) const;
  /// Returns the shortfall of a score that misses the threshold. The shortfall is 1 - r, in (0, 1], where r is the
  /// ratio of value and bound, the smaller divided by the larger.
  double shortfall(const FixtureScore& score) const;
  /// Rounds a positive value to four significant digits, so that the value still meets a threshold with this bound. For
  /// a threshold on the guarantee, returns the value itself.
  double rounded_bound(double value) const;
};
std::vector<FixtureThreshold> thresholds_of(const FixtureOptions& options);
/// Sets the option of `thresholds` that corresponds to a threshold to the bound of this threshold.
void set_threshold(FixtureOptions::Thresholds& thresholds, const FixtureThreshold& threshold);

/// The scores that meet all thresholds and, for the other scores, the thresholds that they miss.
struct [[nodiscard]] ThresholdReport {
  std::vector<std::size_t> met;  ///< indices of the scores that meet all thresholds, ascending
  /// For each score the index of the threshold with the largest shortfall (the first one, if several are equal).
  /// Without a value if the score meets all thresholds.
  std::vector<std::optional<std::size_t>> worst_missed;

  /// A threshold that some scores miss although they meet all others. `best` is the bound that the threshold needs for
  /// one of these scores to meet it.
  struct OnlyMissed {
    std::size_t threshold = 0;  ///< index in the list of thresholds
    double best = 0;            ///< best value among the scores that miss only this threshold
    std::size_t score = 0;      ///< index of the score that has the best value
    std::size_t alone = 0;      ///< number of scores that miss only this threshold
  };
  std::vector<OnlyMissed> only_missed;  ///< thresholds that some scores miss while they meet all others, in the order
                                        ///< of the thresholds
  /// Index of the score whose largest shortfall is smallest; set if no score meets all thresholds.
  std::optional<std::size_t> nearest;
};
ThresholdReport check_thresholds(const std::vector<FixtureScore>& scores,
                                 const std::vector<FixtureThreshold>& thresholds);

/// A ranking of fixtures by several objectives. One fixture dominates another if it is at least as good in all
/// objectives and better in at least one. The Pareto set contains the fixtures that no other fixture dominates. Values
/// that agree to about five digits (17 bits) count as equal. Therefore rounding does not affect the Pareto set. For
/// example, a part and its mirror image have the same Pareto set.
struct [[nodiscard]] FixtureRanking {
  /// Indices in the list of scores, best first: the Pareto set, then the others, each group sorted by worst measure. A
  /// fixture's worst measure is the objective in which most other fixtures are better. A fixture comes earlier if fewer
  /// fixtures are better in its worst measure. This order does not depend on the scale of any objective. Ties are in
  /// the order of the candidates.
  std::vector<std::size_t> order;
  std::size_t front = 0;  ///< size of the Pareto set

  // The members below have one entry per score, in the order of the list of scores.
  std::vector<FixtureObjective> worst;  ///< worst measure of each fixture (the first in `objectives`, if several are
                                        ///< equal)
  std::vector<std::size_t> better;      ///< number of fixtures that are better in the worst measure
  std::vector<std::optional<std::size_t>> loses;  ///< a member of the Pareto set that dominates the fixture; no value
                                                  ///< if none does
};

/// Ranks fixtures. An unknown value is worse than any known value. The method is divide and conquer [H. T. Kung, F.
/// Luccio, F. P. Preparata, On finding the maxima of a set of vectors, 1975]: O(n log n) for up to three objectives,
/// O(n log^(k-2) n) for k objectives.
FixtureRanking rank_fixtures(const std::vector<FixtureScore>& scores, const std::vector<FixtureObjective>& objectives);

/// Returns whether the first score is at least as good in all objectives and better in at least one. An unknown value
/// is worse than any known value.
[[nodiscard]] bool dominates(const FixtureScore& score, const FixtureScore& other,
                             const std::vector<FixtureObjective>& objectives);

}  // namespace pawl
