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

std::string_view name_of(FixtureObjective objective);  ///< returns the name in the task file, such as "pose_error"

/// The measures of one fixture as a row of numbers, for comparison with other fixtures. Angles are in degrees, as in
/// thresholds; lengths are in the task's unit.
struct FixtureScore {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  /// Number of the candidate, from 1; among equal fixtures, the one with the lower number comes first.
  std::size_t candidate = 0;
  Guarantee guarantee = Guarantee::at_rest;
  std::array<double, kObjectiveCount> values = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown,
                                                kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown,
                                                kUnknown};

  double& operator[](FixtureObjective objective) { return values[static_cast<std::size_t>(objective)]; }
  double operator[](FixtureObjective objective) const { return values[static_cast<std::size_t>(objective)]; }
};

/// A threshold: a bound on one value of a score. A score whose value is unknown does not satisfy the threshold.
struct FixtureThreshold {
  std::optional<FixtureObjective> objective;  ///< objective that is bounded; empty for a threshold on the guarantee
  bool at_least = true;                       ///< true if the bound is a lower bound, false if it is an upper bound
  double bound = 0;  ///< bound on the value; for a threshold on the guarantee, the required Guarantee as a number

  std::string name() const;  ///< returns the name in the task file, such as "margin_deg"
  double value_of(const FixtureScore& score) const;
  [[nodiscard]] bool met_by(const FixtureScore& score) const;
  /// Takes a score that does not satisfy the threshold. Returns its shortfall 1 - r, in (0, 1], where r is the smaller
  /// of |value| and |bound| divided by the larger of them. Returns 1 for an unknown or infinite value.
  double shortfall(const FixtureScore& score) const;
  /// Takes a positive value. Returns it rounded to four significant digits, such that the value itself satisfies a
  /// threshold with the rounded value as its bound. For a threshold on the guarantee, returns the value unchanged.
  double rounded_bound(double value) const;
};
std::vector<FixtureThreshold> thresholds_of(const FixtureOptions& options);
/// Copies the bound of a threshold to the corresponding option of `thresholds`.
void set_threshold(FixtureOptions::Thresholds& thresholds, const FixtureThreshold& threshold);

/// The result of a comparison of scores with thresholds. It contains the scores that satisfy all thresholds and, for
/// every other score, the threshold that is violated most.
struct [[nodiscard]] ThresholdReport {
  std::vector<std::size_t> met;  ///< indices of the scores that satisfy all thresholds, ascending
  /// For each score, the index of the violated threshold with the largest shortfall, or the first of these thresholds
  /// if several shortfalls are equal. Empty if the score satisfies all thresholds.
  std::vector<std::optional<std::size_t>> worst_missed;

  /// A threshold that is the only violated threshold of some scores whose value is known. If its bound is relaxed to
  /// `best`, at least one of these scores satisfies it.
  struct OnlyMissed {
    std::size_t threshold = 0;  ///< index of the threshold in the list of thresholds
    double best = 0;            ///< best value among the scores that violate only this threshold
    std::size_t score = 0;      ///< index of the score that has the value `best`
    std::size_t alone = 0;      ///< number of scores that violate only this threshold
  };
  /// Thresholds that are the only violated threshold of some score, in the order of the thresholds.
  std::vector<OnlyMissed> only_missed;
  /// Index of the score that comes nearest to satisfying all thresholds: its largest shortfall is the smallest of all.
  /// Set only if no score satisfies all thresholds.
  std::optional<std::size_t> nearest;
};
ThresholdReport check_thresholds(const std::vector<FixtureScore>& scores,
                                 const std::vector<FixtureThreshold>& thresholds);

/// A ranking of fixtures by several objectives. A fixture dominates another fixture if it is at least as good in all
/// objectives and better in at least one. The Pareto set contains the fixtures that no other fixture dominates. Values
/// that agree to about five digits (17 bits) count as equal, so that rounding does not affect the Pareto set. For
/// example, a part and its mirror image have the same Pareto set.
struct [[nodiscard]] FixtureRanking {
  /// Indices in the list of scores: first the Pareto set, then the other fixtures. Each group is sorted by the worst
  /// measure. A fixture's worst measure is the objective in which the largest number of other fixtures are better than
  /// this fixture. The smaller this number, the earlier the fixture comes. This order does not depend on the scale of
  /// any objective. Ties are in the order of the candidates.
  std::vector<std::size_t> order;
  std::size_t front = 0;  ///< size of the Pareto set

  // The members below have one entry per score, in the order of the list of scores.

  /// Worst measure of each fixture; among equally bad ones, the first in `objectives`.
  std::vector<FixtureObjective> worst;
  std::vector<std::size_t> better;  ///< number of fixtures that are better than this fixture in its worst measure
  /// A member of the Pareto set that dominates the fixture; empty for members of the Pareto set.
  std::vector<std::optional<std::size_t>> loses;
};

/// Ranks fixtures. An unknown value is worse than any known value. The method is divide and conquer [H. T. Kung, F.
/// Luccio, F. P. Preparata, On finding the maxima of a set of vectors, 1975]: O(n log n) for up to three objectives,
/// O(n log^(k-2) n) for k objectives.
FixtureRanking rank_fixtures(const std::vector<FixtureScore>& scores, const std::vector<FixtureObjective>& objectives);

/// Returns whether `score` is at least as good as `other` in all objectives and better in at least one. An unknown
/// value is worse than any known value.
[[nodiscard]] bool dominates(const FixtureScore& score, const FixtureScore& other,
                             const std::vector<FixtureObjective>& objectives);

}  // namespace pawl
