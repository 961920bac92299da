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
inline constexpr std::size_t kObjectiveCount = 8;  ///< of FixtureObjective

std::string_view name_of(FixtureObjective objective);  ///< as the task has it, "pose_error"

/// What one fixture was measured by: a row of numbers that fixtures are compared by. Angles in degrees, as thresholds
/// have them; lengths in the task's unit.
struct FixtureScore {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  std::size_t candidate = 0;  ///< its number, from 1: where two are as good, the first comes first
  FixtureOptions::Promise guarantee = FixtureOptions::Promise::at_rest;
  std::array<double, kObjectiveCount> values = {kUnknown, kUnknown, kUnknown, kUnknown,
                                                kUnknown, kUnknown, kUnknown, kUnknown};

  double& operator[](FixtureObjective objective) { return values[static_cast<std::size_t>(objective)]; }
  double operator[](FixtureObjective objective) const { return values[static_cast<std::size_t>(objective)]; }
};

/// A threshold as a bound on a score. Where a value is not known, the threshold is missed.
struct FixtureThreshold {
  std::optional<FixtureObjective> objective;  ///< none: of the guarantee
  bool at_least = true;                       ///< else at most
  double bound = 0;                           ///< of the guarantee: its number

  std::string name() const;  ///< as the task has it, "margin_deg"
  double value_of(const FixtureScore& score) const;
  [[nodiscard]] bool met_by(const FixtureScore& score) const;
  /// How far a score that misses it is off, in (0, 1]: 1 less the smaller over the larger of value and bound.
  double shortfall(const FixtureScore& score) const;
};
std::vector<FixtureThreshold> thresholds_of(const FixtureOptions& options);

/// The scores that meet all thresholds, and what the others miss.
struct [[nodiscard]] ThresholdReport {
  std::vector<std::size_t> met;  ///< places in the list of scores, ascending
  /// For each score the place of the threshold that it misses worst: its shortfall there is its largest (of equal ones
  /// the first threshold's). Nothing: it meets all.
  std::vector<std::optional<std::size_t>> worst_missed;

  /// A threshold that alone stands in the way of some scores: which bound would let one in.
  struct Mend {
    std::size_t threshold = 0;  ///< place in the list of thresholds
    double best = 0;            ///< the best value among the scores that miss no other
    std::size_t score = 0;      ///< which of them has it
    std::size_t alone = 0;      ///< how many miss no other
  };
  std::vector<Mend> mends;             ///< those there are, in the order of the thresholds
  std::optional<std::size_t> nearest;  ///< where none is met: of the least worst shortfall
};
ThresholdReport check_thresholds(const std::vector<FixtureScore>& scores,
                                 const std::vector<FixtureThreshold>& thresholds);

/// Fixtures compared by several objectives: one dominates another if it is as good in all and better in one. Those that
/// none dominates are the Pareto set. Values that agree to some five digits (17 bits) count as equal, so that rounding
/// decides nothing: a part and its mirror image have the same Pareto set.
struct [[nodiscard]] FixtureRanking {
  /// Places in the list of scores, best first: the Pareto set, then the others, each of the two by their worst measure.
  /// A fixture's worst measure is the objective in which the most others are better; the fewer they are, the better it
  /// is placed. So it depends on no scale of the objectives. Equal ones in the order of their candidates.
  std::vector<std::size_t> order;
  std::size_t front = 0;  ///< how many of them are the Pareto set

  // For each score, in the order of the list:
  std::vector<FixtureObjective> worst;            ///< its worst measure (of equal ones that named first)
  std::vector<std::size_t> better;                ///< how many are better in it
  std::vector<std::optional<std::size_t>> loses;  ///< one of the Pareto set that dominates it
};

/// A value that is not known is worse than any that is. By divide and conquer [H. T. Kung, F. Luccio, F. P. Preparata,
/// On finding the maxima of a set of vectors, 1975]: O(n log n) for up to three objectives, O(n log^(k-2) n) for k.
FixtureRanking rank_fixtures(const std::vector<FixtureScore>& scores, const std::vector<FixtureObjective>& objectives);

/// Whether the first is as good in all objectives and better in one. A value that is not known is worse than any that
/// is.
[[nodiscard]] bool dominates(const FixtureScore& score, const FixtureScore& other,
                             const std::vector<FixtureObjective>& objectives);

}  // namespace pawl
