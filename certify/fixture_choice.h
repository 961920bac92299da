// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/design_fixtures.h>

#include <cstddef>
#include <vector>

#include "contender.h"

namespace pawl::internal {

/// Of the objectives those that are known of every candidate with a plan; where there are none, pose error and margin
/// stand in for them.
std::vector<FixtureObjective> cheap_objectives(const FixtureOptions& options);

std::vector<FixtureScore> scores_of(const Contenders& contenders);

/// Ends a candidate, and tells of it.
void end_as(DesignedCandidate::End end, const DesignRequest& request, Contender& contender);

/// Measures the best of all that have a plan by what is dear, and answers the best of these.
///
/// What was measured and misses a threshold, or is not certified, beats no other from then on: what it alone beat comes
/// to its turn. What was not measured is beaten only where all objectives are known without, and by one that is
/// answered; else it is counted as not measured.
class FixtureChoice {
 public:
  /// `options` are those of the task's `fixture`. All outlive the use.
  FixtureChoice(const Task& task, const FixtureOptions& options, const DesignRequest& request, FixtureDesigns& designs);

  /// `stopped`: the token ended the search before; returns whether it has by now. Fills the counts and the fixtures.
  bool choose(Contenders contenders, bool stopped);

 private:
  using End = DesignedCandidate::End;
  void measure_the_best();
  std::vector<std::size_t> next_to_measure(std::size_t count);
  void put_in_line();
  void measure(Contender& contender) const;
  void take_measures(Contender& contender);
  bool misses_one(const Contender& contender) const;
  void rank_the_best();
  bool stand_unmeasured() const;
  void leave_those_that_meet(const std::vector<std::size_t>& places);
  void keep_nearest(const ThresholdReport& report, const std::vector<std::size_t>& places);
  void answer(const std::vector<FixtureObjective>& objectives);
  void lose_to_those_answered(Contenders& unmeasured);
  void lose(Contender& contender);

  const Task& task_;
  const FixtureOptions& options_;
  const DesignRequest& request_;
  FixtureDesigns& designs_;
  std::vector<FixtureObjective> cheap_objectives_;
  bool dear_objective_ = false;                                 ///< one of those asked
  std::vector<std::size_t> cheap_thresholds_, all_thresholds_;  ///< places in designs_.thresholds
  Contenders contenders_;
  std::vector<std::size_t> line_;  ///< places of those to be measured next, the last first
  bool line_is_old_ = true;
  bool stopped_ = false;
};

}  // namespace pawl::internal
